"""Many people at once, on a real database, with aborts and retries."""

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from annotation.models import Annotation, Draft, Slot
from annotation.selectors import work_annotations
from annotation.services.slots import slot_decline, slot_next
from annotation.services.writing import annotation_submit
from projects.domain.protocol.document import Protocol
from projects.models import Project, Role, User
from tests.support.cast import join, make_person, make_project
from tests.support.images import accepted_images
from tests.support.writing import finished_record
from workflow.errors import SubtextError
from workflow.models import LedgerEntry
from workflow.services import Actor

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = 64 if connection.vendor == "postgresql" else 16


def crowd(project: Project, size: int) -> list[User]:
    return [join(project, Role.ANNOTATOR, f"racer-{n}") for n in range(size)]


def race(project: Project, people: list[User], work: object) -> list[object]:
    """Each person's ``work(project, person)`` in a thread of its own, all at once."""
    start = Barrier(len(people))

    def run(person: User) -> object:
        try:
            start.wait()
            fresh = Project.objects.select_related("current_protocol").get(
                pk=project.pk
            )
            return work(fresh, person)  # type: ignore[operator]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(people)) as pool:
        return list(pool.map(run, people))


def test_more_people_than_places_get_no_more_places() -> None:
    project = make_project(maintainer=make_person())
    accepted_images(project, PEOPLE // 4)
    people = crowd(project, PEOPLE)

    def ask(fresh: Project, person: User) -> int | None:
        slot = slot_next(project=fresh, actor=Actor(person, Role.ANNOTATOR))
        return slot.pk if slot else None

    given = [slot for slot in race(project, people, ask) if slot is not None]
    assert len(given) == len(set(given)) == 2 * (PEOPLE // 4)


def test_one_person_in_many_tabs_holds_one_place() -> None:
    project = make_project(maintainer=make_person())
    accepted_images(project, 20)
    person = join(project, Role.ANNOTATOR, "many-tabs")

    def ask(fresh: Project, person: User) -> int | None:
        slot = slot_next(project=fresh, actor=Actor(person, Role.ANNOTATOR))
        return slot.pk if slot else None

    given = race(project, [person] * 12, ask)
    assert len(set(given)) == 1
    assert Slot.objects.filter(status="leased").count() == 1
    assert Draft.objects.count() == 1


def test_one_submit_sent_many_times_is_one_annotation() -> None:
    project = make_project(maintainer=make_person())
    accepted_images(project, 1)
    person = join(project, Role.ANNOTATOR, "impatient")
    actor = Actor(person, Role.ANNOTATOR)
    slot = slot_next(project=project, actor=actor)
    assert slot is not None
    record = finished_record(project.protocol)

    def send(fresh: Project, person: User) -> int:
        again = Slot.objects.get(pk=slot.pk)
        return annotation_submit(
            slot=again, actor=actor, content=record, seconds=1, key="only-one"
        ).pk

    assert len(set(race(project, [person] * 12, send))) == 1
    assert Annotation.objects.count() == 1


def test_a_working_crowd_fills_every_item_exactly(toy_protocol: Protocol) -> None:
    """Nobody twice, never a fourth, nothing acknowledged lost."""
    project = make_project("toy", protocol=toy_protocol, maintainer=make_person())
    accepted_images(project, 2 * PEOPLE)
    people = crowd(project, PEOPLE)
    record = finished_record(toy_protocol)

    def work(fresh: Project, person: User) -> list[int]:
        dice = random.Random(person.pk)  # noqa: S311 - a test's dice
        actor = Actor(person, Role.ANNOTATOR)
        acknowledged = []
        for _ in range(6):
            try:
                slot = slot_next(project=fresh, actor=actor)
                if slot is None:
                    break
                if dice.random() < 0.15:
                    continue  # the tab was closed
                if dice.random() < 0.1:
                    slot_decline(slot=slot, actor=actor, reason_id="broken")
                    continue
                key = f"{person.pk}-{slot.pk}"
                for _ in range(1 + dice.randrange(2)):
                    made = annotation_submit(
                        slot=slot, actor=actor, content=record, seconds=1, key=key
                    )
                acknowledged.append(made.pk)
            except SubtextError:
                continue
        return acknowledged

    answers = race(project, people, work)
    acknowledged = [pk for answer in answers for pk in answer]  # type: ignore[attr-defined]
    assert sorted(acknowledged) == sorted(
        Annotation.objects.values_list("pk", flat=True)
    )
    assert acknowledged
    for item in project.items.all():
        live = item.slots.filter(purpose="work").exclude(status="declined")
        assert live.count() == 3
        held = [pk for pk in item.slots.values_list("person_id", flat=True) if pk]
        assert len(held) == len(set(held))
        complete = all(slot.status == "submitted" for slot in live)
        assert len(work_annotations(item)) == (3 if complete else 0)
    submits = LedgerEntry.objects.filter(machine="slot", action="submit")
    assert submits.count() == len(acknowledged)


def test_a_late_submit_and_one_in_time_wait_for_each_other_in_one_order() -> None:
    """Two hand in at the same moment; the lease of one has ended, its slot is free."""
    project = make_project(maintainer=make_person())
    accepted_images(project, 12)
    late, in_time = crowd(project, 2)
    record = finished_record(project.protocol)
    for _ in range(12):
        places = {}
        for person in (late, in_time):
            slot = slot_next(project=project, actor=Actor(person, Role.ANNOTATOR))
            assert slot is not None
            places[person.pk] = slot.pk
            if person == late:
                Slot.objects.filter(pk=slot.pk).update(status="open", person=None)

        def hand_in(
            fresh: Project, person: User, places: dict[int, int] = places
        ) -> int:
            slot = Slot.objects.get(pk=places[person.pk])
            slot.project = fresh
            actor = Actor(person, Role.ANNOTATOR)
            return annotation_submit(
                slot=slot, actor=actor, content=record, seconds=1, key=str(slot.pk)
            ).pk

        assert len(set(race(project, [late, in_time], hand_in))) == 2
    assert Annotation.objects.count() == 24
