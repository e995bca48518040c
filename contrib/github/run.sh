#!/usr/bin/env bash
# What the action runs: `hatha ci` with the inputs as HATHA_… variables. Works on any server for tests.
set -euo pipefail
arguments=(ci --cache "${HATHA_CACHE:-.hatha-cache}" --summary hatha.md --sarif hatha.sarif --junit hatha.xml
  --fail-on "${HATHA_FAIL_ON:-violated}")
# A new branch has a base of zeros: everything is new.
if [[ "${HATHA_BASE:-}" =~ ^0+$ ]]; then HATHA_BASE=; fi
if [ -n "${HATHA_BASE:-}" ]; then arguments+=(--base "$HATHA_BASE"); fi
if [ -n "${HATHA_COMPILE_COMMANDS:-}" ]; then arguments+=(--compile-commands "$HATHA_COMPILE_COMMANDS"); fi
if [ -n "${HATHA_BASELINE:-}" ]; then arguments+=(--baseline "$HATHA_BASELINE"); fi
if [ -n "${HATHA_TIMEOUT:-}" ]; then arguments+=(--timeout "$HATHA_TIMEOUT"); fi
read -r -a further <<< "${HATHA_OPTIONS:-}"
if [ "${#further[@]}" -gt 0 ]; then arguments+=(-- "${further[@]}"); fi
status=0
"${HATHA:-hatha}" "${arguments[@]}" || status=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f hatha.md ]; then cat hatha.md >> "$GITHUB_STEP_SUMMARY"; fi
exit "$status"
