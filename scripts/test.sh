#!/usr/bin/env bash
# The one test command. Needs Rust, and Python 3 with venv for scripted engines, clients and the driver of matches on many machines;
# everything else it fetches itself.
set -euo pipefail
cd "$(dirname "$0")/.."

# The development profile is optimised and keeps overflow checks and debug assertions on.
cargo test --locked
scripts/test_dask.sh target/debug/damone

# The same program, spoken to by the clients that users have.
tests/clients/run.sh "${CARGO_TARGET_DIR:-target}/debug/damone"
