"""Many people at once, each in a thread with its own connection."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from annotation.assignment.services.next_slot import lease_next_slot
from annotation.drafts.services.submissions import submit_annotation
from annotation.slots.services.transitions import reopen_slot
from core.errors import ChangedError, ConflictError
from projects.roles import Role
from review.adjudication.models import Case
from review.adjudication.selectors.cases import final_record
from review.adjudication.services.adjudication import QuestionChoice, finalize_case
from review.rounds.models.rounds import ValidationAssignment, Verdict
from review.rounds.services.answers import answer_question, assign_next_validation
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, join
from tests.support.images import accepted_images
from tests.support.writing import finished_record

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def at_once(tasks: Sequence[Callable[[], object]]) -> list[object]:
    """Run all tasks as nearly at the same time as threads can; errors are results."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], object]) -> object:
        try:
            barrier.wait()
            return task()
        except ConflictError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """A project whose rows several connections see."""
    return Cast()


@pytest.fixture
def busy(cast: Cast) -> Cast:
    """A project with another organizer and twelve further annotators."""
    for number in range(12):
        cast.annotators.append(
            join(cast.project, Role.ANNOTATOR, f"bench-annotator-{number + 7}")
        )
    return cast


def test_two_adjudicators_decide_at_once_and_one_wins(busy: Cast) -> None:
    annotated_items(busy, labels=[{"domain": ["life"]}, {"domain": ["art"]}])
    body = Office(busy).decision(Case.objects.get().pk)

    def decide(person: object) -> Callable[[], object]:
        case = Case.objects.select_related("item", "project").get()
        actor = busy.actor(person)  # type: ignore[arg-type]
        return lambda: finalize_case(
            case=case,
            actor=actor,
            record=body["record"],
            questions=[QuestionChoice(sources=[(0, 0)])],
            reasons={},
            version=body["version"],
        )

    results = at_once([decide(busy.organizer), decide(busy.maintainer)])
    assert Counter(type(one) for one in results) == {Case: 1, ChangedError: 1}
    assert len(final_record(Case.objects.get()).questions) == 1


def test_the_last_two_annotations_come_in_at_once(busy: Cast) -> None:
    """Each hand-in may not see the other's yet; the case opens all the same."""
    accepted_images(busy.project, 4)
    for _ in range(4):
        tasks: list[Callable[[], object]] = []
        for person in busy.annotators[:2]:
            actor = busy.actor(person)
            slot = lease_next_slot(project=busy.project, actor=actor)
            assert slot is not None
            record = finished_record(busy.project.protocol, mark=str(person.pk))
            tasks.append(
                partial(
                    submit_annotation,
                    slot=slot,
                    actor=actor,
                    content=record,
                    seconds=None,
                )
            )
        results = at_once(tasks)
        assert not [one for one in results if isinstance(one, ConflictError)]
    assert list(Case.objects.values_list("status", flat=True)) == ["to_merge"] * 4


def test_one_hands_in_while_the_other_takes_back(busy: Cast) -> None:
    """Whoever comes first: nothing is compared while somebody is at work again."""
    accepted_images(busy.project, 4)
    one, other = (busy.actor(person) for person in busy.annotators[:2])
    for _ in range(4):
        first = lease_next_slot(project=busy.project, actor=one)
        second = lease_next_slot(project=busy.project, actor=other)
        assert first is not None
        assert second is not None
        record = finished_record(busy.project.protocol)
        submit_annotation(slot=first, actor=one, content=record, seconds=None)
        first.refresh_from_db()
        hand_in = partial(
            submit_annotation, slot=second, actor=other, content=record, seconds=None
        )
        at_once([hand_in, partial(reopen_slot, slot=first, actor=one)])
        assert Case.objects.get(item=first.item).status == "comparing"
        submit_annotation(slot=first, actor=one, content=record, seconds=None)
        assert Case.objects.get(item=first.item).status == "to_merge"


def test_both_take_back_an_item_whose_case_is_missing(busy: Cast) -> None:
    """Both open a case; the second waits for the first and finds it."""
    accepted_images(busy.project, 4)
    actors = [busy.actor(person) for person in busy.annotators[:2]]
    record = finished_record(busy.project.protocol)
    for _ in range(4):
        tasks = []
        for actor in actors:
            slot = lease_next_slot(project=busy.project, actor=actor)
            assert slot is not None
            submit_annotation(slot=slot, actor=actor, content=record, seconds=None)
            slot.refresh_from_db()
            tasks.append(partial(reopen_slot, slot=slot, actor=actor))
        Case.objects.all().delete()
        at_once(tasks)
        assert [case.status for case in Case.objects.all()] == ["comparing"]


def test_hammering_next_never_asks_too_many_nor_anyone_twice(busy: Cast) -> None:
    office = Office(busy)
    annotated_items(busy, 3)
    office.finalize_all()
    office.open_round()
    validators = busy.annotators[2:]

    def work(person: object) -> Callable[[], object]:
        actor = busy.actor(person)  # type: ignore[arg-type]

        def answer_until_done() -> int:
            count = 0
            while True:
                try:
                    place = assign_next_validation(project=busy.project, actor=actor)
                    if place is None:
                        return count
                    answer_question(
                        place=place,
                        actor=actor,
                        chosen=0,
                        issues=[],
                        comment="",
                        seconds=1.0,
                    )
                except ConflictError:
                    continue
                count += 1

        return answer_until_done

    results = at_once([work(person) for person in validators])
    assert sum(int(str(one)) for one in results) == 9
    places = ValidationAssignment.objects.all()
    assert Counter(place.revision_id for place in places).most_common(1)[0][1] == 3
    given = [(place.revision_id, place.person_id) for place in places]
    assert len(set(given)) == 9
    assert {place.status for place in places} == {"counted"}
    assert Verdict.objects.count() == 3


def test_one_person_in_many_windows_holds_one_place(busy: Cast) -> None:
    office = Office(busy)
    annotated_items(busy, 4)
    office.finalize_all()
    office.open_round()
    person = busy.annotators[5]
    actor = busy.actor(person)
    at_once([lambda: assign_next_validation(project=busy.project, actor=actor)] * 6)
    assert ValidationAssignment.objects.filter(person=person).count() == 1
