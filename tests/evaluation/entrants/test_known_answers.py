"""Human baselines of people who could read the answers before they finished."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from evaluation.entrants.models.baseline_assignments import BaselineAssignment
from evaluation.runs.selectors.released_questions import released_questions
from evaluation.tables.selectors.paper_tables import paper_tables
from projects.memberships.services.members import change_member
from projects.models import Membership, User
from projects.roles import Role
from releases.records.models import Release
from tests.support.cast import Cast, browser, join

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

HERE = "/api/projects/bench/"


@pytest.fixture
def answer_all(
    release: Release, django_capture_on_commit_callbacks: Callable[..., Any]
) -> Callable[[User], None]:
    def answer_all(person: User) -> None:
        client = browser(person)
        for question in released_questions(release, splits=["test"]).values():
            body = {"question": question.id, "chosen": question.given, "seconds": 2}
            with django_capture_on_commit_callbacks(execute=True):
                reply = client.post(f"{HERE}human-baseline/next/", body, format="json")
            assert reply.status_code == 200, reply.data

    return answer_all


def organize_for_a_while(cast: Cast, person: User) -> None:
    for role in (Role.ORGANIZER, Role.ANNOTATOR):
        membership = Membership.objects.get(project=cast.project, user=person)
        actor = cast.actor(cast.maintainer)
        change_member(membership=membership, role=role, active=True, actor=actor)


def people_in_tables(release: Release) -> int:
    """How many runs of people without the key the table by label counts."""
    table = next(one for one in paper_tables(release) if one.id == "labels-1")
    groups = [one for one in table.groups if "without the key" in one.title]
    return sum(len(group.rows[0].runs) for group in groups)


def test_earlier_baselines_of_former_organizers_are_marked_and_left_out(
    cast: Cast, release: Release, answer_all: Callable[[User], None]
) -> None:
    names = ("knew", "finished-before", "never-organized")
    knew, before, never = people = [
        join(cast.project, Role.ANNOTATOR, name) for name in names
    ]
    body = {"version": "1.0.0", "people": [person.pk for person in people]}
    organizer = browser(cast.organizer)
    address = f"{HERE}evaluation/human-baseline/"
    assert organizer.post(address, body, format="json").status_code == 201
    answer_all(before)
    organize_for_a_while(cast, before)
    organize_for_a_while(cast, knew)
    # An earlier version neither ended what they answered nor knew what they had read.
    BaselineAssignment.objects.update(ended_at=None)
    Membership.objects.update(known_until=None)
    answer_all(knew)
    answer_all(never)
    assert people_in_tables(release) == 3

    migration = import_module("evaluation.migrations.0027_runs_left_out_or_over")
    migration.mark_human_baselines(apps, None)
    assert people_in_tables(release) == 2
    rows = organizer.get(address).json()["results"]
    assert {row["person"]: row["knew_answers"] for row in rows} == {
        person.display_name: person == knew for person in people
    }
    runs = organizer.get(f"{HERE}evaluation/runs/").json()["results"]
    marked = BaselineAssignment.objects.get(person=knew).run_id
    assert [run["id"] for run in runs if run["knew_answers"]] == [marked]
