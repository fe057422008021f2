#!/usr/bin/env bash
# What action.yml runs: tests the contract from the caller's workspace, tells the job what came of it, and ends
# with the verdict's exit code. Arguments go to the run.
set -euo pipefail
suite=$(cd "$(dirname "$0")/../.." && pwd)
cd "${GITHUB_WORKSPACE:-.}"

# An input or a secret that is not there arrives as an empty text. BASE_URL and API_KEY must not.
for name in TARGET NAME REQUIRE DEPTH SEED KNOWN_FAILURES {OTHER,OLD,NO_CREDITS,NO_BACKEND,QUOTA,RATE_LIMIT,UPSTREAM}_API_KEY; do
  if [ -z "${!name:-}" ]; then unset "$name"; fi
done
export REPORTS=${REPORTS:-conformance-report}

# Any answer will do, also a refusal: whether it conforms is for the run to say.
if [ "${BASE_URL:-}" != mock ]; then
  waited=0
  until curl --silent --output /dev/null --max-time 5 "${BASE_URL%/}/v1/models"; do
    if [ "$waited" -ge "${WAIT_SECONDS:-0}" ]; then break; fi
    sleep 1
    waited=$((waited + 1))
  done
fi

code=0
node "$suite/src/cli/conformance.cjs" "$@" || code=$?

# To a file of the job, or to the terminal outside one.
tell() {
  if [ -n "$1" ]; then cat >>"$1"; else cat; fi
}

verdict=misconfigured
if [ -f "$REPORTS/conformance.json" ]; then
  verdict=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).result.outcome.word' "$REPORTS/conformance.json")
fi
{
  echo "verdict=$verdict"
  echo "exit-code=$code"
  if [ -f "$REPORTS/index.html" ]; then echo "page=$REPORTS/index.html"; fi
  if [ -f "$REPORTS/conformance.json" ]; then echo "record=$REPORTS/conformance.json"; fi
} | tell "${GITHUB_OUTPUT:-}"
if [ -f "$REPORTS/summary.md" ]; then tell "${GITHUB_STEP_SUMMARY:-}" <"$REPORTS/summary.md"; fi
exit "$code"
