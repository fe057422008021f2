#!/usr/bin/env bash
# Makes one report of a night: night.sh <folder with one folder a run> <folder kept from night to night>
set -euo pipefail
night=$1
kept=$2
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
mkdir -p "$kept"

# Only tells: what got worse has its verdict in the run, and its issue.
compare() {
  npm run --silent conformance -- compare "$@" || true
}

npm run --silent conformance -- overview "$night"/*/conformance.json --html "$night/index.html" --markdown "$night/overview.md"
cat "$night/overview.md" >>"$summary"

for record in "$night"/*/conformance.json; do
  run=$(dirname "$record")
  last="$kept/$(basename "$run").json"
  npm run --silent conformance -- history "$record" "$kept/history.ndjson" --page "$run/index.html"
  if [ -f "$last" ]; then
    compare "$last" "$record" --html "$run/since-last-night.html" --markdown "$run/since-last-night.md"
  fi
  if [ -f "$run/since-last-night.md" ]; then cat "$run/since-last-night.md" >>"$summary"; fi
  if [ -f "$kept/mock.json" ]; then compare "$kept/mock.json" "$record" --html "$run/parity.html"; fi
  # A night without a verdict is nothing to compare the next one with.
  if ! grep -Eq '"word": "(unavailable|misconfigured)"' "$record"; then cp "$record" "$last"; fi
done
cp "$kept/history.ndjson" "$night/"
