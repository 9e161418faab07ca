#!/usr/bin/env python3
"""Plays a match on many machines with dask.distributed.

    scripts/match_dask.py [OPTIONS] -- ARGUMENTS OF `damone match`

The match is cut into parts (`--shard i/n`), each a task of its own; a task runs the program and returns its
records. Finished parts lie in the output folder, so that a run which is broken off goes on where it was; parts
of lost workers are given to others; an SPRT ends the run as soon as it is decided. Tables and tests are the
program's own: this script only calls it and reads its JSON.

Without --scheduler it starts a cluster on this machine. On a cluster the program, the engines and the openings
must be found under the same paths on all machines. Needs `pip install dask distributed`.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

FAILED_PARTS = 3


def play_part(command, index, count):
    """Plays one part and returns its records as text. Runs on a worker."""
    with tempfile.TemporaryDirectory() as folder:
        records = pathlib.Path(folder, "records.jsonl")
        words = [*command, "--plain", "--shard", f"{index}/{count}", "--json", str(records)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"part {index}: {done.stderr.strip()[-2000:]}")
        return records.read_text()


def arguments():
    options, match = sys.argv[1:], []
    if "--" in options:
        at = options.index("--")
        options, match = options[:at], options[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="damone", help="the program [damone]")
    parser.add_argument("--scheduler", help="address of a dask scheduler, such as tcp://host:8786")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers without --scheduler")
    parser.add_argument("--parts", type=int, default=100, help="parts of the match [100]")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the records")
    chosen = parser.parse_args(options)
    if not match:
        parser.error("the arguments of `damone match` must follow --")
    return chosen, match


class Match:
    """The parts that are done, as files in a folder."""

    def __init__(self, chosen, match):
        self.program, self.count, self.out = chosen.program, chosen.parts, chosen.out
        self.command = [self.program, "match", *match]
        self.out.mkdir(parents=True, exist_ok=True)
        terms = self.out / "run.json"
        mine = {"arguments": match, "parts": self.count}
        if terms.exists() and json.loads(terms.read_text()) != mine:
            sys.exit(f"{self.out} holds a match with other arguments: use another folder")
        terms.write_text(json.dumps(mine))

    def path(self, index):
        return self.out / f"part-{index}-of-{self.count}.jsonl"

    def open_parts(self):
        return [index for index in range(1, self.count + 1) if not self.path(index).exists()]

    def keep(self, index, records):
        """Written beside and moved into place: a part is there as a whole or not at all."""
        beside = self.path(index).with_suffix(".tmp")
        beside.write_text(records)
        beside.replace(self.path(index))

    def files(self):
        return [str(path) for path in sorted(self.out.glob(f"part-*-of-{self.count}.jsonl"))]

    def merge(self, *extra):
        command = [self.program, "match", "merge", *self.files(), *extra]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def summary(self):
        return json.loads(self.merge("--summary")) if self.files() else {"decision": None}


def run(match, client):
    from dask.distributed import as_completed

    # Pure tasks would be taken for equal to those of an earlier run; a part may be tried again elsewhere.
    futures = {
        client.submit(play_part, match.command, index, match.count, pure=False, retries=FAILED_PARTS): index
        for index in match.open_parts()
    }
    completed = as_completed(futures)
    for future in completed:
        index = futures[future]
        match.keep(index, future.result())
        summary = match.summary()
        print(json.dumps({"part": index, **summary}), flush=True)
        if summary["decision"] in ("h0", "h1"):
            client.cancel(list(futures))
            return


def main():
    chosen, arguments_of_match = arguments()
    match = Match(chosen, arguments_of_match)
    if match.summary()["decision"] not in ("h0", "h1") and match.open_parts():
        from dask.distributed import Client, LocalCluster

        if chosen.scheduler:
            with Client(chosen.scheduler) as client:
                run(match, client)
        else:
            # Processes of one thread each: a part is a program of its own that needs a core.
            with LocalCluster(n_workers=chosen.workers, threads_per_worker=1, dashboard_address=None) as cluster:
                with Client(cluster) as client:
                    run(match, client)
    print(match.merge("--json", str(match.out / "match.jsonl")), end="")


if __name__ == "__main__":
    main()
