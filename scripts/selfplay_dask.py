#!/usr/bin/env python3
"""Plays games to train on, on many machines with dask.distributed.

    scripts/selfplay_dask.py [OPTIONS] -- ARGUMENTS OF `damone train selfplay`

The games are cut into parts (`--shard i/n`), each a task of its own that plays with one thread and returns its file.
Finished parts lie in the output folder, so that a run which is broken off goes on where it was; parts of lost
workers are given to others. `damone train fit --data FOLDER/part-*.dat` learns from them.

Without --scheduler it starts a cluster on this machine. On a cluster the program and the network must be found
under the same paths on all machines. Needs `pip install dask distributed`.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

FAILED_PARTS = 3


def play_part(command, index, count):
    """Plays one part and returns its file. Runs on a worker."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "part.dat")
        words = [*command, "--threads", "1", "--shard", f"{index}/{count}", "--out", str(out)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"part {index}: {done.stderr.strip()[-2000:]}")
        return out.read_bytes()


def arguments():
    options, selfplay = sys.argv[1:], []
    if "--" in options:
        at = options.index("--")
        options, selfplay = options[:at], options[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="damone", help="the program [damone]")
    parser.add_argument("--scheduler", help="address of a dask scheduler, such as tcp://host:8786")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers without --scheduler")
    parser.add_argument("--parts", type=int, default=100, help="parts of the games [100]")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the positions")
    chosen = parser.parse_args(options)
    if not selfplay:
        parser.error("the arguments of `damone train selfplay` must follow --")
    return chosen, selfplay


def run(client, command, count, path):
    from dask.distributed import as_completed

    missing = [index for index in range(1, count + 1) if not path(index).exists()]
    futures = {client.submit(play_part, command, index, count, pure=False, retries=FAILED_PARTS): index
               for index in missing}
    for done, future in enumerate(as_completed(futures), 1):
        # Written beside and moved into place: a part is there as a whole or not at all.
        place = path(futures[future])
        beside = place.with_suffix(".tmp")
        beside.write_bytes(future.result())
        beside.replace(place)
        print(f"{done} of {len(missing)} parts: {place}", flush=True)


def main():
    chosen, selfplay = arguments()
    chosen.out.mkdir(parents=True, exist_ok=True)
    terms = chosen.out / "run.txt"
    mine = "\n".join([*selfplay, str(chosen.parts)])
    if terms.exists() and terms.read_text() != mine:
        sys.exit(f"{chosen.out} holds games played with other arguments: use another folder")
    terms.write_text(mine)

    from dask.distributed import Client, LocalCluster

    def path(index):
        return chosen.out / f"part-{index}-of-{chosen.parts}.dat"

    command = [chosen.program, "train", "selfplay", *selfplay]
    if chosen.scheduler:
        with Client(chosen.scheduler) as client:
            run(client, command, chosen.parts, path)
    else:
        # Processes of one thread each: a part is a program of its own that needs a core.
        with LocalCluster(n_workers=chosen.workers, threads_per_worker=1, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                run(client, command, chosen.parts, path)


if __name__ == "__main__":
    main()
