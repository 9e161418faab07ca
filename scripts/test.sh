#!/usr/bin/env bash
# The one test command. Needs Rust; everything else it fetches itself.
set -euo pipefail
cd "$(dirname "$0")/.."

# The development profile is optimised and keeps overflow checks and debug assertions on.
cargo test --locked
