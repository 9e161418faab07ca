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
import json
import pathlib
import subprocess
import tempfile

import many_machines as machines
from many_machines import call


def play_part(command, index, count):
    """Plays one part and returns its records. Runs on a worker."""
    with tempfile.TemporaryDirectory() as folder:
        records = pathlib.Path(folder, "records.jsonl")
        call(f"part {index}", [*command, "--plain", "--shard", f"{index}/{count}", "--json", str(records)])
        return records.read_bytes()


def merge(program, parts, *extra):
    """What the program makes of the parts that are done."""
    command = [program, "match", "merge", *parts.files(), *extra]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def summary(program, parts):
    return json.loads(merge(program, parts, "--summary")) if parts.files() else {"decision": None}


def is_decided(found):
    return found["decision"] in ("h0", "h1")


def main():
    options = machines.parser_of_parts(__doc__, "match")
    chosen, match = machines.parse_before_dashes(options, "match")
    terms = json.dumps({"arguments": match, "parts": chosen.parts})
    parts = machines.Parts(chosen.out, chosen.parts, "jsonl", terms)
    if not is_decided(summary(chosen.program, parts)) and parts.missing():
        with machines.client(chosen) as client:
            for index in parts.finish(client, play_part, [chosen.program, "match", *match]):
                found = summary(chosen.program, parts)
                print(json.dumps({"part": index, **found}), flush=True)
                if is_decided(found):
                    break
    print(merge(chosen.program, parts, "--json", str(chosen.out / "match.jsonl")), end="")


if __name__ == "__main__":
    main()
