#!/bin/sh
# coverage.sh BUILD ROOM...: lines and branches of each room that the tests ran, from gcov's counts in BUILD/obj and,
# for what counts and states costs, BUILD/counted/obj; what was not run, line by line, goes to BUILD/coverage.txt.
# Status 1 if all rooms together are below 98 % of the lines or 95 % of the branches. Branches on what the CPU can do
# go one way on one machine: they are told apart.
set -eu
build=$1
shift
lcov="lcov --quiet --rc lcov_branch_coverage=1"
$lcov --capture --directory "$build/obj" --directory "$build/counted/obj" --base-directory . --output-file "$build/all.info" 2>/dev/null
patterns=
for room in "$@"; do
    patterns="$patterns $PWD/$room/*"
done
set -f
$lcov --extract "$build/all.info" $patterns --output-file "$build/rooms.info"
set +f
awk -F'[:,]' -v root="$PWD/" '
    /^SF:/ {
        path = file = substr($0, 4); sub(root, "", file); delete cpu
        for (n = 1; (getline text < path) > 0; n++)
            if (text ~ /cpu_supports|cpuid|_missing\(|sha2_has_|eb[x] >>/) cpu[n] = 1
        close(path)
        split(file, at, "/"); room = at[1]; rooms[room] = 1
    }
    /^DA:/ { lines[room]++; if ($3 > 0) run[room]++; else print file ":" $2 ": line" > missed }
    /^BRDA:/ && $2 in cpu { asked++; next }
    /^BRDA:/ { branches[room]++; if ($5 != "-" && $5 > 0) taken[room]++; else print file ":" $2 ": branch" > missed }
    END {
        printf "%-10s %8s %8s %10s %8s\n", "room", "lines", "run", "branches", "taken"
        for (room in rooms) {
            printf "%-10s %8d %7.1f%% %10d %7.1f%%\n", room, lines[room], 100 * run[room] / lines[room], branches[room], 100 * taken[room] / branches[room]
            l += lines[room]; r += run[room]; b += branches[room]; t += taken[room]
        }
        printf "%-10s %8d %7.1f%% %10d %7.1f%%\n", "all", l, 100 * r / l, b, 100 * t / b
        printf "branches on CPU features, not among these: %d\n", asked
        exit !(100 * r / l >= 98 && 100 * t / b >= 95)
    }' missed="$build/coverage.txt" "$build/rooms.info" && status=0 || status=1
echo "not run: $build/coverage.txt"
exit $status
