#!/usr/bin/env python3
"""Builds endgame tables on many machines with dask.distributed: a task for each pair of slices.

    scripts/tablebase_dask.py --variant GAME --pieces N --dir DIR [OPTIONS]

A task starts when those it depends on are done and calls `damone tablebase build --only SLICE`. DIR must be a folder that all
machines share. Finished slices are kept, so that a run which is broken off goes on where it was; tasks of lost workers are given
to others. Without --scheduler it starts a cluster on this machine. Needs `pip install dask distributed`.
"""
import json
import subprocess

import many_machines as machines
from many_machines import call


def build(command, slice_name, _after):
    """Builds one pair of slices. Runs on a worker."""
    call(slice_name, [*command, "--only", slice_name])
    return slice_name


def main():
    options = machines.parser(__doc__)
    options.add_argument("--variant", required=True, help="the game")
    options.add_argument("--pieces", required=True, help="most pieces on the board")
    options.add_argument("--dir", required=True, help="folder of the tables, shared by all machines")
    options.add_argument("--distances", help="keep distances for slices of at most so many pieces [as the program does]")
    chosen = options.parse_args()
    game = ["--variant", chosen.variant, "--pieces", chosen.pieces, "--dir", chosen.dir]
    if chosen.distances:
        game += ["--distances", chosen.distances]
    tasks = json.loads(subprocess.check_output([chosen.program, "tablebase", "plan", *game]))
    command = [chosen.program, "tablebase", "build", *game, "--threads", "1"]
    with machines.client(chosen) as client:
        from dask.distributed import as_completed

        futures = {}
        for task in tasks:
            after = [futures[name] for name in task["after"]]
            futures[task["slice"]] = machines.submit(client, build, command, task["slice"], after)
        for number, future in enumerate(as_completed(futures.values()), 1):
            print(f"{number} of {len(tasks)}: {future.result()}", flush=True)


if __name__ == "__main__":
    main()
