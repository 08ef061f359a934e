"""Discussions: who may read which, and how their authors are named."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import (
    BigIntegerField,
    Count,
    Exists,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)

from annotation.items.models.items import Item
from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.slots.selectors.slots import (
    get_own_slot,
    latest_own_slot_id,
    slots_of_code,
)
from core.domain.texts import _
from core.errors import NotFoundError
from core.selectors import get_or_missing
from core.services import Actor
from projects.models import Project, User
from projects.person_names.selectors.project_names import PersonNames
from projects.roles import ORGANIZERS, Role
from review.adjudication.domain.provenance import person_letter
from review.rework.selectors import get_rework
from review.rounds.models.rounds import ValidationAssignment
from review.rounds.models.threads import (
    Message,
    Thread,
    ThreadOrigin,
    ThreadPurpose,
)
from review.rounds.selectors.dissent import validators_of_discussion


def list_readable_threads(project: Project, actor: Actor) -> QuerySet[Thread]:
    """Return the discussions that a person may read.

    Organizers read all. Annotators read those that they began; those about a
    calibration item, once they have submitted it; those about why a question failed, if
    they wrote a revision of it; and those about a dissent, if they answered the
    question in that round. Validators read none of another person's.
    """
    threads = Thread.objects.filter(project=project)
    if actor.role not in ORGANIZERS:
        person = actor.user.pk if actor.user else None
        calibrated = calibration_annotations_by(person).filter(
            slot__item=OuterRef("item")
        )
        wrote = QuestionRevision.objects.filter(
            question=OuterRef("question"), author=person
        )
        threads = threads.filter(
            Q(purpose=ThreadPurpose.QUESTION, begun_by=person)
            | Q(Exists(calibrated), purpose=ThreadPurpose.CALIBRATION)
            | Q(Exists(wrote), purpose=ThreadPurpose.CONSENSUS)
            | Q(Exists(validators_of_discussion(person)), origin=ThreadOrigin.DISSENT)
        )
        threads = threads.annotate(own_slot=latest_own_slot_id(person))
    else:
        threads = threads.annotate(own_slot=Value(None, BigIntegerField()))
    first = Message.objects.filter(thread=OuterRef("pk")).order_by("pk")
    return (
        threads.select_related("item", "question", "begun_by", "project", "verdict")
        .prefetch_related("item__places__image")
        .annotate(
            message_count=Count("messages"),
            opening=Subquery(first.values("text")[:1]),
        )
    )


def calibration_annotations_by(person: int | None) -> QuerySet[Annotation]:
    """Return a person's submissions in calibration batches."""
    return Annotation.objects.filter(slot__purpose=Purpose.CALIBRATION, person=person)


def threads_about(
    threads: QuerySet[Thread], project: Project, actor: Actor, code: str
) -> QuerySet[Thread]:
    """Filter discussions by the item of an assignment's code.

    People who are not organizers find only their own assignments.
    """
    slots = slots_of_code(project, code)
    if actor.role not in ORGANIZERS:
        slots = slots.filter(person=actor.user.pk if actor.user else None)
    return threads.filter(item__in=slots.values("item"))


def get_thread(project: Project, actor: Actor, thread_id: int) -> Thread:
    """Return a discussion that the person may read. Raises NotFoundError."""
    return get_or_missing(
        list_readable_threads(project, actor).filter(pk=thread_id),
        _("This project has no such discussion."),
    )


@dataclass(frozen=True)
class ShownMessage:
    """A message; annotators are letters within their thread, organizers read names."""

    id: int
    role: str
    letter: str
    """An annotator of this thread, lettered by the order of first messages."""
    name: str | None
    mine: bool
    text: str
    written_at: datetime


def shown_messages(thread: Thread, reader: Actor) -> list[ShownMessage]:
    """Return a thread's messages, oldest first, as ``reader`` may see them."""
    messages: Sequence[Message] = list(
        thread.messages.select_related("author").order_by("pk")
    )
    letters: dict[int, str] = {}
    for message in messages:
        if message.role == Role.ANNOTATOR:
            letters.setdefault(message.author_id, person_letter(len(letters)))
    named = reader.role in ORGANIZERS
    names = PersonNames(thread.project)
    return [
        ShownMessage(
            id=message.pk,
            role=message.role,
            letter=letters.get(message.author_id, ""),
            name=names.name_of_person(message.author) if named else None,
            mine=reader.user is not None and message.author_id == reader.user.pk,
            text=message.text,
            written_at=message.written_at,
        )
        for message in messages
    ]


class ThreadSubject(NamedTuple):
    """The subject of a new discussion."""

    item: Item
    question: Question | None
    origin: ThreadOrigin


def subject_of_slot(project: Project, person: User, slot_id: int) -> ThreadSubject:
    """Return the item of one of the person's slots. Raises NotFoundError."""
    slot: Slot = get_own_slot(project, person, slot_id)
    return ThreadSubject(slot.item, None, ThreadOrigin.ANNOTATING)


def subject_of_validation_assignment(
    project: Project, person: User, place_id: int
) -> ThreadSubject:
    """Return the question of one of the person's assignments. Raises NotFoundError."""
    place = get_or_missing(
        (
            ValidationAssignment.objects.filter(
                project=project, person=person, pk=place_id
            ).select_related("revision__question__item")
        ),
        _("You have no such question to answer."),
    )
    question = place.revision.question
    return ThreadSubject(question.item, question, ThreadOrigin.VALIDATING)


def subject_of_rework(
    project: Project, actor: Actor, case_id: int, question_uid: str
) -> ThreadSubject:
    """Return an item in rework, or a question of it that the person may change.

    Raises NotFoundError.
    """
    rework = get_rework(project, actor, case_id)
    revisions = {
        question.revision.question.uid: question.revision
        for question in rework.questions
    }
    if question_uid and question_uid not in revisions:
        raise NotFoundError(_("This project has no such question."))
    question = revisions[question_uid].question if question_uid else None
    return ThreadSubject(rework.case.item, question, ThreadOrigin.REWORKING)


def subject_of_item(project: Project, item_id: int, question_uid: str) -> ThreadSubject:
    """Return any item or question of the project, for organizers.

    Raises NotFoundError.
    """
    item = get_or_missing(
        Item.objects.filter(project=project, pk=item_id),
        _("This project has no such item."),
    )
    question = item.questions.filter(uid=question_uid).first() if question_uid else None
    if question_uid and question is None:
        raise NotFoundError(_("This project has no such question."))
    return ThreadSubject(item, question, ThreadOrigin.ORGANIZING)


def thread_ids_of_item(item: Item) -> list[int]:
    """Return the discussions of an item, for the item's full history."""
    return list(Thread.objects.filter(item=item).values_list("pk", flat=True))


def count_waiting_threads(project: Project) -> int:
    """Count the questions to organizers that wait for an answer."""
    waiting = Thread.objects.filter(project=project, status="waiting")
    return waiting.exclude(origin=ThreadOrigin.DISSENT).count()


def thread_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of discussions: the numbers of their items."""
    threads = Thread.objects.filter(pk__in=ids).values_list("pk", "item__number")
    return {
        thread_id: _("Discussion of item {number}", number=number)
        for thread_id, number in threads
    }
