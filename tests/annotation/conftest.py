import pytest

from tests.annotation.desk import Desk
from tests.support.cast import Cast


@pytest.fixture
def desks(cast: Cast) -> list[Desk]:
    """The six annotators of the II-Bench project."""
    return [Desk(cast, person) for person in cast.annotators]


@pytest.fixture
def toy_desks(toy_cast: Cast) -> list[Desk]:
    """The six annotators of the toy project."""
    return [Desk(toy_cast, person) for person in toy_cast.annotators]
