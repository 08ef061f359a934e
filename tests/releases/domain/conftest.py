"""Fixtures of the layouts."""

import pytest

from projects.domain.protocol.document import Protocol
from projects.domain.shipped import shipped_protocol


@pytest.fixture(scope="module")
def ii_bench() -> Protocol:
    return shipped_protocol("ii-bench")
