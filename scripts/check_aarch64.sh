#!/usr/bin/env bash
# Builds the program for aarch64 and compares the node counts of its bench, run by an emulator, with tests/bench.txt: the
# portable path of the network (NEON there) and everything else must give the same integers as on x86-64.
#
# usage: scripts/check_aarch64.sh [GAME...]     [default: international english turkish]
#
# Needs the target (rustup target add aarch64-unknown-linux-gnu), a linker for it (aarch64-linux-gnu-gcc) and, elsewhere than on
# aarch64, qemu-aarch64. Where one is missing nothing is checked, and the script says so. It fails only if a count differs.
set -euo pipefail

target=aarch64-unknown-linux-gnu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- international english turkish

skip() {
    echo "check_aarch64.sh: SKIPPED: $1" >&2
    exit 0
}

[ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] || skip "no target: rustup target add $target"
runner=()
if [ "$(uname -m)" != aarch64 ]; then
    command -v aarch64-linux-gnu-gcc >/dev/null || skip "no aarch64-linux-gnu-gcc (Debian: gcc-aarch64-linux-gnu)"
    command -v qemu-aarch64 >/dev/null || skip "no qemu-aarch64 (Debian: qemu-user)"
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    # Where the linker keeps the libraries that the program is linked with.
    sysroot=$(dirname "$(dirname "$(aarch64-linux-gnu-gcc -print-file-name=libc.so.6)")")
    runner=(qemu-aarch64 -L "$sysroot")
fi

# The flags in the environment take the place of those in .cargo/config.toml, which are for the machine of the build.
RUSTFLAGS="" cargo build --release --locked --target "$target"
program=${CARGO_TARGET_DIR:-target}/$target/release/damone

failed=0
for game; do
    wanted=$(grep "^$game: " tests/bench.txt || true)
    found=$("${runner[@]}" "$program" bench --variant "$game" | grep "^$game: " || true)
    if [ -n "$wanted" ] && [ "${found#"$wanted"}" != "$found" ]; then
        echo "$game: the same: $wanted"
    else
        echo "$game: DIFFERENT: '$found', wanted '$wanted'" >&2
        failed=1
    fi
done
exit $failed
