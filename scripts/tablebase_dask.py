#!/usr/bin/env python3
"""Builds endgame tables on many machines with dask.distributed: a task for each pair of slices.

    scripts/tablebase_dask.py --variant GAME --pieces N --dir DIR [OPTIONS]

A task starts when those it depends on are done and calls `damone tablebase build --only SLICE`. DIR must be a folder that all
machines share. Finished slices are kept, so that a run which is broken off goes on where it was; tasks of lost workers are given
to others. Without --scheduler it starts a cluster on this machine. Needs `pip install dask distributed`.
"""
import argparse
import json
import os
import subprocess


def build(command, slice_name, _after):
    """Builds one pair of slices. Runs on a worker."""
    done = subprocess.run([*command, "--only", slice_name], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{slice_name}: {done.stderr.strip()[-2000:]}")
    return slice_name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="damone", help="the program [damone]")
    parser.add_argument("--variant", required=True)
    parser.add_argument("--pieces", required=True)
    parser.add_argument("--dir", required=True, help="folder of the tables, shared by all machines")
    parser.add_argument("--distances", default="4")
    parser.add_argument("--scheduler", help="address of a dask scheduler, such as tcp://host:8786")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers without --scheduler")
    chosen = parser.parse_args()
    from dask.distributed import Client, LocalCluster, as_completed

    game = ["--variant", chosen.variant, "--pieces", chosen.pieces, "--dir", chosen.dir, "--distances", chosen.distances]
    tasks = json.loads(subprocess.check_output([chosen.program, "tablebase", "plan", *game]))
    command = [chosen.program, "tablebase", "build", *game, "--threads", "1"]
    where = chosen.scheduler or LocalCluster(n_workers=chosen.workers, threads_per_worker=1)
    with Client(where) as client:
        futures = {}
        for task in tasks:
            after = [futures[name] for name in task["after"]]
            futures[task["slice"]] = client.submit(build, command, task["slice"], after, pure=False, retries=3)
        for number, future in enumerate(as_completed(futures.values()), 1):
            print(f"{number} of {len(tasks)}: {future.result()}", flush=True)


if __name__ == "__main__":
    main()
