"""Who was an organizer knows what existed then, whatever their role is now."""

from importlib import import_module

import pytest
from django.apps import apps

from annotation.assignment.selectors.next_assignment import annotation_progress
from annotation.gold.selectors import list_unseen_gold_items
from annotation.items.models.items import Item
from annotation.items.models.submissions import Annotation
from annotation.slots.selectors.eligibility import get_eligibility
from annotation.slots.services.transitions import return_slot
from projects.memberships.services.members import add_member, change_member
from projects.models import Membership, User
from projects.roles import Role
from review.calibration.selectors.agreement import agreement_by_label
from review.progress.selectors.exports import annotation_rows
from review.rounds.models.rounds import ValidationAssignment
from review.rounds.selectors.freshness import known_questions
from tests.annotation.desk import Desk, number_of
from tests.review.office import Office
from tests.support.annotations import annotated_items, submit_record
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ART = {"domain": ["art"]}


def change(cast: Cast, person: User, role: str, *, active: bool = True) -> None:
    change_member(
        membership=cast.project.memberships.get(user=person),
        role=role,
        active=active,
        actor=cast.actor(cast.maintainer),
    )


def organize_for_a_while(cast: Cast, person: User, role: str = Role.ORGANIZER) -> None:
    change(cast, person, role)
    change(cast, person, Role.ANNOTATOR)


def items_compared(cast: Cast) -> int:
    """Items whose domain counts in agreement."""
    rows = {row.field: row.agreement.used for row in agreement_by_label(cast.project)}
    return rows["domain"]


def test_they_get_only_items_whose_work_they_could_not_read(cast: Cast) -> None:
    accepted_images(cast.project, 3)
    former, other = cast.annotators[:2]
    submit_record(cast, other)  # item 1
    organize_for_a_while(cast, former)
    submit_record(cast, other)  # item 2
    assert annotation_progress(cast.project, former).waiting == 2
    assert number_of(Desk(cast, former).next()) == 2
    first = Item.objects.get(number=1)
    body = {"items": [first.pk], "person_id": former.pk}
    pinned = Office(cast).call("post", "items/pin/", body)
    assert pinned["skipped"] == [{"item": first.pk, "why": "kept"}]


@pytest.mark.parametrize("way", ["role", "removed", "command"])
def test_every_end_of_the_period_counts(cast: Cast, way: str) -> None:
    accepted_images(cast.project, 1)
    former = cast.organizer
    submit_record(cast, cast.annotators[0])
    if way == "role":
        change(cast, former, Role.ANNOTATOR)
    elif way == "removed":
        change(cast, former, Role.ORGANIZER, active=False)
        change(cast, former, Role.ANNOTATOR)
    else:
        add_member(project=cast.project, user=former, role=Role.ANNOTATOR)
    assert Desk(cast, former).next() is None


def test_an_annotator_who_never_organized_knows_nothing(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    submit_record(cast, cast.annotators[0])
    change(cast, cast.annotators[1], Role.RATER)
    change(cast, cast.annotators[1], Role.ANNOTATOR)
    assert number_of(Desk(cast, cast.annotators[1]).next()) == 1


def test_their_own_submission_is_closed_once_they_read_the_others(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    former, other = cast.annotators[:2]
    desk = Desk(cast, former)
    slot = desk.next()
    desk.submit(slot)
    submit_record(cast, other)
    organize_for_a_while(cast, former)
    refused = desk.reopen(slot, status=409)
    assert "organizer" in str(refused)


def test_a_draft_from_before_is_kept_beside_the_item(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    former = cast.annotators[0]
    desk = Desk(cast, former)
    slot = desk.next()
    submit_record(cast, cast.annotators[1])
    organize_for_a_while(cast, former)
    desk.submit(slot)
    late = Annotation.objects.get(person=former)
    assert (late.slot.purpose, late.is_blind) == ("extra", False)


def test_validation_gold_and_baseline_exclude_what_they_read(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, 1)
    (case,) = office.finalize_all()
    former = cast.annotators[4]
    organize_for_a_while(cast, former, Role.MAINTAINER)
    annotated_items(cast, 1)
    (_, later) = office.finalize_all()
    office.call("post", "gold/items/", {"items": [case.item_id, later.item_id]})
    eligibility = get_eligibility(cast.project, former)
    assert list_unseen_gold_items(eligibility) == [later.item_id]

    office.open_round()
    questions = [one.item.questions.all() for one in (case, later)]
    assert [known_questions(those, former.pk) for those in questions] == [1, 0]
    asked = []
    while place := office.next(former):
        asked.append(
            ValidationAssignment.objects.get(pk=place["id"]).revision.question.item_id
        )
        office.answer(former, place, 0)
    assert asked == [later.item_id]


def test_a_blind_label_counts_although_its_author_returned_as_annotator(
    cast: Cast,
) -> None:
    former = cast.annotators[0]
    annotated_items(cast, 1, labels=[ART, ART])
    organize_for_a_while(cast, former)
    mine = Annotation.objects.get(person=former)
    return_slot(slot=mine.slot, actor=cast.actor(cast.organizer), reason="Look again.")
    submit_record(cast, former, labels=ART)
    assert [one.is_blind for one in Annotation.objects.filter(person=former)] == [
        True,
        False,
    ]
    assert items_compared(cast) == 1


def test_earlier_work_of_former_organizers_is_marked_and_left_out(
    cast: Cast, office: Office
) -> None:
    former = cast.annotators[1]
    annotated_items(cast, 2)
    accepted_images(cast.project, 1)
    submit_record(cast, cast.annotators[0])
    validator = cast.annotators[5]
    office.finalize_all()
    for person in (former, validator):
        organize_for_a_while(cast, person)
    # An earlier version forgot what they had read.
    Membership.objects.update(known_until=None)
    submit_record(cast, former)
    office.open_round()
    office.answer(validator, office.next(validator), 0)
    assert items_compared(cast) == 3

    migration = import_module("review.migrations.0019_work_of_former_organizers")
    migration.mark_work(apps, None)
    assert items_compared(cast) == 2
    marked = [row for row in annotation_rows(cast.project) if not row["blind"]]
    assert [row["person"] for row in marked] == [former.pseudonym]
    assert Annotation.objects.filter(is_blind=False).get().person == former
    (answer,) = ValidationAssignment.objects.exclude(waived="")
    assert (answer.person, answer.status) == (validator, "answered")
    known = Membership.objects.filter(known_until__isnull=False)
    assert {one.user for one in known} == {former, validator}
