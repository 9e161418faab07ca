#!/usr/bin/env python3
"""Plays games to train on, on many machines with dask.distributed.

    scripts/selfplay_dask.py [OPTIONS] -- ARGUMENTS OF `damone train selfplay`

The games are cut into parts (`--shard i/n`), each a task of its own that plays with one thread and returns its file.
Finished parts lie in the output folder, so that a run which is broken off goes on where it was; parts of lost
workers are given to others. `damone train fit --data FOLDER/part-*.dat` learns from them.

Without --scheduler it starts a cluster on this machine. On a cluster the program, the network and the endgame tables
must be found under the same paths on all machines. Needs `pip install dask distributed`.
"""
import json
import pathlib
import tempfile

import many_machines as machines
from many_machines import call


def play_part(command, index, count):
    """Plays one part and returns its file. Runs on a worker."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "part.dat")
        words = ["--threads", "1", "--shard", f"{index}/{count}", "--out", str(out)]
        call(f"part {index}", [*command, *words])
        return out.read_bytes()


def main():
    options = machines.parser_of_parts(__doc__, "games")
    chosen, selfplay = machines.parse_before_dashes(options, "train selfplay")
    terms = json.dumps({"arguments": selfplay, "parts": chosen.parts})
    parts = machines.Parts(chosen.out, chosen.parts, "dat", terms)
    if parts.missing():
        with machines.client(chosen) as client:
            for index in parts.finish(client, play_part, [chosen.program, "train", "selfplay", *selfplay]):
                print(f"{chosen.parts - len(parts.missing())} of {chosen.parts} parts: {parts.path(index)}", flush=True)


if __name__ == "__main__":
    main()
