#!/usr/bin/env bash
# The one test command. Needs Rust; everything else it fetches itself.
set -euo pipefail
cd "$(dirname "$0")/.."

# Release for everything: the protocol tests drive the very binary that users run, and perft is heavy.
cargo test --release --locked
cargo test --release --locked --doc
