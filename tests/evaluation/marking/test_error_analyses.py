from typing import Any

import pytest

from evaluation.marking.models.error_analyses import ErrorMark
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import released_questions
from projects.roles import Role
from releases.records.models import Release
from tests.evaluation.ordering import ordered
from tests.evaluation.scoring import another, key, right_on, scored
from tests.support.cast import Cast, browser, join

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/analyses/"


@pytest.fixture
def wrong(release: Release) -> Run:
    """Right on one question, silent on another, wrong on the rest."""
    ids = sorted(released_questions(release, splits=["test"]))
    answer = right_on(ids[0])
    return scored(release, lambda q: "Hmm." if q.id == ids[1] else answer(q))


def drawn(cast: Cast, run: Run, **options: Any) -> dict[str, Any]:
    body = {"run": run.pk, "size": 100, **options}
    answer = browser(cast.organizer).post(BASE, body, format="json")
    assert answer.status_code == 201, answer.data
    found: dict[str, Any] = answer.json()
    return found


def mark(cast: Cast, person: Any, analysis: int, sample: int, category: str) -> Any:
    return browser(person).put(
        f"{BASE}{analysis}/samples/{sample}/mark/",
        {"categories": [category], "note": f"{category}, says {person.username}"},
        format="json",
    )


def rows(person: Any, analysis: int, **query: Any) -> list[dict[str, Any]]:
    answer = browser(person).get(f"{BASE}{analysis}/samples/", query)
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def test_wrong_and_unread_answers_are_drawn_and_no_right_ones(
    cast: Cast, wrong: Run
) -> None:
    analysis = drawn(cast, wrong)
    assert analysis["size"] == wrong.total - 1
    assert analysis["field"] == "domain"
    samples = rows(cast.organizer, analysis["id"])
    assert {one["sample"]["outcome"] for one in samples} == {"incorrect", "miss"}
    for one in samples:
        assert one["stratum"] in one["sample"]["labels"]["domain"]


def test_the_same_seed_draws_the_same(cast: Cast, wrong: Run) -> None:
    twice = [drawn(cast, wrong, size=3, seed=7)["id"] for _ in range(2)]
    first, second = (
        [one["sample"]["question_id"] for one in rows(cast.organizer, analysis)]
        for analysis in twice
    )
    assert first == second
    assert len(first) == 3


def test_kinds_of_error_are_counted_by_finished_answers(cast: Cast, wrong: Run) -> None:
    analysis = drawn(cast, wrong, size=3)["id"]
    samples = rows(cast.organizer, analysis)
    for sample, category in zip(
        samples[:2], ["detail_ignorance", "reasoning_error"], strict=True
    ):
        assert mark(cast, cast.organizer, analysis, sample["id"], category).status_code
    found = browser(cast.organizer).get(f"{BASE}{analysis}/").json()["findings"]
    assert (found["marked"], found["waiting"]) == (2, 1)
    assert sum(one["waiting"] for one in rows(cast.organizer, analysis)) == 1
    assert found["distribution"]["detail_ignorance"] == 0.5
    assert sum(found["distribution"].values()) == 1
    assert found["agreement"] is None
    [left] = rows(cast.organizer, analysis, waiting="true")
    assert left["id"] == samples[2]["id"]
    # One's own mark may be changed.
    mark(cast, cast.organizer, analysis, samples[0]["id"], "reasoning_error")
    found = browser(cast.organizer).get(f"{BASE}{analysis}/").json()["findings"]
    assert found["distribution"]["reasoning_error"] == 1
    assert ErrorMark.objects.count() == 2


