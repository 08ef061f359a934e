"""A release that the tests of a module share; their changes are undone."""

from copy import deepcopy

import pytest

from releases.records.models import Release
from tests.evaluation.ordering import cut_release
from tests.support.cast import Cast


@pytest.fixture(scope="module")
def shared_release(shared_cast: Cast) -> Release:
    return cut_release(shared_cast, items=6)


@pytest.fixture
def cast(shared_cast: Cast, shared_release: Release) -> Cast:
    """A project with the release, and its people."""
    return deepcopy(shared_cast)


@pytest.fixture
def release(shared_release: Release) -> Release:
    """A published release of six items; its own runs wait for a commit."""
    return deepcopy(shared_release)
