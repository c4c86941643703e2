#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# try.sh PACKAGES [SUITE]: installs the packages of that folder with apt-get in an empty Debian (mmdebstrap) of the suite that
# they were made on (without a name: the one of this machine), as a user would,
# runs the program, its manual pages, programs that use the library (pkg-config and CMake) and the Python module, does what a
# new user does with a system of their own, and removes the packages again: nothing of them may be left. Needs root and the
# network.
set -eu
# shellcheck disable=SC1091  # the system's own file
packages=$1 suite=${2:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
chmod 755 "$empty"

echo 'an empty Debian'
mmdebstrap --quiet --variant=apt "$suite" "$empty/root" >"$empty/log" 2>&1 || {
  cat "$empty/log"
  exit 1
}
mkdir "$empty/root/tmp/packages"
cp -R "$packages"/*.deb "$here/inside.sh" "$here/new_user.py" "$here/../consumer" "$here/../../examples/pendulum_period.cpp" \
  "$empty/root/tmp/packages/"
cp /etc/resolv.conf "$empty/root/etc/" 2>/dev/null || true
# shellcheck disable=SC2016  # the inner shell expands it
unshare --mount --fork sh -c 'mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" && exec chroot "$1" env -i \
  PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root \
  sh /tmp/packages/inside.sh' try "$empty/root"
