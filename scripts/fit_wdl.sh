#!/usr/bin/env bash
# Fits the chances of win, draw and loss anew, which is due when the evaluation changes: plays games of the engine
# against itself in every game, fits src/eval/wdl/table.rs to them and puts it into its place, and into the table of protocol.md.
#
#   scripts/fit_wdl.sh [GAMES] [NODES] [FOLDER]
#
# GAMES of each game (200), with NODES a move (5000); the records are kept in FOLDER (target/wdl), and a second run goes
# on with those that are there. Further records in FOLDER, *.json of `damone match`, count too.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-200} nodes=${2:-5000} folder=${3:-target/wdl}
cargo build --release --locked --bin damone --example fit_wdl
damone=${CARGO_TARGET_DIR:-target}/release/damone
mkdir -p "$folder"
games_known=$(echo uci | "$damone" | grep 'name UCI_Variant ' | grep -o 'var [a-z-]*' | cut -d ' ' -f 2)
for game in $games_known; do
    openings=builtin
    if [ ! -e "data/openings/$game.fen" ]; then
        openings=$folder/$game.fen
        [ -e "$openings" ] || "$damone" openings --variant "$game" --count 100 --plies 4 --nodes 2000 --limit 100 --out "$openings"
    fi
    "$damone" match --engine cmd="$damone" name=a --engine cmd="$damone" name=b --each "nodes=$nodes" \
        --variant "$game" --openings "$openings" --games "$games" --concurrency "$(nproc)" --plain \
        --json "$folder/$game.json" --resume >/dev/null
done
table=src/eval/wdl/table.rs
"${CARGO_TARGET_DIR:-target}/release/examples/fit_wdl" "$folder"/*.json >"$folder/table.rs"
rustfmt --edition 2024 "$folder/table.rs"
mv "$folder/table.rs" "$table"
UPDATE=1 cargo test --locked --test suite protocol_md::the_chances
echo "wrote $table and the table of protocol.md"
