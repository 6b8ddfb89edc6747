#!/bin/sh
# probe.sh - prints "NAME FLAG FLAG ..." for each peer of peers.txt whose headers are on this machine.
# CC and PKG_CONFIG name the compiler and pkg-config.
set -u
here=$(dirname "$0")
cc=${CC:-cc}
pkg=${PKG_CONFIG:-pkg-config}

# The first alternative of "a,b|c" whose modules are all known; prints its flags.
by_pkg_config() {
    for alternative in $(printf '%s' "$1" | tr '|' ' '); do
        modules=$(printf '%s' "$alternative" | tr ',' ' ')
        # shellcheck disable=SC2086 # a list of words by design
        if $pkg --exists $modules 2>/dev/null; then
            $pkg --cflags --libs $modules | tr '\n' ' '
            return 0
        fi
    done
    return 1
}

grep -v '^#' "$here/peers.txt" | while read -r name _library _apt modules header flags; do
    [ -n "$name" ] || continue
    flags=$(printf '%s' "$flags" | tr ',' ' ')
    if [ "$modules" != - ]; then
        found=$(by_pkg_config "$modules") && echo "$name $found" && continue
        command -v "$pkg" >/dev/null 2>&1 && continue
    fi
    if echo "#include <$header>" | $cc -E -x c - >/dev/null 2>&1; then
        echo "$name $flags"
    fi
done
