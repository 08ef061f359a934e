"""Who may read which thread, and how its writers are called there."""

from collections.abc import Sequence
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

from annotation.models import (
    Annotation,
    Item,
    Purpose,
    Question,
    QuestionRevision,
    Slot,
)
from annotation.selectors import my_slot, own_slot_id, slots_of_code
from projects.models import Project, Role, User
from projects.selectors import ORGANIZERS
from review.domain.provenance import letter_of
from review.models import (
    Message,
    Thread,
    ThreadOrigin,
    ThreadPurpose,
    ValidationPlace,
)
from review.selectors.questions import get_rework
from workflow.errors import NotFoundError
from workflow.selectors import get_or_missing
from workflow.services import Actor


def threads_for(project: Project, actor: Actor) -> QuerySet[Thread]:
    """The threads that a person may read.

    Organizers: all. Annotators: what they asked themselves; of a calibration item, once
    their own annotation of it is in; and why a question was found wanting, where they
    wrote a revision of it. A validator has a place at none of these.
    """
    threads = Thread.objects.filter(project=project)
    if actor.role not in ORGANIZERS:
        person = actor.user.pk if actor.user else None
        calibrated = calibrations_by(person).filter(slot__item=OuterRef("item"))
        wrote = QuestionRevision.objects.filter(
            question=OuterRef("question"), author=person
        )
        threads = threads.filter(
            Q(purpose=ThreadPurpose.QUESTION, begun_by=person)
            | Q(Exists(calibrated), purpose=ThreadPurpose.CALIBRATION)
            | Q(Exists(wrote), purpose=ThreadPurpose.CONSENSUS)
        )
        threads = threads.annotate(own_slot=own_slot_id(person))
    else:
        threads = threads.annotate(own_slot=Value(None, BigIntegerField()))
    first = Message.objects.filter(thread=OuterRef("pk")).order_by("pk")
    return (
        threads.select_related("item", "question", "begun_by", "project")
        .prefetch_related("item__places__image")
        .annotate(
            message_count=Count("messages"),
            opening=Subquery(first.values("text")[:1]),
        )
    )


def calibrations_by(person: int | None) -> QuerySet[Annotation]:
    """What a person has handed in of the calibration batch."""
    return Annotation.objects.filter(slot__purpose=Purpose.CALIBRATION, person=person)


def threads_about(
    threads: QuerySet[Thread], project: Project, actor: Actor, code: str
) -> QuerySet[Thread]:
    """Those about the item of an assignment by its code: others than organizers can
    name their own only."""
    slots = slots_of_code(project, code)
    if actor.role not in ORGANIZERS:
        slots = slots.filter(person=actor.user.pk if actor.user else None)
    return threads.filter(item__in=slots.values("item"))


def get_thread(project: Project, actor: Actor, thread_id: int) -> Thread:
    """A thread that the person may read. Raises NotFoundError."""
    return get_or_missing(
        threads_for(project, actor).filter(pk=thread_id),
        "This project has no such discussion.",
    )


@dataclass(frozen=True)
class ShownMessage:
    """Annotators are letters within their thread; only organizers read names."""

    id: int
    role: str
    letter: str
    """A writer among the annotators of this thread, by order of their first message."""
    name: str | None
    mine: bool
    text: str
    written_at: datetime


def shown_messages(thread: Thread, reader: Actor) -> list[ShownMessage]:
    """A thread's messages, oldest first, as ``reader`` may see them."""
    messages: Sequence[Message] = list(
        thread.messages.select_related("author").order_by("pk")
    )
    letters: dict[int, str] = {}
    for message in messages:
        if message.role == Role.ANNOTATOR:
            letters.setdefault(message.author_id, letter_of(len(letters)))
    named = reader.role in ORGANIZERS
    return [
        ShownMessage(
            id=message.pk,
            role=message.role,
            letter=letters.get(message.author_id, ""),
            name=message.author.shown_name if named else None,
            mine=reader.user is not None and message.author_id == reader.user.pk,
            text=message.text,
            written_at=message.written_at,
        )
        for message in messages
    ]


class About(NamedTuple):
    """What a thread is to be about."""

    item: Item
    question: Question | None
    origin: ThreadOrigin


def about_slot(project: Project, person: User, slot_id: int) -> About:
    """The item of a slot of one's own. Raises NotFoundError."""
    slot: Slot = my_slot(project, person, slot_id)
    return About(slot.item, None, ThreadOrigin.ANNOTATING)


def about_place(project: Project, person: User, place_id: int) -> About:
    """The question that one is asked, or was asked, to answer. Raises NotFoundError."""
    place = get_or_missing(
        (
            ValidationPlace.objects.filter(
                project=project, person=person, pk=place_id
            ).select_related("revision__question__item")
        ),
        "You have no such question to answer.",
    )
    question = place.revision.question
    return About(question.item, question, ThreadOrigin.VALIDATING)


def about_rework(
    project: Project, actor: Actor, case_id: int, question_uid: str
) -> About:
    """An item in rework, or a question of it that one may change. Raises NotFoundError."""
    rework = get_rework(project, actor, case_id)
    shown = {one.revision.question.uid: one.revision for one in rework.questions}
    if question_uid and question_uid not in shown:
        raise NotFoundError("This project has no such question.")
    question = shown[question_uid].question if question_uid else None
    return About(rework.case.item, question, ThreadOrigin.REWORKING)


def about_item(project: Project, item_id: int, question_uid: str) -> About:
    """Any item or question of the project, for organizers. Raises NotFoundError."""
    item = get_or_missing(
        Item.objects.filter(project=project, pk=item_id),
        "This project has no such item.",
    )
    question = item.questions.filter(uid=question_uid).first() if question_uid else None
    if question_uid and question is None:
        raise NotFoundError("This project has no such question.")
    return About(item, question, ThreadOrigin.ORGANIZING)


def thread_ids_of(item: Item) -> list[int]:
    """The threads of an item, for the item's life."""
    return list(Thread.objects.filter(item=item).values_list("pk", flat=True))


def threads_waiting(project: Project) -> int:
    """How many threads wait for an organizer."""
    return Thread.objects.filter(project=project, status="waiting").count()
