#!/bin/sh
# deps.sh - installs what is missing: deps.sh "PACKAGES" PEER_TABLE
# The packages are needed; of each peer's packages the first that the system offers is taken, and a
# peer that it does not offer is only named.
set -u
needed=$1
table=$2

by_hand() {
    echo "deps: $1; install by hand:" >&2
    echo "    $needed" >&2
    echo "    and for the peers, each optional: $(peers_of_table)" >&2
    exit 1
}
peers_of_table() {
    awk '!/^#/ && NF { printf "%s ", $3 }' "$table"
}
installed() {
    dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}
offered() {
    apt-cache show --no-all-versions "$1" >/dev/null 2>&1
}
# What is on the machine already needs neither root nor a list of packages.
missing_of() {
    for package in "$@"; do
        installed "$package" || printf '%s ' "$package"
    done
}

command -v apt-get >/dev/null 2>&1 || by_hand "no apt-get here"
root=
if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null 2>&1; then root=sudo; fi
fi

# A peer is at hand where any of its packages is installed.
peer_missing=
while read -r alternatives; do
    found=
    for package in $alternatives; do
        installed "$package" && found=yes
    done
    [ -n "$found" ] || peer_missing="$peer_missing$alternatives
"
done <<LIST
$(awk '!/^#/ && NF { gsub(/\|/, " ", $3); print $3 }' "$table")
LIST

# shellcheck disable=SC2086 # lists of words by design
missing=$(missing_of $needed)
if [ -z "$missing" ] && [ -z "$peer_missing" ]; then
    echo "deps: everything is installed"
    exit 0
fi
if [ "$(id -u)" != 0 ] && [ -z "$root" ]; then
    by_hand "not root, and no sudo"
fi
$root apt-get update -q || echo "deps: apt-get update failed; going on with the lists at hand" >&2

while read -r alternatives; do
    [ -n "$alternatives" ] || continue
    taken=
    for package in $alternatives; do
        if [ -z "$taken" ] && offered "$package"; then taken=$package; fi
    done
    if [ -n "$taken" ]; then
        missing="$missing$taken "
    else
        echo "deps: peer left out, not packaged on this system: $alternatives"
    fi
done <<LIST
$peer_missing
LIST

if [ -z "$missing" ]; then
    echo "deps: everything that this system packages is installed"
    exit 0
fi
echo "deps: installing $missing"
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $root apt-get install -y --no-install-recommends $missing || by_hand "apt-get install failed"
