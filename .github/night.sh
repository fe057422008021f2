#!/usr/bin/env bash
# Compares each run of a night with the previous night and with the mock: night.sh <folder with one folder per target> <folder that is cached between nights>
set -euo pipefail
night=$1
kept=$2
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
mkdir -p "$kept"

# Ignores the exit code: the run itself fails where something got worse.
compare() {
  npm run --silent conformance -- compare "$@" || true
}

for record in "$night"/*/conformance.json; do
  run=$(dirname "$record")
  last="$kept/$(basename "$run").json"
  npm run --silent conformance -- history "$record" "$kept/history.ndjson" --page "$run/index.html"
  if [ -f "$last" ]; then
    compare "$last" "$record" --html "$run/since-last-night.html" --markdown "$run/since-last-night.md"
  fi
  if [ -f "$run/since-last-night.md" ]; then cat "$run/since-last-night.md" >>"$summary"; fi
  if [ -f "$kept/mock.json" ]; then compare "$kept/mock.json" "$record" --html "$run/parity.html"; fi
  # The next run is not compared with one that has no verdict.
  if ! grep -Eq '"word": "(unavailable|misconfigured)"' "$record"; then cp "$record" "$last"; fi
done
cp "$kept/history.ndjson" "$night/"
