import pytest

from tests.review.office import Office
from tests.support.cast import Cast


@pytest.fixture
def office(cast: Cast) -> Office:
    """Review of the II-Bench project."""
    return Office(cast)


@pytest.fixture
def toy_office(toy_cast: Cast) -> Office:
    """Review of the toy project."""
    return Office(toy_cast)
