# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Long calls: Ctrl-C, progress, threads, fork, memory.

Kind: property.
"""

import multiprocessing
import os
import pathlib
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import plumbline
from plumbline import Real

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONG = {"scheme": "lobatto", "step": "1/1000", "steps": 10**6, "digits": 64, "every": 10**6, "quiet": True}


def interrupted_after(seconds, call):
    """How long the call went on after SIGINT."""
    at = []

    def interrupt():
        time.sleep(seconds)
        at.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    done = time.monotonic()
    thread.join()
    return done - at[0]


@pytest.mark.parametrize("call", [
    lambda: plumbline.integrate("double-pendulum", **LONG),
    lambda: plumbline.converge("double-pendulum", scheme="simpson", until=100, steps=[10**5, 2 * 10**5], digits=64),
    lambda: plumbline.exact("pendulum", step="1/1000", steps=10**6, digits=200),
    lambda: plumbline.ellint_pi("1/3", "1/5", digits=6000),  # some seconds
    lambda: plumbline.certified("double-pendulum", step="1/10", steps=10**4, digits=60),
    lambda: plumbline.measure("lyapunov", "double-pendulum", scheme="midpoint", step="1/1000", steps=10**6),
    lambda: plumbline.sweep("end", "double-pendulum", scheme="simpson", step="1/1000", steps=10**4, over={"q1": "0.1:3:1000"}),
    lambda: plumbline.sweep("end", "double-pendulum", scheme="simpson", step="1/1000", steps=10**4, jobs=2,
                            over={"q1": "0.1:3:1000"}),
    lambda: plumbline.dataset("double-pendulum", step="1/10", steps=2000, digits=60),
    lambda: plumbline.judge({"t": [0, 10**5], "q1": ["0.1", "0.2"]}, system="double-pendulum"),
    lambda: plumbline.verify_dataset(ROOT / "reference/datasets/figure-eight-orbit", full=True),
], ids=["integrate", "converge", "exact", "function", "certified", "measure", "sweep", "sweep-jobs", "dataset", "judge", "verify"])
def test_ctrl_c_stops_within_a_second(call):
    assert interrupted_after(0.3, call) < 1
    # and the next call is as good as ever
    assert len(plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=2)) == 3


@pytest.mark.parametrize("function", ["ellint_pi('1/3', '1/5'", "ellint_f('1/2', '1/3'", "weierstrass_invariants(1, '2*i'"])
def test_an_interrupted_function_ends_and_does_not_hold_the_end_of_the_interpreter(function):
    # without Ctrl-C the first two take hours, the third 40 s
    script = f"""
        import os, signal, threading, time, plumbline
        threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT]).start()
        try:
            plumbline.{function}, digits=90000)
        except KeyboardInterrupt:
            pass
        time.sleep(1.5)  # a pass of its loops may be under way
        before = time.process_time()
        time.sleep(1)
        print(time.process_time() - before)
        """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 0.2, "it goes on"


def test_an_error_in_the_callback_stops_the_run():
    def fail(done, total):
        raise RuntimeError("enough")

    before = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        plumbline.integrate("double-pendulum", progress=fail, **LONG)
    assert time.monotonic() - before < 5


def test_the_callback_sees_the_work_grow():
    seen = []
    plumbline.integrate("double-pendulum", scheme="lobatto", step="1/1000", steps=50000, digits=64, every=50000,
                        progress=lambda done, total: seen.append((done, total)))
    assert seen and all(total == 50000 for _, total in seen)
    counts = [done for done, _ in seen]
    assert counts == sorted(counts) and counts[-1] <= 50000


def test_the_bar_goes_to_standard_error_and_leaves_no_trace(capsys, monkeypatch):
    monkeypatch.setattr(plumbline._progress, "_PATIENCE", 0.0)  # a bar at once, not after a second
    monkeypatch.setattr(plumbline._progress, "_INTERVAL", 0.0)
    run = {**LONG, "steps": 10000, "every": 10000}
    plumbline.integrate("double-pendulum", **run, progress=True)
    captured = capsys.readouterr()
    assert captured.out == "" and "%" in captured.err and captured.err.endswith("\r")
    plumbline.integrate("double-pendulum", **run, progress=False)
    plumbline.integrate("double-pendulum", **run)  # standard error is no terminal here
    assert capsys.readouterr().err == ""
    # a second's patience
    monkeypatch.setattr(plumbline._progress, "_PATIENCE", 3600.0)
    plumbline.integrate("double-pendulum", **run, progress=True)
    assert capsys.readouterr().err == ""


def test_other_threads_run_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    plumbline.integrate("double-pendulum", **{**LONG, "steps": 5000})
    end = time.monotonic()
    done.set()
    thread.join()
    assert len([t for t in ticks if begin < t < end]) > 3


def test_many_threads_at_different_precisions():
    def rows(digits):
        return plumbline.integrate("double-pendulum", scheme="simpson", step="1/50", steps=20, digits=digits).rows

    expected = {digits: rows(digits) for digits in (16, 34, 64, 50, 120)}
    wrong = []

    def work(digits):
        for _ in range(3):
            if rows(digits) != expected[digits] or plumbline.ellint_k("1/3", digits=digits).digits not in (digits, 34):
                wrong.append(digits)

    threads = [threading.Thread(target=work, args=(d,)) for d in expected for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_ctrl_c_leaves_the_runs_of_other_threads_alone():
    results = []
    thread = threading.Thread(target=lambda: results.append(
        plumbline.integrate("double-pendulum", scheme="simpson", step="1/1000", steps=3000, every=3000)))
    thread.start()
    interrupted_after(0.2, lambda: plumbline.integrate("double-pendulum", **LONG))
    thread.join()
    assert len(results) == 1 and len(results[0]) == 2


def run_in_child(queue):
    table = plumbline.converge("pendulum", scheme="rk4", until=1, steps=[10, 20], digits=34, jobs=2)
    queue.put((str(plumbline.ellint_k("1/3", digits=40)), [str(x) for x in table["error_q"]]))


def test_fork_after_calls():
    expected = plumbline.converge("pendulum", scheme="rk4", until=1, steps=[10, 20], digits=34, jobs=2)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=run_in_child, args=(queue,)) for _ in range(2)]
    for child in children:
        child.start()
    found = [queue.get(timeout=120) for _ in children]
    for child in children:
        child.join()
        assert child.exitcode == 0
    assert all(x == (str(plumbline.ellint_k("1/3", digits=40)), [str(e) for e in expected["error_q"]]) for x in found)


def test_spawned_processes_hand_results_over():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(plumbline.ellint_k, ("1/3",)) == plumbline.ellint_k("1/3")
        system = plumbline.system("pendulum", omega=3)
        assert pool.apply(repr, (system,)) == repr(system)


def in_another_process(program, *, check=True, timeout=120):
    return subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=timeout)


def test_the_interpreter_ends_while_a_thread_computes():
    done = in_another_process("""
        import plumbline, threading, time
        def work():
            plumbline.integrate("double-pendulum", scheme="lobatto", step="1/1000", steps=10**6, every=10**6, quiet=True)
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.3)
        print("end")
    """)
    assert done.stdout == "end\n" and done.returncode == 0, done.stderr


def test_nothing_is_left_behind_in_the_temporary_folder(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", "import plumbline\n"
         "s = plumbline.System.from_text('name=\"a\"\\ncoordinates=[\"x\"]\\nlagrangian=\"dot(x)^2/2-x^2/2\"')\n"
         "print(len(plumbline.integrate(s, scheme='leapfrog', step='1/10', steps=2)))"],
        capture_output=True, text=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    assert done.stdout == "3\n", done.stderr
    assert list(tmp_path.iterdir()) == []


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def no_leak(call, calls, bytes_each):
    for _ in range(calls // 10 + 3):
        call()
    before = resident()
    for _ in range(calls):
        call()
    grown = resident() - before
    assert grown <= max(calls * bytes_each, 2**20), f"{grown} bytes in {calls} calls"


CALLS = {
    "numbers": (lambda: Real("1/3") + Real(2) * 3 - Real("0.1", 100) / 7, 10**5),
    "conversions": (lambda: (str(Real("0.1")), hash(Real(5)), Real(7).as_integer_ratio(), Real(2)._mpf_), 10**5),
    "formats": (lambda: format(Real("1/3"), ".30f"), 10**4),
    "function": (lambda: plumbline.ellint_k("1/3", digits=16), 5000),
    "errors": (lambda: pytest.raises(ValueError, Real, "x"), 10**4),
    "run": (lambda: plumbline.integrate("harmonic-oscillator", scheme="leapfrog", step="1/8", steps=3, digits=16), 500),
    "command": (lambda: plumbline.measure("symplecticity", "harmonic-oscillator", scheme="leapfrog", step="1/8", digits=16), 100),
}


@pytest.mark.parametrize("name", CALLS)
def test_no_leak(name):
    call, calls = CALLS[name]
    no_leak(call, calls, 8)


@pytest.mark.long
@pytest.mark.parametrize("name", ["numbers", "conversions", "function"])
def test_no_leak_over_a_million_calls(name):
    no_leak(CALLS[name][0], 10**6, 1)


@pytest.mark.parametrize("bad", [3, "yes", [], object()])
def test_progress_is_a_bool_or_a_function(bad):
    with pytest.raises(TypeError):
        plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, progress=bad)
