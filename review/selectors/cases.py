"""Cases: the adjudication queue, final records, and what blocks a release."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.domain.slot_codes import slot_code
from annotation.models import Annotation, Item, Question, QuestionRevision
from annotation.selectors import annotators_of, contents_now, live_questions
from curation.models.images import Image
from projects.models import Project, User
from projects.selectors import ORGANIZERS, active_people
from review.domain.comparison import FieldComparison
from review.domain.provenance import letter_of
from review.domain.states import (
    COMPARING,
    DROPPED,
    FINAL,
    IN_VALIDATION,
    REWORK,
    TO_ADJUDICATE,
    TO_MERGE,
    VALIDATED,
)
from review.models import Case
from workflow.errors import NotFoundError
from workflow.models import LedgerEntry
from workflow.selectors import get_or_missing

UNDECIDED = (TO_ADJUDICATE, TO_MERGE)
DECIDED = (FINAL, IN_VALIDATION, REWORK, VALIDATED)


@dataclass(frozen=True)
class RecordParts:
    """The labels, texts and sentences of an item; everything but its questions."""

    labels: Mapping[str, Sequence[str]]
    texts: Mapping[str, str]
    sentences: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class FinalRecord(RecordParts):
    """The final record of an item, with its current questions by position."""

    questions: Sequence[QuestionRevision]


def final_record(case: Case) -> FinalRecord:
    """Return the final record of a decided case. Raises NotFoundError if undecided."""
    if case.status not in DECIDED:
        raise NotFoundError("This item has no final record yet.")
    return FinalRecord(
        case.record.get("labels", {}),
        case.record.get("texts", {}),
        case.record.get("sentences", {}),
        live_questions(case.item),
    )


def get_case(project: Project, case_id: int) -> Case:
    """Return a case of the project. Raises NotFoundError."""
    return get_or_missing(
        (
            Case.objects.filter(pk=case_id, project=project).select_related(
                "item", "project__current_protocol"
            )
        ),
        "This project has no such case.",
    )


def case_seen(project: Project, person: User, role: str, case_id: int) -> Case:
    """Return a case that ``person`` may see. Raises NotFoundError.

    Organizers see all cases. Annotators see those that they decide by consensus, once
    all annotations of the item are submitted.
    """
    case = get_case(project, case_id)
    if role in ORGANIZERS:
        return case
    if case.status == COMPARING or not _decides_with_others(case, person):
        raise NotFoundError("This project has no such case.")
    return case


def decided_together(project: Project) -> bool:
    """Return whether the annotators of an item decide on it by consensus."""
    return project.protocol.review.decided_by == "together"


def _decides_with_others(case: Case, person: User) -> bool:
    return decided_together(case.project) and person.pk in case.comparison.get(
        "people", ()
    )


def decides_alone(case: Case, person: User) -> Literal["freely", "waived", "no"]:
    """Return whether an organizer may decide on a case alone.

    ``waived`` means only under a waiver. An organizer who annotated the item may not,
    as long as another organizer did not.
    """
    known_by = annotators_of(case.item)
    known = person.pk in known_by
    if known and any(
        one.pk not in known_by for one in active_people(case.project, ORGANIZERS)
    ):
        return "no"
    return "waived" if known or decided_together(case.project) else "freely"


def case_status_of_items(items: Iterable[int]) -> dict[int, str]:
    """Return the case status of each item that has a case."""
    cases = Case.objects.filter(item__in=set(items))
    return dict(cases.values_list("item", "status"))


def case_of_item(project: Project, item_id: int) -> Case:
    """Return the case of an item. Raises NotFoundError."""
    return get_or_missing(
        Case.objects.filter(project=project, item=item_id),
        "This project has no such item in review.",
    )


def validated_cases(project: Project) -> QuerySet[Case]:
    """Return the cases that a release may include, by item number."""
    cases = Case.objects.filter(project=project, status=VALIDATED)
    return cases.select_related("item").order_by("item__number")


def decision_waivers(project: Project) -> list[str]:
    """Return the reasons why one person decided on validated items meant for others."""
    cases = validated_cases(project).values("pk")
    entries = LedgerEntry.objects.filter(
        scope_id=project.pk,
        machine=Case.machine.name,
        action__in=("finalize", "settle"),
        subject_id__in=cases,
    ).order_by("version")
    latest = {entry.subject_id: entry.data.get("waiver", "") for entry in entries}
    return list(dict.fromkeys(reason for reason in latest.values() if reason))


def list_cases(project: Project, statuses: Sequence[str]) -> QuerySet[Case]:
    """Return the cases in any of ``statuses``, or all when ``statuses`` is empty."""
    cases = Case.objects.filter(project=project)
    if statuses:
        cases = cases.filter(status__in=statuses)
    return cases.select_related("item").prefetch_related("item__places__image")


def queue_of_cases(project: Project, person: User, role: str) -> QuerySet[Case]:
    """Return the cases that wait for a decision by ``person``.

    With adjudication, these are cases that an organizer did not annotate. With
    consensus, annotators get the cases that they annotated, except those where their
    own proposal waits for the others. Organizers may step in and get all.
    """
    waiting = list_cases(project, UNDECIDED)
    together = decided_together(project)
    if role in ORGANIZERS:
        return waiting if together else waiting.filter(~Exists(_own(person)))
    if not together:
        return waiting.none()
    open_to_them = Q(proposal={}) | ~Q(proposal__by=person.pk)
    return waiting.filter(open_to_them, Exists(_own(person)))


def own_undecided(project: Project, person: User) -> int:
    """Count the cases that ``person`` annotated and that wait for someone else."""
    waiting = Case.objects.filter(project=project, status__in=UNDECIDED)
    if decided_together(project):
        waiting = waiting.filter(proposal__by=person.pk)
    return waiting.filter(Exists(_own(person))).count()


def _own(person: User) -> QuerySet[Annotation]:
    return Annotation.objects.filter(slot__item=OuterRef("item"), person=person)


@dataclass(frozen=True)
class Blocker:
    """Items that cannot be released yet; ``kind`` is the state that they are in."""

    kind: str
    count: int
    cases: Sequence[int]


def blocking(project: Project) -> list[Blocker]:
    """Return what keeps items from being released, in the order of case states.

    Items that are not fully annotated are ``comparing``. Dropped items block nothing.
    """
    waiting: dict[str, list[int]] = {}
    rows = Case.objects.filter(~Q(status__in=(VALIDATED, DROPPED)), project=project)
    for case_id, status in rows.order_by("pk").values_list("pk", "status"):
        waiting.setdefault(status, []).append(case_id)
    return [
        Blocker(status, len(waiting[status]), waiting[status])
        for status in Case.machine.states
        if status in waiting
    ]


def case_ids_of(item: Item) -> list[int]:
    """Return the case of an item, for the item's full history."""
    return list(Case.objects.filter(item=item).values_list("pk", flat=True))


