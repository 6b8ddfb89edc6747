#!/bin/sh
# run.sh BUILD JOBS TEST...: runs the test programs, so many at a time, each with its output in one piece when it
# ends. Names what failed at the end; status 1 then.
set -eu
build=$1 jobs=$2
shift 2
failed=$build/tests/failed
rm -f "$failed"
export SIGCOST_BUILD="$build" failed
printf '%s\n' "$@" | xargs -P "$jobs" -I{} sh -c '
    start=$(date +%s)
    text=$("$SIGCOST_BUILD/tests/$1" 2>&1) || echo "$1" >>"$failed"
    printf "== %s (%s s)\n%s\n" "$1" "$(($(date +%s) - start))" "$text"' sh {}
if [ -s "$failed" ]; then
    echo "failed:" $(cat "$failed")
    exit 1
fi
echo "all test programs passed: $#"
