#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""check_run.py SOURCE: `./run` and tools/need leave the packages of the machine alone.

Each test copies run, tools/need and packages.txt to a temporary folder and runs them there. apt-get, dpkg-query,
dpkg-deb, id, sudo, c++ and cmake are stand-ins, first on PATH: they write down how they were called and behave as the
test says. Nothing real is installed.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else ".").resolve()

STAND_INS = {
    # A file removes/NAME has what would be removed for NAME; a file unknown/NAME makes NAME unknown.
    "apt-get": """
echo "$*" >>"$STATE/calls"
case " $* " in
  *' -s '*)
    code=0
    for name; do
      [ ! -e "$STATE/unknown/$name" ] || { echo "E: Unable to locate package $name"; code=100; }
      [ ! -e "$STATE/removes/$name" ] || sed 's/.*/Remv & [1.0]/' "$STATE/removes/$name"
      case $name in -* | install) ;; *) echo "Inst $name (1.0)" ;; esac
    done
    exit $code ;;
  *' install '*)
    cp "$STATE/stderr" "$STATE/said_before"
    for name; do echo "$name"; done >>"$STATE/installed" ;;
  *' download '*)
    case "$* $(cat "$STATE/lists")" in *Dir::State*own | *machine) ;; *) exit 100 ;; esac
    for name; do :; done
    : >"${name}_1.0_all.deb" ;;
esac""",
    # The version of what is installed, and of what the archive has, is 1.0 unless versions/NAME says another.
    "dpkg-query": '''for name; do :; done
grep -qx "$name" "$STATE/installed" && echo "installed $(cat "$STATE/versions/$name" 2>/dev/null || echo 1.0)"''',
    "apt-cache": '''shift
for name; do
  [ -e "$STATE/unknown/$name" ] ||
    printf '%s:\n  Candidate: %s\n' "$name" "$(cat "$STATE/versions/$name" 2>/dev/null || echo 1.0)"
done''',
    "dpkg-deb": '[ -s "$STATE/damaged" ] && exit 2; mkdir -p "$3/usr/include/boost"',
    "id": 'cat "$STATE/id"',
    # As where the user may not: `sudo` refuses unless the test allows it.
    "sudo": '[ -s "$STATE/sudo" ] || exit 1; [ "$1" != -n ] || shift; echo "$*" >>"$STATE/sudo_calls"; exec "$@"',
    "c++": 'echo "found $(cat "$STATE/boost")"',
    "cmake": 'case $1 in --build) cat "$STATE/ninja"; exit "$(cat "$STATE/code")" ;; esac',
}