def test_two_markers_do_not_see_each_other_until_both_are_in(
    cast: Cast, wrong: Run
) -> None:
    analysis = drawn(cast, wrong, size=2, markers=2)["id"]
    one, two = rows(cast.organizer, analysis)
    mark(cast, cast.organizer, analysis, one["id"], "detail_ignorance")
    mark(cast, cast.organizer, analysis, two["id"], "reasoning_error")
    blind = browser(cast.maintainer).get(f"{BASE}{analysis}/samples/").content.decode()
    assert "says bench-organizer" not in blind
    sheet = browser(cast.maintainer).get(f"{BASE}{analysis}/sheet/").content.decode()
    assert "says bench-organizer" not in sheet
    found = browser(cast.maintainer).get(f"{BASE}{analysis}/").json()["findings"]
    assert (found["marked"], found["waiting"]) == (0, 2)
    assert set(found["distribution"].values()) == {0}

    mark(cast, cast.maintainer, analysis, one["id"], "detail_ignorance")
    mark(cast, cast.maintainer, analysis, two["id"], "detail_ignorance")
    [first, _] = rows(cast.maintainer, analysis)
    assert first["mine"]["categories"] == ["detail_ignorance"]
    [other] = first["others"]
    assert other["note"].endswith("says bench-organizer")
    found = browser(cast.maintainer).get(f"{BASE}{analysis}/").json()["findings"]
    assert found["distribution"]["reasoning_error"] == 0.25
    assert found["agreement"]["percent"] == 0.5
    assert found["agreement"]["used"] == 2

    third = join(cast.project, Role.ORGANIZER, "third")
    assert {one["waiting"] for one in rows(third, analysis)} == {False}
    late = mark(cast, third, analysis, one["id"], "detail_ignorance")
    assert late.status_code == 409


def test_a_sheet_is_one_file_with_images_answers_and_reasons(
    cast: Cast, release: Release
) -> None:
    run = scored(release, lambda q: f"({another(q)}) <b>because</b> it shines")
    analysis = drawn(cast, run, size=2)["id"]
    sample = rows(cast.organizer, analysis)[0]
    mark(cast, cast.organizer, analysis, sample["id"], "reasoning_error")
    answer = browser(cast.organizer).get(f"{BASE}{analysis}/sheet/")
    text = answer.content.decode()
    assert answer["Content-Type"].startswith("text/html")
    assert text.count("<article>") == 1
    assert sample["sample"]["stem"] in text
    assert "Reasoning error" in text
    assert "data:image/webp;base64," in text
    assert "&lt;b&gt;because&lt;/b&gt;" in text
    assert "100.0 %" in text


def test_what_cannot_be_drawn_is_said(cast: Cast, release: Release) -> None:
    perfect = scored(release, key, model="perfect")
    waiting = ordered(release, model="waiting")
    client = browser(cast.organizer)
    for run in (perfect, waiting):
        answer = client.post(BASE, {"run": run.pk, "size": 3}, format="json")
        assert answer.status_code == 400
        assert "no incorrect answers" in answer.json()["detail"]
    body = {"run": perfect.pk, "size": 0, "markers": 21}
    wrong = client.post(BASE, body, format="json").json()
    assert {one["field"] for one in wrong["errors"]} == {"size", "markers"}


def test_an_unknown_kind_is_named(cast: Cast, wrong: Run) -> None:
    analysis = drawn(cast, wrong, size=1)["id"]
    [sample] = rows(cast.organizer, analysis)
    answer = mark(cast, cast.organizer, analysis, sample["id"], "laziness")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "categories.0"


def test_annotators_never_read_what_models_answered(cast: Cast, wrong: Run) -> None:
    analysis = drawn(cast, wrong, size=1)["id"]
    [sample] = rows(cast.organizer, analysis)
    client = browser(cast.annotators[0])
    for path in ("", f"{analysis}/", f"{analysis}/samples/", f"{analysis}/sheet/"):
        assert client.get(BASE + path).status_code == 403
    assert client.post(BASE, {"run": wrong.pk, "size": 1}).status_code == 403
    refused = mark(cast, cast.annotators[0], analysis, sample["id"], "reasoning_error")
    assert refused.status_code == 403
