#!/usr/bin/env bash
# Makes the opening suites that come with the program. The same program makes the same suites: a better
# evaluation makes better ones. Usage: scripts/make_openings.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/release/damone}
# Small boards are decided sooner: fewer plies there, so that the suites hold what is played.
while read -r variant plies; do
    "$program" openings --variant "$variant" --count 600 --plies "$plies" --nodes 50000 --limit 30 --seed 1 \
        --out "data/openings/$variant.fen"
done <<'LIST'
international 8
english 6
italian 6
turkish 8
arabic 8
tirana 8
tirana-designation 8
LIST