def records_of(case: Case) -> Sequence[Mapping[str, Any]]:
    """Return the compared records, in the order of the comparison's people."""
    return contents_now(case.project, _compared(case))


def _compared(case: Case) -> list[Annotation]:
    ids = case.comparison.get("annotations", [])
    annotations = Annotation.objects.select_related("protocol_version").in_bulk(ids)
    return [annotations[annotation_id] for annotation_id in ids]


@dataclass(frozen=True)
class ComparedRecord(RecordParts):
    """One person's submitted record; people are letters in a fixed order.

    ``slot_id`` is the slot to return for rework. Labels are those of the current
    protocol, whatever ``protocol_version`` the person used. ``answers``, by a
    question's uid, are to questions of others and were given without the correct
    answer.
    """

    letter: str
    mine: bool
    slot_id: int
    protocol_version: int
    questions: Sequence[Mapping[str, Any]]
    answers: Mapping[str, Any]


@dataclass(frozen=True)
class ProposedRecord(RecordParts):
    """A record as an annotator proposed it."""

    questions: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Proposal:
    """A proposal for a consensus; people are letters."""

    by: str
    agreed: Sequence[str]
    discard: str
    record: ProposedRecord | None


@dataclass(frozen=True)
class CaseDetail:
    """The records of a case, and what the reader may do.

    ``version`` must be sent back with a decision. ``may_decide`` is false for
    annotators of the item; with consensus, for everyone else. ``may_waive``: an
    organizer may decide alone with a written reason. ``together``: the item's
    annotators decide by consensus. ``may_edit`` is false for annotators of the item,
    and while the case is undecided.
    """

    id: int
    item_id: int
    item_number: int
    item_code: str | None
    """The code of the reader's own assignment; None for who did not annotate it."""
    status: str
    disputed: int
    images: Sequence[Image]
    created_at: datetime
    version: int
    may_decide: bool
    may_waive: bool
    together: bool
    may_undo: bool
    may_edit: bool
    fields_compared: Sequence[FieldComparison]
    records: Sequence[ComparedRecord]
    proposal: Proposal | None
    final: FinalRecord | None


