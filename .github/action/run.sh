#!/usr/bin/env bash
# Run by action.yml: tests the contract from the workspace of the caller, sets the outputs of the job, and ends with
# the exit code of the verdict. Passes its arguments to the run.
set -euo pipefail
suite=$(cd "$(dirname "$0")/../.." && pwd)
cd "${GITHUB_WORKSPACE:-.}"

# GitHub passes a missing input or secret as an empty string. Only BASE_URL and API_KEY must be set.
for name in TARGET NAME REQUIRE DEPTH KNOWN_FAILURES $(compgen -e | grep '._API_KEY$'); do
  if [ -z "${!name:-}" ]; then unset "$name"; fi
done
export REPORTS=${REPORTS:-conformance-report}

# Appends to a file of the job, or prints if there is none.
write_to() {
  if [ -n "$1" ]; then cat >>"$1"; else cat; fi
}

wait=${WAIT_SECONDS:-0}
if [[ ! $wait =~ ^[0-9]{1,5}$ ]]; then
  echo "misconfigured: wait must be a whole number of seconds, such as 30, not \"$wait\"" >&2
  printf 'verdict=misconfigured\nexit-code=2\n' | write_to "${GITHUB_OUTPUT:-}"
  exit 2
fi
# Any response will do, also an error: the run judges it.
end=$((SECONDS + 10#$wait))
while [ "${BASE_URL:-}" != mock ] && left=$((end - SECONDS)) && [ "$left" -gt 0 ]; do
  if curl --silent --output /dev/null --max-time $((left < 5 ? left : 5)) "${BASE_URL%/}/v1/models"; then break; fi
  sleep 1
done

code=0
node "$suite/src/cli/conformance.cjs" "$@" || code=$?

verdict=misconfigured
if [ -f "$REPORTS/conformance.json" ]; then
  verdict=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).result.outcome.word' "$REPORTS/conformance.json")
fi
{
  echo "verdict=$verdict"
  echo "exit-code=$code"
  # A workflow may use the action several times, and no two artifacts of a run have the same name.
  named=${NAME:+${NAME//[^A-Za-z0-9._-]/-}-}
  echo "artifact=conformance-$named$(od -An -N4 -tx4 /dev/urandom | tr -d ' ')"
  if [ -f "$REPORTS/index.html" ]; then echo "page=$REPORTS/index.html"; fi
  if [ -f "$REPORTS/conformance.json" ]; then echo "record=$REPORTS/conformance.json"; fi
} | write_to "${GITHUB_OUTPUT:-}"
if [ -f "$REPORTS/summary.md" ]; then write_to "${GITHUB_STEP_SUMMARY:-}" <"$REPORTS/summary.md"; fi
exit "$code"
