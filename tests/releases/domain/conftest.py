"""Fixtures of the layouts."""

import pytest

from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol


@pytest.fixture(scope="module")
def ii_bench() -> Protocol:
    return shipped_protocol("ii-bench")
