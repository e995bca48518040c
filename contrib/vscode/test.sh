#!/usr/bin/env bash
# Type-checks and bundles the extension, and has its protocol library speak to the real server.
# The command to try is target/release/hatha, or $HATHA.
set -euo pipefail
cd "$(dirname "$0")"
if ! command -v npm > /dev/null; then
  echo "skipped: npm is not installed (apt-get install npm)"
  exit 0
fi
if ! npm ci --silent > /dev/null 2>&1; then
  echo "skipped: the packages of npm cannot be had"
  exit 0
fi
npm run --silent check
npm run --silent build
HATHA=$(realpath "${HATHA:-../../target/release/hatha}") npm run --silent test
