"""A plugin of pytest: `-p sampled_tests` runs every Nth test, where N is the variable SAMPLE_EVERY, and records processor times.

The choice depends on the order of collection only, so that runs on two platforms have the same tests. The processor time of a
test, of all threads and with its setup, is the property `processor_seconds` in the report.
"""

import os
import time

import pytest


def pytest_collection_modifyitems(config, items):
    """Leaves out the tests between those of the sample."""
    every = int(os.environ.get("SAMPLE_EVERY", "1"))
    left_out = [item for number, item in enumerate(items) if number % every]
    items[:] = items[::every]
    if left_out:
        config.hook.pytest_deselected(items=left_out)


_START = pytest.StashKey[float]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Notes the processor time before a test."""
    item.stash[_START] = time.process_time()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item):
    """Records the processor time of a test; reports of later phases have the property."""
    if _START in item.stash:
        item.user_properties.append(("processor_seconds", f"{time.process_time() - item.stash[_START]:.3f}"))
