#!/usr/bin/env bash
# Tests the Dask drivers for many machines (matches, self-play, endgame tables) on a cluster of this machine. In a match a worker and
# the driver itself are killed and the driver is started again: the table is that of a match in one piece. Its Python packages go into a folder of target.
# Usage: scripts/test_dask.sh PROGRAM
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1")
home=target/dask-test
python=$home/venv/bin/python
if ! "$python" -c 'import distributed' 2>/dev/null; then
    python3 -m venv "$home/venv"
    "$python" -m pip --quiet install 'dask>=2026.1' 'distributed>=2026.1'
fi
rm -rf "$home/work"
mkdir -p "$home/work"
exec "$python" scripts/test_dask.py "$program" "$home/work"
