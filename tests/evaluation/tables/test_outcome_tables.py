"""Tables of accuracy and other rates, with at most five models each."""

import pytest

from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from tests.evaluation.scoring import key, scored

pytestmark = pytest.mark.django_db

TITLE = "Accuracy and other rates in every setting"


@pytest.mark.parametrize(
    ("models", "titles"),
    [(5, [TITLE]), (6, [f"{TITLE} (1/2)", f"{TITLE} (2/2)"])],
)
def test_only_one_of_several_tables_is_numbered(
    release: Release, models: int, titles: list[str]
) -> None:
    for number in range(models):
        scored(release, key, model=f"m{number}")
    tables = [one for one in paper_tables(release) if one.id.startswith("outcomes")]
    over = " (test; 6 questions)"
    assert [table.title.removesuffix(over) for table in tables] == titles
