#!/bin/sh
# cross.sh - the tests on another machine's processor, under qemu's user emulation.
#   cross.sh deps ARCH BUILD     the cross compiler and qemu for this machine; ARCH's libraries under BUILD
#   cross.sh cc ARCH BUILD       prints the compiler's command
#   cross.sh run ARCH BUILD SAMPLE TEST...   runs test programs, then SAMPLE vectors of each file
# ARCH: aarch64 armhf s390x, and i386, which is gcc -m32 (CROSS_CC=clang: clang -m32). All run under qemu: a
# kernel of x86-64 need not run 32-bit programs.
# Criterion does not run there (tests/cross/criterion/criterion.h says why and stands in for it).
set -eu
step=$1
arch=$2
build=$3

qemu=
case $arch in
aarch64) debian=arm64 triplet=aarch64-linux-gnu qemu=qemu-aarch64 ;;
armhf) debian=armhf triplet=arm-linux-gnueabihf qemu=qemu-arm ;;
s390x) debian=s390x triplet=s390x-linux-gnu qemu=qemu-s390x ;;
i386) debian=i386 triplet=i386-linux-gnu qemu=qemu-i386 ;;
*)
    echo "cross.sh: ARCH is aarch64, armhf, s390x or i386, not $arch" >&2
    exit 2
    ;;
esac
mkdir -p "$build"
root=$(cd "$build" && pwd)/sysroot
apt=$(cd "$build" && pwd)/apt

# Unpacked here: nothing of them is installed, and no architecture is added to this machine's.
libraries="libc6-dev libgmp-dev libjansson-dev"

host_packages() {
    needed="libgmp-dev make pkg-config"
    case $arch in
    i386) needed="$needed qemu-user ${CROSS_CC:-gcc}" libraries="$libraries libgcc-12-dev" ;;
    *) needed="$needed gcc-$triplet qemu-user" ;;
    esac
    missing=
    for package in $needed; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
        echo "cross: installing$missing"
        sudo=
        [ "$(id -u)" = 0 ] || sudo=sudo
        $sudo apt-get update -q >/dev/null || echo "cross: apt-get update failed; going on with the lists at hand" >&2
        # shellcheck disable=SC2086 # a list of words
        DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends $missing >/dev/null
    fi
}

# A second apt, whose state is in this folder and whose architecture is ARCH, finds what the libraries
# need; dpkg-deb unpacks it.
sysroot() {
    [ ! -e "$root/complete" ] || return 0
    rm -rf "$root" "$apt"
    mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$root/usr/lib"
    : >"$apt/status"
    cat >"$apt/conf" <<CONF
#clear APT::Architectures;
APT::Architecture "$debian";
APT::Architectures { "$debian"; };
APT::Sandbox::User "";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Acquire::Languages "none";
CONF
    APT_CONFIG=$apt/conf apt-get update -q >/dev/null || echo "cross: apt-get update failed; going on with the lists at hand" >&2
    # shellcheck disable=SC2086
    APT_CONFIG=$apt/conf apt-get install -y -q --download-only --no-install-recommends $libraries >/dev/null
    for deb in "$apt"/cache/archives/*.deb; do
        dpkg-deb -x "$deb" "$root"
    done
    # One lib folder, as on a merged system, and links that stay below it.
    if [ -d "$root/lib" ] && [ ! -L "$root/lib" ]; then
        cp -a "$root/lib/." "$root/usr/lib/"
        rm -rf "${root:?}/lib"
    fi
    ln -sfn usr/lib "$root/lib"
    find "$root" -type l -lname '/*' | while read -r link; do
        ln -sfnr "$root$(readlink "$link")" "$link"
    done
    echo "cross: unpacked for $debian under $root: $(cd "$apt/cache/archives" && echo *.deb | sed 's/_[^ ]*//g')"
    # What the Makefile asks pkg-config for, and no peer.
    mkdir -p "$root/pkgconfig"
    printf 'Name: criterion\nDescription: tests/cross/criterion\nVersion: 0\nLibs:\n' >"$root/pkgconfig/criterion.pc"
    rm -rf "$apt"
    touch "$root/complete"
}

compiler() {
    case $arch in
    i386) echo "${CROSS_CC:-gcc} -m32 --sysroot=$root -B$root/usr/lib/gcc/i686-linux-gnu/12" ;;
    *) echo "$triplet-gcc --sysroot=$root" ;;
    esac
}

# Every program runs, whatever fails before it.
run() {
    sample=$1
    shift
    failed=
    started=$(date +%s)
    for test in "$@"; do
        echo "== $test ($arch)"
        SIGCOST_BUILD=$build TEST_TIMEOUT_FACTOR=${TEST_TIMEOUT_FACTOR:-40} \
            "$qemu" -L "$root" "$build/tests/$test" || failed="$failed $test"
    done
    echo "== sigcost vectors --impl all --sample $sample ($arch)"
    "$qemu" -L "$root" "$build/sigcost" vectors --quiet --impl all --sample "$sample" || failed="$failed vectors"
    echo "$arch: $(($(date +%s) - started)) s"
    if [ -n "$failed" ]; then
        echo "failed:$failed"
        exit 1
    fi
    echo "all test programs passed on $arch: $#"
}

case $step in
deps)
    host_packages
    sysroot
    ;;
cc) compiler ;;
run)
    shift 3
    run "$@"
    ;;
esac
