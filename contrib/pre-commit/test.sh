#!/usr/bin/env bash
# The real pre-commit with the hook of this repository: a commit with a violation is refused.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! python3 -c 'import pre_commit' 2> /dev/null; then
  echo "skipped: pre-commit is not installed (python3 -m pip install pre-commit)"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/hooks" "$folder/work"
ln -s "$(realpath "${HATHA:-$root/target/release/hatha}")" "$folder/bin/hatha"
export PATH="$folder/bin:$PATH" PRE_COMMIT_HOME="$folder/home" XDG_CACHE_HOME="$folder/cache"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
cd "$folder/hooks"
git init -q -b main
cp "$root/.pre-commit-hooks.yaml" .
git add .
git commit -qm hooks
cd "$folder/work"
git init -q -b main
cat > .pre-commit-config.yaml << CONFIG
repos:
  - repo: $folder/hooks
    rev: $(git -C "$folder/hooks" rev-parse HEAD)
    hooks:
      - id: hatha
CONFIG
echo 'int f(int a) { return a / 3; }' > a.c
git add .
git commit -qm first
echo 'int g(int a) { return a & 3; }' >> a.c
git add .
python3 -m pre_commit run > "$folder/told" 2>&1 || { cat "$folder/told"; echo "a good change is refused"; exit 1; }
echo 'int h(int a) { return 3 / a; }' >> a.c
git add .
if python3 -m pre_commit run > "$folder/told" 2>&1; then cat "$folder/told"; echo "a bad change is taken"; exit 1; fi
grep -q 'division-by-zero when `h` is called with a = 0' "$folder/told" || { cat "$folder/told"; exit 1; }
echo "accepted by pre-commit"
