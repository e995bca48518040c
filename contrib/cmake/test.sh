#!/usr/bin/env bash
# Real cmake and ctest on the example: one file passes, the other one fails.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v cmake > /dev/null; then
  echo "skipped: CMake is not installed (apt-get install cmake)"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
hatha=$(realpath "${HATHA:-$here/../../target/release/hatha}")
cmake -S "$here/example" -B "$folder" -DHATHA_COMMAND="$hatha" > "$folder/log" || { cat "$folder/log"; exit 1; }
cd "$folder"
ctest -L hatha > told 2>&1 || true
for expected in "hatha.example.good.c .* Passed" "hatha.example.bad.c .*Failed"; do
  grep -q "$expected" told || { echo "missing: $expected"; cat told; exit 1; }
done
echo "accepted by CTest"
