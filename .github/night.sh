#!/usr/bin/env bash
# Adds a nightly run to the summary of its job, compares it with the previous night and with the mock, and keeps its
# record for the next night: night.sh <record of the previous night, which need not exist>
set -euo pipefail
previous=$1
reports=reports/output
record=$reports/conformance.json
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
if [ ! -f "$record" ]; then exit 0; fi

# Ignores the exit code: the run itself fails where something got worse.
compare() {
  npm run --silent conformance -- compare "$@" || true
}

cat "$reports/summary.md" >>"$summary"
if [ -f "$previous" ]; then
  compare "$previous" "$record" --html "$reports/since-last-night.html" --markdown "$reports/since-last-night.md"
  if [ -f "$reports/since-last-night.md" ]; then cat "$reports/since-last-night.md" >>"$summary"; fi
fi
BASE_URL=mock REPORTS="$reports/mock" npm run --silent conformance >/dev/null
compare "$reports/mock/conformance.json" "$record" --html "$reports/parity.html"
# The next run is not compared with one that has no verdict.
if ! grep -Eq '"word": ?"(unavailable|misconfigured)"' "$record"; then
  mkdir -p "$(dirname "$previous")"
  cp "$record" "$previous"
fi
