#!/usr/bin/env bash
# Has BenchExec judge the tool-info module, and compares what it makes of three results.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! python3 -c 'import benchexec' 2>/dev/null; then
  echo "skipped: BenchExec is not installed (python3 -m pip install benchexec)"
  exit 0
fi
export PYTHONPATH=.
export PATH="$PWD/target/release:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The module names its own folder; the files are only to be read.
hatha check --format json examples/counter.c > "$folder/proved.log" || true
hatha check --format json --property <(echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )') \
  examples/counter-bug.c > "$folder/violated.log" || true
echo "no result" > "$folder/nothing.log"
told=$(python3 -m benchexec.test_tool_info contrib.benchexec.hatha --no-container \
  --tool-directory . --tool-output "$folder"/*.log 2>&1) || { echo "$told"; exit 1; }
for expected in "true" "false(unreach-call)" "Version: “0"; do
  grep -qF "$expected" <<< "$told" || { echo "missing: $expected"; echo "$told"; exit 1; }
done
echo "accepted by BenchExec"
