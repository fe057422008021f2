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
  compare "$previous" "$record"
fi
# The settings of the target are none of the mock.
env -i PATH="$PATH" HOME="$HOME" BASE_URL=mock REPORTS="$reports/mock" DOTENV_CONFIG_PATH=/dev/null \
  npm run --silent conformance >/dev/null
compare "$reports/mock/conformance.json" "$record"
# The next run is not compared with one that has no verdict.
if ! grep -Eq '"word": ?"(unavailable|misconfigured)"' "$record"; then
  mkdir -p "$(dirname "$previous")"
  cp "$record" "$previous"
fi
