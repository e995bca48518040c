#!/usr/bin/env bash
# A session in Neovim without a screen: a file of 2,000 lines with one overflow, its diagnostic, the action.
# The command to try is target/release/hatha, or $HATHA.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v nvim > /dev/null; then
  echo "skipped: Neovim is not installed (apt-get install neovim)"
  exit 0
fi
hatha=${HATHA:-$here/../../target/release/hatha}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$(realpath "$hatha")" "$folder/bin/hatha"
{
  for n in $(seq 1 "${HATHA_TEST_FUNCTIONS:-249}"); do
    printf 'static int f%d(int a, int b)\n{\n    if (a > b) {\n        a = b;\n    }\n    return a / 2 - %d;\n}\n\n' "$n" "$n"
  done
  printf 'int entry(int a, int b)\n{\n    return f1(a & 15, b & 15) + f2(1, 2) + b * a;\n}\n'
} > "$folder/long.c"
echo "$(wc -l < "$folder/long.c") lines"
export PATH="$folder/bin:$PATH" HATHA_TEST_FILE="$folder/long.c" XDG_CACHE_HOME="$folder/cache" HOME="$folder"
for session in cold warm; do
  echo "a session with a $session cache:"
  cp "$folder/long.c" "$folder/copy.c"
  timeout 300 nvim --headless --clean -u NONE -c "luafile $here/hatha.lua" -c "luafile $here/test.lua" 2>&1 | tr -d '\r'
  echo
  cp "$folder/copy.c" "$folder/long.c"
done
echo "accepted by Neovim"
