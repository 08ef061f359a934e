"""Whose questions somebody answers, where the protocol has only the first write them.

Under ``questions.written_by: first`` the first to hand in an item writes its questions.
Everybody after labels and explains it as blindly as ever, and answers those questions
without seeing the key. An answer is kept where a key would stand: in a copy of the
question in the answering person's own record.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from annotation.domain.states import GONE, LEASED, OPEN, RETURNED
from annotation.models import Annotation, Purpose, Slot
from projects.domain.protocol.document import Protocol
from projects.models import User

_PURPOSES = (Purpose.WORK, Purpose.EXTRA)


def asks_first_annotator(protocol: Protocol) -> bool:
    """Whether only one of several people writes an item's questions."""
    return protocol.questions.written_by == "first" and protocol.annotation.people > 1


def question_source(slot: Slot, person: User) -> Annotation | None:
    """The annotation whose questions the person answers there.

    None for who wrote them, while nobody has, and in practice, calibration and gold.
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


def asked_questions(
    written: Annotation, content: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The questions of ``written`` without their keys, with what ``content`` answers.

    An answer to what read otherwise then is none.
    """
    given = {
        (one["uid"], one["stem"], tuple(one["options"])): one["answer"]
        for one in content.get("questions", [])
    }
    return [
        {
            **question,
            "answer": given.get(
                (question["uid"], question["stem"], tuple(question["options"]))
            ),
        }
        for question in written.content["questions"]
    ]


def are_handed_out_in_order(slots: QuerySet[Slot]) -> QuerySet[Slot]:
    """Of free slots those at which there is something to do now, where only the first
    of several people writes questions (``asks_first_annotator``).

    Until an item's questions are written, only its first free slot is handed out, and
    only while nobody is at it: two people who ask at once ask for the same slot.
    """
    there = Slot.objects.filter(item=OuterRef("item_id"), purpose=Purpose.WORK)
    earlier = there.filter(status=OPEN, number__lt=OuterRef("number"))
    busy = there.filter(status__in=(LEASED, RETURNED))
    wrote = _writing().filter(slot__item=OuterRef("item_id"))
    return slots.filter(Exists(wrote) | (~Exists(earlier) & ~Exists(busy)))


def _writing() -> QuerySet[Annotation]:
    """Annotations that count and whose questions are their person's own."""
    return Annotation.objects.filter(slot__purpose=Purpose.WORK, answers=None).exclude(
        slot__status__in=GONE
    )


def split_answers(annotation: Annotation, content: Mapping[str, Any]) -> dict[str, Any]:
    """What was handed in with ``answers`` by question, apart from ``questions``.

    Whoever answered somebody else's questions wrote none.
    """
    questions: Sequence[Mapping[str, Any]] = content.get("questions", [])
    if annotation.answers_id is None:
        return {**content, "answers": {}}
    answers = {one["uid"]: one["answer"] for one in questions}
    return {**content, "questions": [], "answers": answers}
