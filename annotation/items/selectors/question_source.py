"""Questions that later annotators answer when only the first annotator writes them.

Under ``questions.written_by: first`` the first annotator to submit an item writes its
questions. Later annotators label and explain the item independently. They answer these
questions without seeing the key. Their answer is stored in place of the key, in a copy
of the question in their own record.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from annotation.items.domain.slot_states import GONE, LEASED, OPEN, RETURNED
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from projects.models import User
from subtext_protocol.document import Protocol

_PURPOSES = (Purpose.WORK, Purpose.EXTRA)


def asks_first_annotator(protocol: Protocol) -> bool:
    """Return whether only the first of several annotators writes the questions."""
    return protocol.questions.written_by == "first" and protocol.annotation.people > 1


def question_source(slot: Slot, person: User) -> Annotation | None:
    """Return the annotation whose questions the person answers in this slot.

    None for the person who wrote them, while there are none yet, and in practice,
    calibration and gold slots.
    """
    if slot.purpose not in _PURPOSES or not asks_first_annotator(slot.project.protocol):
        return None
    own = Annotation.objects.filter(slot__item=slot.item_id, person=person)
    if own.filter(slot__purpose__in=_PURPOSES, answers=None).exists():
        return None
    wrote = (
        _writing()
        .filter(slot__item=slot.item_id, slot__work_pass=slot.work_pass)
        .exclude(person=person)
    )
    first = wrote.order_by("pk").first()
    return first and wrote.filter(slot=first.slot_id).order_by("-revision").first()


def questions_without_keys(
    written: Annotation, content: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the questions of ``written`` without keys, with answers from ``content``.

    An answer counts only if stem and options are unchanged since it was given.
    """
    answers = {
        (entry["uid"], entry["stem"], tuple(entry["options"])): entry["answer"]
        for entry in content.get("questions", [])
    }
    return [
        {
            **question,
            "answer": answers.get(
                (question["uid"], question["stem"], tuple(question["options"]))
            ),
        }
        for question in written.content["questions"]
    ]


def are_handed_out_in_order(slots: QuerySet[Slot]) -> QuerySet[Slot]:
    """Return the free slots that can be assigned under ``asks_first_annotator``.

    Until an item's questions are written, only its first free slot is assigned, and
    only while no other slot of it is in progress. Two simultaneous requests therefore
    get the same slot.
    """
    there = Slot.objects.filter(item=OuterRef("item_id"), purpose=Purpose.WORK)
    earlier = there.filter(status=OPEN, number__lt=OuterRef("number"))
    busy = there.filter(status__in=(LEASED, RETURNED))
    wrote = _writing().filter(slot__item=OuterRef("item_id"))
    return slots.filter(Exists(wrote) | (~Exists(earlier) & ~Exists(busy)))


def _writing() -> QuerySet[Annotation]:
    """Return the annotations that count and whose authors wrote their own questions."""
    return Annotation.objects.filter(slot__purpose=Purpose.WORK, answers=None).exclude(
        slot__status__in=GONE
    )


def separate_answers(
    annotation: Annotation, content: Mapping[str, Any]
) -> dict[str, Any]:
    """Return ``content`` with ``answers`` (by question uid) apart from ``questions``.

    For an annotation that answers another annotator's questions, ``questions`` is
    empty.
    """
    questions: Sequence[Mapping[str, Any]] = content.get("questions", [])
    if annotation.answers_id is None:
        return {**content, "answers": {}}
    answers = {question["uid"]: question["answer"] for question in questions}
    return {**content, "questions": [], "answers": answers}
