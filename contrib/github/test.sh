#!/usr/bin/env bash
# The script of the action as a runner starts it: with inputs as variables and a file for the summary.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
HATHA=$(realpath "${HATHA:-$here/../../target/release/hatha}")
export HATHA GITHUB_STEP_SUMMARY="$folder/step" HATHA_BASE=HEAD HATHA_OPTIONS="--checks assertions,division"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir "$folder/work"
cd "$folder/work"
git init -q -b main
printf 'int f(int a) { return a / 3; }\nint g(int a) { return a + 1; }\n' > a.c
git add a.c
git commit -qm first
"$here/run.sh" > told || { cat told; exit 1; }
sed -i 's/a \/ 3/3 \/ a/' a.c
if "$here/run.sh" > told; then cat told; echo "a violation passes"; exit 1; fi
grep -q '1 of 2 functions that differ from `HEAD`' "$GITHUB_STEP_SUMMARY" || { cat told; exit 1; }
grep -q '"ruleId": "division-by-zero"' hatha.sarif
grep -q 'failures="1"' hatha.xml
if python3 -c 'import yaml' 2> /dev/null; then
  for file in "$here/action.yml" "$here/../gitlab/hatha.gitlab-ci.yml" "$here/../../.pre-commit-hooks.yaml"; do
    python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' "$file"
  done
fi
echo "accepted by a runner"
