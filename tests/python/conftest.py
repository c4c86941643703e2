# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import os
import pathlib
import signal

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def root():
    """The source tree."""
    return ROOT


def pytest_configure(config):
    config.addinivalue_line("markers", "long: runs with PLUMBLINE_LONG=1 only, in check-long")
    # a shell starts its background jobs with SIGINT ignored, and the tests of Ctrl-C want Python's handler
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    if os.environ.get("PLUMBLINE_LONG"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="long: set PLUMBLINE_LONG=1"))
