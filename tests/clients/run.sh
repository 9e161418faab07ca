#!/usr/bin/env bash
# Drives the built program with the Python clients that exist for draughts engines, from PyPI at the versions that were
# looked into. Both call their package `draughts`, so each has an environment of its own, kept below `target/`.
#
#     tests/clients/run.sh ENGINE
set -euo pipefail
cd "$(dirname "$0")/../.."
engine=$(realpath "$1")
home="${CARGO_TARGET_DIR:-target}/clients"

# The Python of an environment with one package in it.
environment() {
    local name=$1 version=$2 folder="$home/$1-$2"
    if ! "$folder/bin/python" -c "import draughts" 2>/dev/null; then
        rm -rf "$folder"
        python3 -m venv "$folder" >&2
        "$folder/bin/pip" install --quiet --disable-pip-version-check "$name==$version" >&2
    fi
    echo "$folder/bin/python"
}

# A client that waits for ever has lost a line.
run() { timeout 600 "$1" -W ignore "tests/clients/$2" "$engine"; }

python=$(environment pydraughts 0.6.7)
run "$python" pydraughts_hub.py
run "$python" pydraughts_dxp.py
python=$(environment py-draughts 1.10.1)
run "$python" py_draughts_hub.py
