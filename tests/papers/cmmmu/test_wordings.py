"""Prompts by model, chosen on validation (CMMMU, §4).

"For models with corresponding task prompts, we use the default prompts ... As for models
without corresponding task prompts, we use the same task prompts, which are hand-picked on
the validation set."
"""

import pytest

from evaluation.runs.models.runs import Run
from evaluation.runs.services.chosen_runs import choose_run
from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from reporting.tables import Table
from tests.papers.conftest import release_under
from tests.papers.printed import figures_by_row
from tests.papers.runs import accuracy, finished_run
from tests.support.cast import actor_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def release() -> Release:
    return release_under("cmmmu")


def tables(release: Release) -> dict[str, Table]:
    return {table.id: table for table in paper_tables(release, "en")}


def asked(release: Release, model: str, setting: str, val: float, test: float) -> Run:
    """Runs of a model on validation and test; the one on test."""
    finished_run(
        release, model, accuracy(val, 900), setting=setting, splits=("val",), total=900
    )
    return finished_run(
        release, model, accuracy(test, 11000), setting=setting, total=11000
    )


def test_wordings_are_compared_on_validation(release: Release) -> None:
    asked(release, "Yi-VL-6B", "none", 35.8, 35.0)
    asked(release, "Yi-VL-6B", "brief", 33.0, 34.0)
    asked(release, "Qwen-VL-Chat", "none", 28.0, 29.0)
    asked(release, "Qwen-VL-Chat", "brief", 30.7, 31.3)
    table = tables(release)["wordings-none-val"]
    assert table.columns == ["None (zero-shot)", "Brief"]
    assert figures_by_row(table) == {
        "Yi-VL-6B": ["35.8", "33.0"],
        "Qwen-VL-Chat": ["28.0", "30.7"],
    }


def test_the_wording_that_a_person_chooses_stands_for_the_model(
    release: Release,
) -> None:
    plain = asked(release, "Qwen-VL-Chat", "none", 28.0, 29.0)
    brief = asked(release, "Qwen-VL-Chat", "brief", 30.7, 31.3)
    asked(release, "Yi-VL-6B", "none", 35.8, 35.0)

    person = release.project.memberships.get(role="organizer").user
    actor = actor_of(release.project, person)

    def overall() -> dict[str, str]:
        table = tables(release)["labels-1"]
        column = next(
            at for at, name in enumerate(table.columns) if name.startswith("Overall (")
        )
        return {name: row[column] for name, row in figures_by_row(table).items()}

    assert overall() == {"Qwen-VL-Chat": "29.0", "Yi-VL-6B": "35.0"}
    assert not any("Brief" in table.columns for table in [tables(release)["labels-1"]])
    choose_run(run=brief, actor=actor)
    assert overall() == {"Qwen-VL-Chat": "31.3", "Yi-VL-6B": "35.0"}
    choose_run(run=plain, actor=actor)
    brief.refresh_from_db()
    assert not brief.chosen
    assert overall()["Qwen-VL-Chat"] == "29.0"
