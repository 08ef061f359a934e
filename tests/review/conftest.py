from copy import deepcopy

import pytest

from tests.review.office import Office
from tests.support.cast import Cast


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """A project under II-Bench's protocol, made once a module, with its people."""
    return deepcopy(shared_cast)


@pytest.fixture
def office(cast: Cast) -> Office:
    """Review of the II-Bench project."""
    return Office(cast)


@pytest.fixture
def toy_office(toy_cast: Cast) -> Office:
    """Review of the toy project."""
    return Office(toy_cast)
