#!/usr/bin/env bash
# Tests the driver for many machines on a cluster of this machine: a worker is killed, the driver is killed and
# started again, and the table is that of a match in one piece. Its Python packages go into a folder of target.
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
