#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""check_manual.py BUILD: the manual pages, the topics of the help, and their examples.

Kind: black box and consistency. Every command and topic has a page; a page has every option that `--help` names; mandoc,
which this project did not write, finds nothing to say about a page, and shows it without losing a word of it; every example
of a topic runs in the order in which it is printed and ends well.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build/release").resolve()


def run(command, folder="/", **variables):
    environment = dict(os.environ, PATH=f"{BUILD}{os.pathsep}{os.environ['PATH']}", NO_COLOR="1", **variables)
    return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=240, check=False)


HELP = run("plumbline help").stdout
COMMANDS = re.findall(r"^  (\S+) ", HELP.split("Subcommands:\n")[1].split("\n\n")[0], flags=re.M)
TOPICS = re.findall(r"^  (\S+) ", HELP.split("`plumbline help TOPIC` of:\n")[1].split("\n\n")[0], flags=re.M)


class manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        done = run(f"plumbline help manual '{cls.folder}/pages'", SOURCE_DATE_EPOCH="86400")
        assert done.returncode == 0, done.stderr
        cls.pages = {path.name: path.read_text(encoding="utf-8") for path in (cls.folder / "pages").iterdir()}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_every_command_and_topic_has_a_page(self):
        self.assertGreaterEqual(len(COMMANDS), 14)
        self.assertGreaterEqual(len(TOPICS), 10)
        expected = {"plumbline.1"} | {f"plumbline-{c}.1" for c in COMMANDS} | {f"plumbline-{t}.7" for t in TOPICS}
        self.assertEqual(set(self.pages), expected)

    def test_mandoc_has_nothing_to_say(self):
        if not shutil.which("mandoc"):
            self.fail("mandoc is missing: ./run test installs it")
        for name in self.pages:
            said = subprocess.run(["mandoc", "-T", "lint", "-W", "style", str(self.folder / "pages" / name)],
                                  stdout=subprocess.PIPE, text=True, check=False).stdout
            self.assertEqual(said, "", name)

    def shown(self, name):
        text = subprocess.run(["mandoc", "-T", "ascii", "-O", "width=200", str(self.folder / "pages" / name)],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        return re.sub(r".\x08", "", text)

    def test_a_page_has_every_option_and_every_word_of_the_help(self):
        for command in COMMANDS:
            text = run(f"plumbline help {command}").stdout
            options = re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, flags=re.M)
            self.assertIn("--help", options, command)
            page = self.shown(f"plumbline-{command}.1")
            for option in options:
                self.assertIn(option, page, command)
            words = set(re.findall(r"\S+", text.replace("`", ""))) - {"Usage:", "Positionals:", "Options:", "Example:",
                                                                      "Examples:"}
            shown = set(re.findall(r"\S+", page))
            lost = {w for w in words if w not in shown and not re.fullmatch(r"-\w,--[\w-]+", w)}
            self.assertEqual(lost, set(), command)

    def test_a_page_has_every_word_of_its_topic(self):
        for topic in TOPICS:
            words = set(re.findall(r"\S+", run(f"plumbline help {topic}").stdout.replace("`", "")))
            lost = words - set(re.findall(r"\S+", self.shown(f"plumbline-{topic}.7"))) - {f"{topic}:", "Examples:"}
            self.assertEqual(lost, set(), topic)

    def test_the_pages_have_the_date_that_is_asked_for(self):
        self.assertTrue(all('"1970-01-02"' in text for text in self.pages.values()))
        done = run(f"plumbline help manual '{self.folder}/other'", SOURCE_DATE_EPOCH="yesterday")
        self.assertEqual(done.returncode, 2)
        self.assertIn("SOURCE_DATE_EPOCH", done.stderr)

    def test_wrong_words_are_refused_in_one_line(self):
        for words, said in (("help manual", "folder"), ("help manual a b", "one word too many"),
                            ("help number", "did you mean 'numbers'"), ("help numbers b", "one word too many")):
            done = run(f"plumbline {words}", folder=self.folder)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
        done = run("plumbline help manual /dev/null/pages")
        self.assertEqual(done.returncode, 4)

    def test_every_example_of_a_topic_runs(self):
        for topic in TOPICS:
            text = run(f"plumbline help {topic}").stdout
            if "Examples:\n" not in text:
                continue
            examples = re.sub(r"\\\n\s+", "", text.split("Examples:\n")[1])
            folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
            for line in filter(None, map(str.strip, examples.split("\n"))):
                done = run(line, folder)
                self.assertEqual(done.returncode, 0, f"{topic}: {line}\n{done.stderr}")


if __name__ == "__main__":
    unittest.main()
