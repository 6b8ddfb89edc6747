#!/bin/sh
# run.sh BUILD SECONDS NAME...: each fuzzer for so many seconds, one after the other; a table at the end. What a finding
# was stays in BUILD/findings, with the line that replays it. Exit 1 if there was one.
set -u
build=$1
seconds=$2
shift 2
mkdir -p "$build/findings" "$build/logs"
table=$build/logs/table
: >"$table"
failed=

# Of the longest input, in octets: what the layout has a use for.
length() {
    case $1 in
    vectors) echo 12288 ;;
    json) echo 6000 ;;
    bignum) echo 2048 ;;
    rsa | der | hash) echo 1024 ;;
    *) echo 512 ;;
    esac
}
stat_of() {
    sed -n "s/^stat::$1: *//p" "$log" | tail -1
}
fuzz() {
    dict=
    [ ! -f "tests/fuzz/$name.dict" ] || dict=-dict=tests/fuzz/$name.dict
    "$build/fuzz_$name" ${dict:+"$dict"} "-max_total_time=$1" "-max_len=$(length "$name")" -len_control=0 \
        -rss_limit_mb=1024 -timeout=10 ${FUZZ_SEED:+"-seed=$FUZZ_SEED"} -print_final_stats=1 -reload=0 "-artifact_prefix=$build/findings/$name-" \
        "$build/corpus/$name" "$build/seeds/$name" >"$log" 2>&1
}
# Ten seconds on the wall may be far less on a busy processor: such an input counts
# if it takes ten of the processor too, with two for the start.
really_slow() {
    input=$(sed -n "s|.*Test unit written to \(.*/findings/$name-timeout-.*\)|\1|p" "$log" | tail -1)
    [ -n "$input" ] || return 0
    if prlimit --cpu=12 "$build/fuzz_$name" -timeout=600 "$input" >>"$log" 2>&1; then
        rm -f "$input"
        return 1
    fi
}

for name; do
    log=$build/logs/$name.log
    mkdir -p "$build/corpus/$name"
    end=$(($(date +%s) + seconds))
    findings=0
    echo "== $name, $seconds s: $log"
    until fuzz $((end - $(date +%s))); do
        if really_slow; then
            findings=1
            break
        fi
        [ "$(date +%s)" -lt "$end" ] || break
    done
    if [ $findings = 1 ]; then
        failed="$failed $name"
        grep -hE 'MUST|ERROR:|runtime error|SUMMARY' "$log" | head -5
        sed -n "s|.*Test unit written to \(.*\)|FINDING $name: kept in \1; replay from the tree's root: $build/fuzz_$name \1|p" "$log"
    fi
    cov=$(sed -n 's/.*cov: \([0-9]*\).*/\1/p' "$log" | tail -1)
    share=$(sed -n 's/^share: \([0-9]*\) of \([0-9]*\).*/\1 \2/p' "$log" | tail -1 | awk '$2 { printf "%.1f %%", 100 * $1 / $2 }')
    printf '%-8s %12s %8s %8s %8s %9s %9s\n' "$name" "$(stat_of number_of_executed_units)" "$(stat_of average_exec_per_sec)" \
        "${cov:--}" "$(find "$build/corpus/$name" -type f | wc -l)" "${share:--}" "$findings" >>"$table"
    tail -1 "$table"
done
echo
printf '%-8s %12s %8s %8s %8s %9s %9s\n' fuzzer executions exec/s edges corpus accepted findings
cat "$table"
if [ -n "$failed" ]; then
    echo "findings:$failed"
    exit 1
fi
