# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Jobs of mpirun for the tests of this folder: start one, find its ranks, kill one of them, read what it left."""
import os
import shutil
import signal
import subprocess
import sys
import time

SKIPPED = 77  # as CTest is told (tests/CMakeLists.txt)
MARK = "PLUMBLINE_TEST_JOB"  # in the environment of every process of a job


def require_mpi(program):
    """Ends the test, with the reason, where there is no mpirun or the program was built without MPI."""
    reason = None
    if shutil.which("mpirun") is None:
        reason = "there is no mpirun on this machine (Debian: openmpi-bin)"
    else:
        # one rank alone never asks for MPI: the variable says that there are two
        asked = subprocess.run([program, "--version"], capture_output=True, text=True,
                               env={**os.environ, "PMI_SIZE": "2"}, timeout=60)
        if "built without MPI" in asked.stderr:
            reason = "the program was built without MPI (Debian: libopenmpi-dev)"
    if reason:
        print("skipped:", reason)
        sys.exit(SKIPPED)


def command_of(program, arguments, ranks, options=()):
    """The words that run the program on so many ranks; 0: without mpirun."""
    if ranks == 0:
        return [program, *arguments]
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), *options, program,
            *arguments]


class Job:
    """A job in a folder of its own. Its output stands in the files `out` and `err` there."""

    number = 0

    def __init__(self, program, arguments, ranks, folder, options=(), timeout=None):
        Job.number += 1
        self.folder = folder
        self.mark = f"{os.getpid()}-{Job.number}"
        environment = {**os.environ, MARK: self.mark, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        if timeout is not None:
            environment["PLUMBLINE_RANK_TIMEOUT"] = str(timeout)
        with open(os.path.join(folder, "out"), "wb") as out, open(os.path.join(folder, "err"), "wb") as err:
            self.process = subprocess.Popen(command_of(program, arguments, ranks, options), cwd=folder, stdout=out, stderr=err,
                                            stdin=subprocess.DEVNULL, env=environment)

    def pid_of(self, rank):
        """The process of a rank; None before it starts and after it has ended."""
        wanted = {f"{MARK}={self.mark}".encode(), f"OMPI_COMM_WORLD_RANK={rank}".encode()}
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/environ", "rb") as environ:
                    if wanted <= set(environ.read().split(b"\0")):
                        return int(name)
            except OSError:  # it ended, or belongs to somebody else
                pass
        return None

    @staticmethod
    def seconds_of(pid):
        """The processor time of a process; None where it has ended."""
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
                fields = stat.read().rpartition(")")[2].split()
        except OSError:
            return None
        return None if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill_at_work(self, rank, seconds):
        """Kills the rank once it has used so much processor time. False where the job ended before."""
        while self.process.poll() is None:
            pid = self.pid_of(rank)
            used = None if pid is None else self.seconds_of(pid)
            if used is not None and used > seconds:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    return False
                return True
            time.sleep(0.01)
        return False

    def wait(self, seconds=200):
        """The exit code. A job that hangs is an error of the test."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()


def bytes_of(path, only=None):
    """A file's bytes, or those of the files in a folder by their names."""
    if os.path.isdir(path):
        return {name: bytes_of(os.path.join(path, name)) for name in sorted(os.listdir(path)) if only is None or name in only}
    with open(path, "rb") as file:
        return file.read()
