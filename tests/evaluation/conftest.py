import pytest

from releases.models import Release
from tests.evaluation.ordering import cut_release
from tests.support.cast import Cast


@pytest.fixture
def release(cast: Cast) -> Release:
    """A published release of six items; its own runs wait for a commit."""
    return cut_release(cast, items=6)