class run(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.tree = self.folder / "a tree"
        self.state = self.folder / "state"
        stand_ins = self.folder / "bin"
        for folder in (self.tree / "tools", self.state / "removes", self.state / "unknown", self.state / "versions", stand_ins):
            folder.mkdir(parents=True)
        for name in ("run", "tools/need", "packages.txt"):
            shutil.copy(SOURCE / name, self.tree / name)
        for name in ("tools/lint", "tools/format", "tools/check_long"):
            self.script(self.tree / name, "")
        (self.tree / "bench").mkdir()
        (self.tree / "bench/table.py").write_text("")
        for name, text in STAND_INS.items():
            self.script(stand_ins / name, text)
        self.environment = {"PATH": f"{stand_ins}:/usr/bin:/bin", "STATE": str(self.state), "TMPDIR": str(self.folder)}
        self.put(calls="", sudo_calls="", installed=self.every_package(), id="0", sudo="", boost="108100",
                 lists="machine", damaged="", ninja="ninja: no work to do.\n", code="0")

    @staticmethod
    def script(path, text):
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def put(self, **files):
        for name, text in files.items():
            (self.state / name).write_text(text)

    def section(self, wanted):
        names, on = [], False
        for line in (SOURCE / "packages.txt").read_text().splitlines():
            line = line.split("#")[0].strip()
            if line.startswith("["):
                on = wanted in (None, line.strip("[]"))
            elif line and on:  # every package of the archive has version 1.0, so those that ask for more are passed over
                names += [name.strip() for name in line.split("|") if ">=" not in name][:1]
        self.assertTrue(names, wanted)
        return names

    def every_package(self):
        unpacked = self.section("unpacked")
        return "".join(f"{name}\n" for name in self.section(None) if name not in unpacked)

    def uninstall(self, *names):
        lines = (self.state / "installed").read_text().splitlines()
        self.put(installed="".join(f"{line}\n" for line in lines if line not in names))

    def run_word(self, *words, code=0):
        with open(self.state / "stderr", "w") as err:
            done = subprocess.run([self.tree / "run", *words], env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=err, text=True)
        said = (self.state / "stderr").read_text()
        self.assertEqual(done.returncode, code, said)
        self.check_calls()
        return said

    def calls(self, name="calls"):
        return (self.state / name).read_text().splitlines()

    def installs(self):
        return [c for c in self.calls() if " install " in f" {c} " and " -s " not in f" {c} "]

    def check_calls(self):
        """What holds in every test: nothing can be removed, and Boost is never installed."""
        for call in self.installs():
            self.assertIn("--no-remove", call)
        for call in self.calls():
            self.assertNotRegex(call, r"\b(remove|purge|autoremove|upgrade|dist-upgrade|full-upgrade)\b(?<!--no-remove)")
            if " download " not in f" {call} ":
                self.assertNotRegex(call, "libboost1")

    def packages_folder(self):
        folder = self.tree / "build" / "packages"
        return sorted(p.name for p in folder.iterdir()) if folder.exists() else []

    def test_a_machine_with_everything_is_left_alone(self):
        for word in ("build", "bench", "lint", "format", "check-long"):
            self.run_word(word)
        self.assertEqual(self.calls(), [])
        self.assertEqual(self.packages_folder(), [])

    def test_missing_packages_are_named_and_then_installed(self):
        self.uninstall("ninja-build", "mold")
        self.run_word("build")
        self.assertIn("ninja-build mold", (self.state / "said_before").read_text())
        self.assertEqual(len(self.installs()), 1)
        self.assertTrue(self.installs()[0].endswith(" ninja-build mold"))
        self.assertTrue(any(" -s " in f" {c} " for c in self.calls()), "apt-get is asked first")

    def test_every_word_can_install_all_it_needs(self):
        for word in ("build", "bench", "lint", "format", "check-long"):
            self.put(installed="", calls="")
            self.run_word(word)
            self.assertEqual(len(self.installs()), 1, word)

    def test_a_package_that_would_remove_others_is_refused(self):
        self.uninstall("libfmt-dev", "ninja-build")
        (self.state / "removes" / "libfmt-dev").write_text("python3-scipy\nlibboost-dev\n")
        said = self.run_word("build", code=4)
        self.assertIn("libfmt-dev: apt-get would remove python3-scipy libboost-dev", said)
        self.assertEqual(self.installs(), [])

    def test_an_unknown_package_is_named(self):
        self.uninstall("libfmt-dev", "ninja-build")
        (self.state / "unknown" / "libfmt-dev").write_text("")
        self.assertIn("Unable to locate package libfmt-dev", self.run_word("build", code=4))
        self.assertEqual(self.installs(), [])

    def test_an_optional_package_that_would_remove_others_is_left_out(self):
        self.uninstall("ninja-build", "libhdf5-dev", "mold")
        (self.state / "removes" / "libhdf5-dev").write_text("libhdf4-dev\n")
        said = self.run_word("build")
        self.assertIn("libhdf5-dev: apt-get would remove libhdf4-dev", said)
        self.assertTrue(self.installs()[0].endswith(" ninja-build mold"), self.installs())

    def test_another_gnuplot_will_do(self):
        self.uninstall("gnuplot-nox")
        with open(self.state / "installed", "a") as installed:
            installed.write("gnuplot-qt\n")
        self.run_word("build")
        self.assertEqual(self.calls(), [])

    def test_without_root_the_command_is_printed(self):
        self.put(id="1000")
        self.uninstall("ninja-build", "libfmt-dev", "mold")
        said = self.run_word("build", code=4)
        self.assertRegex(said, "sudo apt-get install .*ninja-build libfmt-dev\n")
        self.assertRegex(said, "optional .*mold")
        self.assertEqual(self.calls(), [])

    def test_without_root_optional_packages_do_not_stop_the_work(self):
        self.put(id="1000")
        self.uninstall(*self.section("speed"), *self.section("report"))
        said = self.run_word("build")
        self.assertRegex(said, "sudo apt-get install .*mold .*gnuplot-nox")
        self.assertEqual(self.calls(), [])
        self.run_word("test", code=4)  # its tests draw plots

    def test_through_sudo(self):
        self.put(id="1000", sudo="allowed")
        self.uninstall("ninja-build")
        self.run_word("build")
        self.assertEqual(len([c for c in self.calls("sudo_calls") if " install " in c]), 1)
        self.assertEqual(len(self.installs()), 1)

    def test_an_old_boost_stays_and_a_newer_one_is_unpacked(self):
        for boost in ("107400", "BOOST_VERSION", ""):
            shutil.rmtree(self.tree / "build", ignore_errors=True)
            self.put(boost=boost, id="1000", calls="")
            self.run_word("build")
            self.assertEqual(self.calls(), ["download libboost1.81-dev"])
            self.assertEqual(self.packages_folder(), ["libboost1.81-dev"])
        self.assertTrue((self.tree / "build/packages/libboost1.81-dev/usr/include/boost").is_dir())
        self.run_word("build")
        self.assertEqual(len(self.calls()), 1, "once unpacked it is used again")

    def test_an_archive_with_newer_versions_is_asked_for_them(self):
        """Debian 13: Boost's default package is new enough, and Arb is a part of FLINT 3."""
        self.uninstall("libflint-dev", "libflint-arb-dev")
        (self.state / "unknown/libflint-arb-dev").touch()
        (self.state / "versions/libboost-dev").write_text("1.83.0.2")
        (self.state / "versions/libflint-dev").write_text("3.1.3-2")
        self.run_word("build")
        (call,) = self.installs()
        self.assertRegex(call, r" libboost-dev .*libflint-dev$")
        self.assertNotIn("libflint-arb-dev", call)
        self.put(calls="")
        self.run_word("build")
        self.assertEqual(self.calls(), [])

    def test_an_archive_with_older_versions_has_arb_by_itself(self):
        self.uninstall("libflint-dev", "libflint-arb-dev")
        self.run_word("build")
        (call,) = self.installs()
        self.assertRegex(call, r" libflint-arb-dev libflint-dev$")

    def test_a_newer_boost_is_used(self):
        self.put(boost="108300")
        self.run_word("build")
        self.assertEqual(self.packages_folder(), [])

    def test_package_lists_of_our_own_where_the_machine_has_none(self):
        self.put(boost="107400", lists="own", id="1000")
        self.run_word("build")
        self.assertEqual(self.packages_folder(), ["libboost1.81-dev"])
        for call in self.calls()[1:]:
            self.assertIn("Dir::State::lists=", call)

    def test_a_boost_that_cannot_be_had_leaves_nothing_behind(self):
        self.put(boost="107400", lists="none")
        self.assertIn("libboost1.81-dev", self.run_word("build", code=4))
        self.put(lists="machine", damaged="yes")
        self.run_word("build", code=4)
        self.assertEqual(self.packages_folder(), [])

    def test_progress_where_there_is_no_terminal(self):
        lines = [f"[{n}/40] Building CXX object {n}.o\n" for n in range(1, 41)]
        self.put(ninja="[0/2] Re-checking globbed directories...\n" + "".join(lines))
        said = self.run_word("build").splitlines()
        self.assertEqual([line for line in said if "built" in line],
                         [f"run: {n} % built ({n * 4 // 10}/40)" for n in range(10, 101, 10)])
        self.put(ninja="".join(lines[:7]) + "FAILED: 8.o\na.cpp:1:2: error: \\no%s *\n", code="1")
        said = self.run_word("build", code=4)
        self.assertIn("FAILED: 8.o\na.cpp:1:2: error: \\no%s *\n", said)
        self.assertIn("run: error: the build of the preset release failed", said)

    def test_help_and_unknown_words(self):
        self.run_word("help")
        self.assertIn("reproduce, test", self.run_word("biuld", code=2))


if __name__ == "__main__":
    unittest.main()