def case_detail(case: Case, person: User) -> CaseDetail:
    """Return a case with its records, people as letters, and what ``person`` may do."""
    known = person.pk in annotators_of(case.item)
    together = decided_together(case.project)
    decides = not known
    if together:
        agreed = case.proposal.get("agreed", ())
        decides = _decides_with_others(case, person) and person.pk not in agreed
    compared = _compared(case)
    contents = contents_now(case.project, compared)
    records = [
        ComparedRecord(
            said.get("labels", {}),
            said.get("texts", {}),
            said.get("sentences", {}),
            letter_of(position),
            one.person_id == person.pk,
            one.slot_id,
            one.protocol_version.number,
            said.get("questions", []),
            said["answers"],
        )
        for position, (one, said) in enumerate(zip(compared, contents, strict=True))
    ]
    own = next((one.slot_id for one in compared if one.person_id == person.pk), None)
    undecided = case.status in UNDECIDED
    fields = case.comparison.get("fields", {})
    return CaseDetail(
        id=case.pk,
        item_id=case.item_id,
        item_number=case.item.number,
        item_code=slot_code(own) if own else None,
        status=case.status,
        disputed=case.disputed,
        images=case.item.pictures,
        created_at=case.created_at,
        version=case.state_version,
        may_decide=undecided and decides,
        may_waive=undecided and not decides and _may_waive(case, person),
        together=together,
        may_undo=case.status == FINAL and case.adjudicator_id is not None,
        may_edit=case.status in DECIDED and not known,
        fields_compared=[
            FieldComparison(field, **one) for field, one in fields.items()
        ],
        records=records,
        proposal=_proposal(case, records) if undecided and case.proposal else None,
        final=final_record(case) if case.status in DECIDED else None,
    )


def _may_waive(case: Case, person: User) -> bool:
    organizers = active_people(case.project, ORGANIZERS)
    return person in organizers and decides_alone(case, person) == "waived"


def _proposal(case: Case, records: Sequence[ComparedRecord]) -> Proposal:
    people, said = case.comparison["people"], case.proposal
    questions = []
    for one in said.get("questions", ()):
        content = one["content"]
        if content is None:
            ((annotation, at),) = one["sources"]
            content = records[annotation].questions[at]
        questions.append(content)
    return Proposal(
        letter_of(people.index(said["by"])),
        [letter_of(people.index(one)) for one in said["agreed"]],
        said["discard"],
        ProposedRecord(**said["record"], questions=questions)
        if "record" in said
        else None,
    )


def dropped_items(items: Collection[int]) -> int:
    """Count how many of these items have been dropped from the benchmark."""
    return Case.objects.filter(item__in=items, status=DROPPED).count()


def without_questions(project: Project, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return those cases whose questions still have to be generated and accepted."""
    if project.protocol.questions.written_by != "rule":
        return cases.none()
    live = Question.objects.filter(item=OuterRef("item"), live=True)
    return cases.filter(~Exists(live))


def with_questions(project: Project, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return those cases that a validation round can include."""
    if project.protocol.questions.written_by != "rule":
        return cases
    live = Question.objects.filter(item=OuterRef("item"), live=True)
    return cases.filter(Exists(live))


def cases_to_make(project: Project) -> QuerySet[Case]:
    """Return the decided cases whose generated questions are not accepted yet."""
    decided = Case.objects.filter(project=project, status=FINAL)
    unmade = without_questions(project, decided).select_related("item")
    return unmade.prefetch_related("item__places__image")


def words_of_others(project: Project, field: str, slot: str) -> dict[int, str]:
    """Return the text of a sentence slot in the project's decided records, by case."""
    rows = Case.objects.filter(project=project).exclude(record={})
    found = rows.values_list("pk", f"record__sentences__{field}__{slot}")
    return {case: word for case, word in found.order_by("pk") if word}
