"""From annotations to one final record: comparing, deciding, taking back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F

from annotation.domain.record import record_normalised
from annotation.domain.states import SUBMITTED
from annotation.models import Annotation, Item, Purpose, Slot
from annotation.selectors import (
    annotators_of,
    contents_now,
    live_questions,
    work_annotations,
)
from annotation.services.questions import question_create, question_drop
from projects.models import User
from projects.selectors import ORGANIZERS, active_people
from review.domain.comparison import compare
from review.domain.origins import label_origins, text_origin
from review.domain.states import (
    COMPARING,
    DROPPED,
    FINAL,
    TO_ADJUDICATE,
    TO_MERGE,
)
from review.models import Case
from review.selectors.cases import UNDECIDED, records_of
from review.services.places import places_withdraw
from review.services.records import (
    require_sound,
    without_questions,
)
from workflow.errors import Conflict, FieldProblem, Invalid, NotAllowed
from workflow.models import LedgerEntry
from workflow.selectors import life_of
from workflow.services import Actor, transition


@dataclass(frozen=True, kw_only=True)
class QuestionChoice:
    """A question of the final record.

    ``sources`` are (annotation, question) positions among the compared records. One
    source and no ``content``: taken as it stands. ``content`` (format, fixed, stem,
    options, answer): merged from the sources, or written anew without any.
    """

    sources: Sequence[tuple[int, int]] = ()
    content: Mapping[str, Any] | None = None


def case_open(entries: Sequence[LedgerEntry]) -> None:
    """Work was handed in: open the item's case; compare when all have handed in.

    Runs within the hand-in.
    """
    for slot in _work_slots(entries):
        case = case_in_turn(slot)
        if case.status == COMPARING:
            case_compare(case)


def case_recompare(entries: Sequence[LedgerEntry]) -> None:
    """Work was taken back or sent back: compare again when it is in.

    A record that one annotator's work became by itself is taken back with it, until
    somebody has acted on it. Raises Conflict when the record has been decided; what is
    wrong then goes through rework.
    """
    taken_back = [entry for entry in entries if entry.source == SUBMITTED]
    for slot in _work_slots(taken_back):
        case = case_in_turn(slot)
        if case.status in (COMPARING, DROPPED):
            continue
        if case.status not in UNDECIDED:
            _unadopt(case)
            continue
        transition(
            case,
            "recompare",
            actor=Actor.system(),
            data={"comparison": case.comparison},
        )


def require_undecided(case: Case) -> None:
    """Whether work on it can be taken back. Raises Conflict when somebody decided."""
    if case.status in (COMPARING, DROPPED, *UNDECIDED):
        return
    actions = list(life_of(case).values_list("action", flat=True))
    if actions[-1:] != ["adopt"] and actions[-2:] != ["adopt", "validate"]:
        raise Conflict("This item has been decided on; send it to rework instead.")


def _unadopt(case: Case) -> None:
    """Raises Conflict when the record did not come about by itself, or was acted on."""
    require_undecided(case)
    transition(
        case,
        "unadopt",
        actor=Actor.system(),
        data={"record": case.record},
        changes={"record": {}},
    )
    questions_drop(case, Actor.system(), "The annotation was taken back.")


def questions_drop(case: Case, actor: Actor, reason: str) -> None:
    """Drop every question of a record that is taken back."""
    for revision in live_questions(case.item):
        question_drop(question=revision.question, actor=actor, reason=reason)


def case_in_turn(slot: Slot) -> Case:
    """The case of the slot's item, read after everybody who was at it before.

    Of two who hand in or take back at the same time, both update the case's row first:
    the second waits until the first has committed, and then sees what it did.
    """
    case = Case.objects.filter(item=slot.item_id)
    if not case.update(handed_in=F("handed_in") + 1):
        Case.objects.get_or_create(
            item_id=slot.item_id, defaults={"project_id": slot.project_id}
        )
        case.update(handed_in=F("handed_in") + 1)
    return (
        case.select_related("item__protocol_version", "project__current_protocol")
        # Long, and known to this process as a rule (ProtocolVersion.protocol).
        .defer(
            "item__protocol_version__document", "project__current_protocol__document"
        )
        .get()
    )


def _work_slots(entries: Sequence[LedgerEntry]) -> list[Slot]:
    if not entries:
        return []
    ids = [entry.subject_id for entry in entries]
    return list(Slot.objects.filter(pk__in=ids, purpose=Purpose.WORK))


def case_compare(case: Case) -> None:
    """Hold what was handed in against each other, when all of it is in."""
    annotations = work_annotations(case.item)
    if not annotations:
        return
    protocol = case.project.protocol
    records = contents_now(case.project, annotations)
    result = compare(protocol, records)
    # Texts stay in the annotations; only what is computed with is kept here.
    comparison = {
        "annotations": [annotation.pk for annotation in annotations],
        "people": [annotation.person_id for annotation in annotations],
        "questions": list(result.questions),
        "fields": {
            field.field: {
                "kind": field.kind,
                "outcome": field.outcome,
                "values": list(field.values) if field.kind == "label" else [],
                "value": field.value,
                "rule": field.rule,
            }
            for field in result.fields
        },
    }
    changes = {"comparison": comparison, "disputed": len(result.disputed)}
    if len(annotations) == 1:
        _adopt(case, annotations[0], changes)
    else:
        action = "dispute" if result.disputed else "agree"
        transition(case, action, actor=Actor.system(), changes=changes)


def _adopt(case: Case, annotation: Annotation, changes: Mapping[str, Any]) -> None:
    """One annotator: what was handed in is the final record."""
    (said,) = contents_now(case.project, [annotation])
    content = record_normalised(case.project.protocol, said)
    transition(
        case,
        "adopt",
        actor=Actor.system(),
        changes={**changes, "record": without_questions(content)},
        data={"annotation": annotation.pk},
    )
    for position, question in enumerate(content["questions"], start=1):
        _create(case.item, position, question, annotation.person)
    validate_without_rounds(case)


def case_finalize(
    *,
    case: Case,
    actor: Actor,
    record: Mapping[str, Any],
    questions: Sequence[QuestionChoice],
    reasons: Mapping[str, str],
    version: int,
    waiver: str = "",
) -> Case:
    """Decide on the final record of an item that was compared.

    1. A third person only, unless a lab is too small and ``waiver`` says why.
    2. ``version`` is the case's state_version that the person looked at.
    3. The record has to be complete and pass the protocol's blocking checks.
    4. ``reasons`` by field, where a label overrides what everybody said.

    The ledger keeps where each field and question came from. Raises NotAllowed,
    Conflict, Invalid.
    """
    _require_third(case, actor, waiver)
    if case.state_version != version:
        raise Conflict("This case has changed since you opened it.")
    protocol = case.project.protocol
    records = records_of(case)
    chosen = [_resolve(at, choice, records) for at, choice in enumerate(questions)]
    content = {
        **{part: record.get(part, {}) for part in ("labels", "texts", "sentences")},
        "questions": [question for question, _ in chosen],
    }
    require_sound(protocol, content, actor)
    final = record_normalised(protocol, content)
    origins, overridden = label_origins(
        protocol, case.comparison["fields"], final["labels"]
    )
    missing = [
        FieldProblem(f"reasons.{field}", "Nobody said so: please say why.")
        for field in overridden
        if not reasons.get(field, "").strip()
    ]
    if missing:
        raise Invalid("A reason is needed where everybody is overruled.", missing)
    for part in ("texts", "sentences"):
        for field, value in final[part].items():
            origins[field] = text_origin(
                value, [one.get(part, {}).get(field) for one in records]
            )
    with transaction.atomic():
        transition(
            case,
            "finalize",
            actor=actor,
            changes={"record": without_questions(final), "adjudicator": actor.user},
            data={
                "origins": origins,
                "questions": [list(map(list, choice.sources)) for choice in questions],
                "reasons": {field: reasons[field] for field in overridden},
                "waiver": waiver,
            },
        )
        for position, question in enumerate(final["questions"], start=1):
            author = chosen[position - 1][1]
            by = actor.user if author is None else _annotator(case, author)
            _create(case.item, position, question, by)
        validate_without_rounds(case)
    return case


def _require_third(case: Case, actor: Actor, waiver: str) -> None:
    """Who annotated an item does not adjudicate it."""
    known_by = annotators_of(case.item)
    if actor.user is None or actor.user.pk not in known_by:
        return
    if not waiver.strip():
        raise NotAllowed("You annotated this item, so a third person has to decide.")
    if any(one.pk not in known_by for one in active_people(case.project, ORGANIZERS)):
        raise NotAllowed("Somebody who did not annotate this item can decide on it.")


def _resolve(
    at: int, choice: QuestionChoice, records: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, Any], int | None]:
    """The question's content, and whose it is: a position, or the adjudicator's."""
    for annotation, question in choice.sources:
        if not (
            0 <= annotation < len(records)
            and 0 <= question < len(records[annotation].get("questions", ()))
        ):
            problem = FieldProblem(
                f"questions.{at}.sources", "There is no such question."
            )
            raise Invalid("A question does not exist.", [problem])
    uid = f"question-{at}"
    if choice.content is not None:
        return {**choice.content, "uid": uid}, None
    if len(choice.sources) != 1:
        problem = FieldProblem(
            f"questions.{at}.content", "Choose one question, or write its text."
        )
        raise Invalid("A question is neither chosen nor written.", [problem])
    annotation, question = choice.sources[0]
    return {**records[annotation]["questions"][question], "uid": uid}, annotation


def _annotator(case: Case, position: int) -> User:
    return User.objects.get(pk=case.comparison["people"][position])


def _create(
    item: Item, position: int, question: Mapping[str, Any], author: Any
) -> None:
    question_create(
        item=item,
        position=position,
        format=question["format"],
        fixed=question["fixed"],
        stem=question["stem"],
        options=question["options"],
        answer=question["answer"],
        author=author,
    )


def validate_without_rounds(case: Case) -> None:
    """Under a protocol without rounds a decided record is a validated one."""
    if not case.project.protocol.review.rounds:
        transition(case, "validate", actor=Actor.system())


@transaction.atomic
def case_undo(*, case: Case, actor: Actor) -> Case:
    """Take a decision back while no round has taken the item in.

    The questions made by it are dropped; the ledger keeps the record. Raises Conflict.
    """
    if case.status != FINAL:
        raise Conflict("Only a decision that no round has taken in can be taken back.")
    decided = life_of(case).filter(action="finalize").last()
    if decided is None:
        raise Conflict("With one annotator there is no decision to take back.")
    back = {TO_ADJUDICATE: "undo_dispute", TO_MERGE: "undo_merge"}
    transition(
        case,
        back[decided.source],
        actor=actor,
        data={"record": case.record},
        changes={"record": {}, "adjudicator": None},
    )
    questions_drop(case, actor, "The decision was taken back.")
    return case


@transaction.atomic
def case_drop(*, case: Case, actor: Actor, reason: str) -> Case:
    """Leave an item out of the benchmark; its work is kept. Raises Conflict, Invalid."""
    transition(case, "drop", actor=actor, reason=reason)
    places_withdraw(case=case, actor=actor)
    return case


def cases_drop_withdrawn(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → withdrawn: its item leaves the benchmark."""
    images = [entry.subject_id for entry in entries]
    for case in Case.objects.filter(item__places__image__in=images).distinct():
        if case.status != DROPPED:
            case_drop(
                case=case, actor=Actor.system(), reason="A picture of it was withdrawn."
            )


@transaction.atomic
def case_send_to_rework(*, case: Case, actor: Actor, reason: str) -> Case:
    """Send a decided item back. Raises Conflict, Invalid without a reason."""
    if not reason.strip():
        raise Invalid(
            "A reason is needed.", [FieldProblem("reason", "Please say why.")]
        )
    transition(case, "fail", actor=actor, reason=reason)
    return case
