from typing import Any

import pytest

from evaluation.runs.models.runs import Response
from evaluation.runs.selectors.released_questions import released_questions
from evaluation.scores.models.outcome_arrays import (
    HumanBaseline,
    OutcomeColumns,
    QuestionColumns,
)
from evaluation.scores.services.response_scoring import rescore_run
from releases.records.models import FrozenRow, Release
from review.rounds.models.rounds import ValidationAssignment
from review.stored_statistics import selectors as figures
from tests.evaluation.scoring import another, key, people_answer, right_on, scored
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/"
LISTS = ("probes/", "suspects/")


def get(cast: Cast, path: str) -> Any:
    answer = browser(cast.organizer).get(BASE + path)
    assert answer.status_code == 200, answer.data
    return answer.json()


def pages(release: Release) -> list[str]:
    """Addresses that count all questions, after runs that they compare."""
    ids = sorted(released_questions(release, splits=["test"]))
    one = scored(release, right_on(*ids[:3]))
    other = scored(release, right_on(ids[0]), setting="cot")
    scored(release, right_on(ids[1]), setting="text-only")
    return [
        f"runs/{one.pk}/against/{other.pk}/",
        f"runs/{one.pk}/against-people/",
        f"runs/{one.pk}/confusion/",
        "effects/1.0.0/",
        "leaderboard/1.0.0/",
        "probes/1.0.0/",
        "releases/1.0.0/1.0.0/",
        "suspects/1.0.0/",
        "tables/1.0.0/",
    ]


def test_stored_columns_say_what_the_rows_say(cast: Cast, release: Release) -> None:
    people_answer(release, cast.annotators[4], lambda _: True)
    addresses = pages(release)
    stored = {path: get(cast, path) for path in addresses}
    for columns in (QuestionColumns, HumanBaseline):
        assert columns.objects.exists()
        columns.objects.all().delete()
    assert {path: get(cast, path) for path in addresses} == stored


def test_figures_over_all_questions_need_no_row_of_each(
    cast: Cast, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "MOST_LIVE_ITEMS", 0)
    people_answer(release, cast.annotators[4], lambda _: True)
    # ShortcutBaselines and suspects list questions, beside their figures.
    addresses = [one for one in pages(release) if not one.startswith(LISTS)]
    before = {path: get(cast, path) for path in addresses}
    Response.objects.all().delete()
    FrozenRow.objects.update(payload={})
    ValidationAssignment.objects.all().delete()
    assert {path: get(cast, path) for path in addresses} == before


def test_people_are_counted_when_a_run_is_scored(
    cast: Cast, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "MOST_LIVE_ITEMS", 0)
    scored(release, key)
    assert get(cast, "leaderboard/1.0.0/")["human"]["people"] == 0
    people_answer(release, cast.annotators[4], lambda _: True)
    assert get(cast, "leaderboard/1.0.0/")["human"]["people"] == 0
    scored(release, key, setting="cot")
    human = get(cast, "leaderboard/1.0.0/")["human"]
    assert (human["people"], human["mean"]) == (1, 1.0)


def test_another_rule_writes_other_columns(cast: Cast, release: Release) -> None:
    run = scored(release, another)
    assert set(OutcomeColumns.objects.get(run=run).outcomes) == {"i", "-"}
    before = get(cast, f"runs/{run.pk}/confusion/")
    OutcomeColumns.objects.update(rule="earlier")
    run.result["rule"] = "earlier"
    run.save(update_fields=["result"])
    assert get(cast, f"runs/{run.pk}/confusion/") == before
    rescore_run(run=run, actor=cast.actor(cast.organizer))
    columns = OutcomeColumns.objects.exclude(rule="earlier").get(run=run)
    assert columns.outcomes.count("i") == run.total
