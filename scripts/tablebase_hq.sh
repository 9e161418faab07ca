#!/usr/bin/env bash
# Endgame tables on many machines with HyperQueue (https://github.com/It4innovations/hyperqueue): a task for each pair of
# slices, each after those it depends on.
#
#   hq server start &   hq worker start &          (workers on as many machines as there are)
#   scripts/tablebase_hq.sh --variant turkish --pieces 5 --dir /shared/tablebases
#
# The folder must be one that all machines share. Finished slices are kept: run it again to go on.
set -euo pipefail

job=$(mktemp)
trap 'rm -f "$job"' EXIT
damone tablebase plan "$@" | python3 -c '
import json, sys
print("name = \"damone-tablebase\"")
tasks = json.load(sys.stdin)
ids = {task["slice"]: number for number, task in enumerate(tasks)}
for task in tasks:
    command = ["damone", "tablebase", "build", *sys.argv[1:], "--threads", "1", "--only", task["slice"]]
    print("\n[[task]]")
    print("id =", ids[task["slice"]])
    print("deps =", [ids[name] for name in task["after"]])
    print("command =", json.dumps(command))
    print("crash_limit = 5")
' "$@" > "$job"
hq job submit-file "$job"
