"""What is collected of the contracts."""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the fuzzed API out where slow tests are.

    Its requests are made up when it is collected, which takes each process seconds.
    """
    is_left_out = "not slow" in config.getoption("markexpr")
    return (collection_path.name == "test_fuzzed_api.py" and is_left_out) or None
