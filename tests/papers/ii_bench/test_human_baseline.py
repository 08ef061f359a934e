"""Human_avg and Human_best of people who answered the whole split without the key.

II-Bench, Table 3 (page 7), prints both rows as "Humans": 90.3 and 98.2 overall. Average
and best must be over the same questions, whoever answered.
"""

from collections.abc import Callable
from typing import Any

import pytest

from evaluation.entrants.models.baseline_assignments import BaselineAssignment
from evaluation.runs.selectors.released_questions import released_questions
from evaluation.tables.selectors.paper_tables import paper_tables
from projects.models import User
from projects.roles import Role
from releases.records.models import Release
from tests.evaluation.scoring import people_answer
from tests.support.cast import browser, join

pytestmark = pytest.mark.django_db

Answer = Callable[..., Any]


@pytest.fixture
def panel(ii_bench: Release) -> list[User]:
    """Two annotators who know no question, assigned by an organizer."""
    project = ii_bench.project
    people = [join(project, Role.ANNOTATOR, f"reader-{n}") for n in (1, 2)]
    organizer = browser(join(project, Role.ORGANIZER, "assigner"))
    body = {"version": "1.0.0", "people": [person.pk for person in people]}
    address = f"/api/projects/{project.slug}/evaluation/human-baseline/"
    created = organizer.post(address, body, format="json")
    assert created.status_code == 201, created.data
    assert {row["total"] for row in created.json()} == {
        len(released_questions(ii_bench, splits=["test"]))
    }
    return people


@pytest.fixture
def answer_all(
    ii_bench: Release,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> Answer:
    """Answer every question, or as many as said, and return the last reply."""
    address = f"/api/projects/{ii_bench.project.slug}/human-baseline/next/"
    keys = released_questions(ii_bench)

    def answer_all(person: User, *, wrong: int = 0, most: int = 1000) -> Any:
        client = browser(person)
        reply = client.get(address).json()
        for number in range(min(most, reply["total"] - reply["answered"])):
            question = keys[reply["question"]["id"]]
            chosen = (question.given + (number < wrong)) % 6
            body = {"question": question.id, "chosen": chosen, "seconds": 2.5}
            with django_capture_on_commit_callbacks(execute=True):
                answered = client.post(address, body, format="json")
            assert answered.status_code == 200, answered.data
            reply = answered.json()
        return reply

    return answer_all


def test_average_and_best_are_over_the_whole_split(
    ii_bench: Release, panel: list[User], answer_all: Answer
) -> None:
    total = len(released_questions(ii_bench, splits=["test"]))
    answer_all(panel[0], wrong=1)
    answer_all(panel[1])
    table = next(one for one in paper_tables(ii_bench) if one.id == "labels-1")
    group = next(one for one in table.groups if "without the key" in one.title)
    assert "2 people" in group.title
    average, best = group.rows
    assert [average.label, best.label] == ["Human_avg", "Human_best"]
    assert average.values[0] == pytest.approx((2 * total - 1) / (2 * total))
    assert best.values[0] == 1
    assert len(average.runs) == 2


def test_a_person_resumes_and_is_timed(
    ii_bench: Release, panel: list[User], answer_all: Answer
) -> None:
    person = panel[0]
    stopped = answer_all(person, most=1)
    assert (stopped["answered"], stopped["seconds"]) == (1, 2.5)
    address = f"/api/projects/{ii_bench.project.slug}/human-baseline/next/"
    resumed = browser(person).get(address).json()
    assert resumed == stopped | {"question": resumed["question"]}
    assert resumed["question"]["id"] == stopped["question"]["id"]
    # What is not whole is in no table.
    assert not any("without the key" in str(table) for table in paper_tables(ii_bench))
    finished = answer_all(person)
    assert finished["question"] is None
    assert finished["seconds"] == 2.5 * finished["total"]
    assert BaselineAssignment.objects.get(person=person).run is not None


def test_a_question_is_answered_once_and_shows_no_key(
    ii_bench: Release, panel: list[User], answer_all: Answer
) -> None:
    client = browser(panel[0])
    address = f"/api/projects/{ii_bench.project.slug}/human-baseline/next/"
    shown = client.get(address).json()["question"]
    assert set(shown) == {"id", "format", "stem", "options", "images"}
    body = {"question": shown["id"], "chosen": 0, "seconds": 1}
    for chosen, status in ((0, 200), (0, 200), (1, 409), (17, 400)):
        reply = client.post(address, body | {"chosen": chosen}, format="json")
        assert reply.status_code == status, reply.data


def test_who_may_have_seen_a_key_is_refused(ii_bench: Release) -> None:
    project = ii_bench.project
    validator = join(project, Role.ANNOTATOR, "validator")
    people_answer(ii_bench, validator, lambda question: True)
    organizer = join(project, Role.ORGANIZER, "knowing")
    body = {"version": "1.0.0", "people": [validator.pk, organizer.pk]}
    address = f"/api/projects/{project.slug}/evaluation/human-baseline/"
    refused = browser(organizer).post(address, body, format="json")
    assert refused.status_code == 400
    total = len(released_questions(ii_bench, splits=["test"]))
    assert [error["field"] for error in refused.json()["errors"]] == [
        "people.0",
        "people.1",
    ]
    assert f"Knows {total} of these" in refused.json()["errors"][0]["message"]


def test_people_are_notified_of_their_test_set(
    ii_bench: Release, panel: list[User], answer_all: Answer
) -> None:
    here = f"/api/projects/{ii_bench.project.slug}"
    client = browser(panel[0])
    (notice,) = client.get(f"{here}/notices/").json()["results"]
    assert (notice["kind"], notice["item_code"]) == ("test_set_assigned", None)
    (mine,) = client.get(f"{here}/human-baseline/mine/").json()
    assert (mine["version"], mine["answered"]) == ("1.0.0", 0)
    answer_all(panel[0], most=1)
    assert client.get(f"{here}/human-baseline/mine/").json()[0]["answered"] == 1
    answer_all(panel[0])
    assert client.get(f"{here}/human-baseline/mine/").json() == []
    organizer = browser(join(ii_bench.project, Role.ORGANIZER, "looker"))
    assert organizer.get(f"{here}/notices/").json()["results"] == []
