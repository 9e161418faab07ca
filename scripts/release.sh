#!/usr/bin/env bash
# Release binaries: optimised by a profile of the program at work (PGO) and, on x86-64, one program that holds a version
# for each level of the instruction set and runs the best one that the machine has.
set -euo pipefail

usage() {
    cat <<'END'
usage: scripts/release.sh [--out DIR] [--cpus LIST] [--target TRIPLE] [--games LIST] [--no-pgo]

  --out DIR        where the program goes [default: target/dist]
  --cpus LIST      processors to build for, separated by commas; one alone, such as native, needs no launcher
                   [default: x86-64,x86-64-v2,x86-64-v3,x86-64-v4]
  --target TRIPLE  for another system than this one; its profile is gathered here
  --games LIST     games whose bench gives the profile, separated by commas [default: all]
  --no-pgo         without a profile

Needs cargo-multivers on x86-64 (cargo install --locked cargo-multivers) and, for the profile, llvm-profdata of the
compiler's LLVM or a newer one (rustup component add llvm-tools). Without the latter the program is built without a
profile, and the script says so.
END
}

fail() {
    echo "release.sh: $1" >&2
    exit 2
}

host=$(rustc -vV | sed -n 's/^host: //p')
llvm=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
out=target/dist cpus=x86-64,x86-64-v2,x86-64-v3,x86-64-v4 target=$host games='' pgo=yes
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help) usage && exit 0 ;;
    --no-pgo) pgo=no && shift && continue ;;
    --out | --cpus | --target | --games) [ $# -gt 1 ] || fail "$1 needs a value" ;;
    *) fail "unknown argument $1; see --help" ;;
    esac
    declare "${1#--}=$2"
    shift 2
done
cd "$(dirname "$0")/.."
case $target in
x86_64-*)
    cargo multivers --version >/dev/null 2>&1 || fail "no cargo-multivers: cargo install --locked cargo-multivers" ;;
esac
mkdir -p "$out" target/pgo
out=$(realpath "$out")
work=$PWD/target/pgo

# An llvm-profdata that reads what the compiler's LLVM writes: rustup's, or one of the system that is not older.
find_profdata() {
    local tool version
    for tool in "$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata" "llvm-profdata-$llvm" llvm-profdata; do
        tool=$(command -v "$tool") || continue
        version=$("$tool" merge --version 2>/dev/null | sed -n 's/.*LLVM version \([0-9]*\).*/\1/p') || continue
        [ "${version:-0}" -ge "$llvm" ] || continue
        echo "$tool"
        return
    done
    return 1
}

# Lets an instrumented program do what users do most: search all games, and generate moves.
gather_profile() {
    local profdata=$1 program=target/pgo/$host/release/damone played=${games//,/ } game
    rm -rf "$work/raw"
    # Not for one processor: the profile is for all of them. Build scripts are not instrumented, since a target is given.
    RUSTFLAGS="-Cprofile-generate=$work/raw" cargo build --release --locked --target "$host" --target-dir target/pgo
    [ -n "$played" ] || "$program" bench
    for game in $played; do "$program" bench --variant "$game"; done
    for game in ${played:-international turkish english}; do "$program" perft --variant "$game" --depth 7; done
    "$profdata" merge -o "$work/damone.profdata" "$work/raw"
}

flags=-Cstrip=symbols
if [ $pgo = no ]; then
    echo "release.sh: without a profile, as told" >&2
elif profdata=$(find_profdata); then
    gather_profile "$profdata"
    flags="$flags -Cprofile-use=$work/damone.profdata"
else
    echo "release.sh: PGO IS SKIPPED: no llvm-profdata of LLVM $llvm or newer (rustup component add llvm-tools)" >&2
fi

name=damone-$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)-$target
case $target in
x86_64-*)
    # The flags in the environment take the place of those in .cargo/config.toml, which are for this machine alone. The
    # launcher is built elsewhere: its folder must be whole.
    RUSTFLAGS=$flags cargo multivers --target "$target" --cpus "$cpus" --target-dir "$PWD/target/multivers" \
        --out-dir "$work/program" -- --locked
    program=$work/program/damone ;;
*)
    RUSTFLAGS=$flags cargo build --release --locked --target "$target" --target-dir target/dist-build
    program=target/dist-build/$target/release/damone ;;
esac
[ -e "$program" ] || suffix=.exe
cp "$program${suffix-}" "$out/$name${suffix-}"
ls -l "$out/$name${suffix-}"
