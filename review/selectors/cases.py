"""Reading cases: the queue, final records, what still blocks a release."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Exists, OuterRef, Q, QuerySet

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
    """What an item says, but for its questions."""

    labels: Mapping[str, Sequence[str]]
    texts: Mapping[str, str]
    sentences: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class FinalRecord(RecordParts):
    """What an item says in the end; questions as they stand now, by position."""

    questions: Sequence[QuestionRevision]


def final_record(case: Case) -> FinalRecord:
    """The record of a decided case. Raises NotFoundError while it is undecided."""
    if case.status not in DECIDED:
        raise NotFoundError("This item has no final record yet.")
    return FinalRecord(
        case.record.get("labels", {}),
        case.record.get("texts", {}),
        case.record.get("sentences", {}),
        live_questions(case.item),
    )


def get_case(project: Project, case_id: int) -> Case:
    """A case of the project. Raises NotFoundError."""
    return get_or_missing(
        (
            Case.objects.filter(pk=case_id, project=project).select_related(
                "item", "project__current_protocol"
            )
        ),
        "This project has no such case.",
    )


def case_seen(project: Project, person: User, role: str, case_id: int) -> Case:
    """A case that ``person`` may look at. Raises NotFoundError.

    Organizers see all. Annotators see those that they decide on together with others,
    once everybody's work is in.
    """
    case = get_case(project, case_id)
    if role in ORGANIZERS:
        return case
    if case.status == COMPARING or not _decides_with_others(case, person):
        raise NotFoundError("This project has no such case.")
    return case


def decided_together(project: Project) -> bool:
    """Whether those who annotated an item decide on it together."""
    return project.protocol.review.decided_by == "together"


def _decides_with_others(case: Case, person: User) -> bool:
    return decided_together(case.project) and person.pk in case.comparison.get(
        "people", ()
    )


def decides_alone(case: Case, person: User) -> Literal["freely", "waived", "no"]:
    """Whether an organizer may decide on a case without others, or under a waiver only.

    Who annotated the item leaves it to an organizer who did not, where there is one.
    """
    known_by = annotators_of(case.item)
    known = person.pk in known_by
    if known and any(
        one.pk not in known_by for one in active_people(case.project, ORGANIZERS)
    ):
        return "no"
    return "waived" if known or decided_together(case.project) else "freely"


def case_status_of_items(items: Iterable[int]) -> dict[int, str]:
    """Where each item is in review."""
    cases = Case.objects.filter(item__in=set(items))
    return dict(cases.values_list("item", "status"))


def case_of_item(project: Project, item_id: int) -> Case:
    """The case of an item. Raises NotFoundError."""
    return get_or_missing(
        Case.objects.filter(project=project, item=item_id),
        "This project has no such item in review.",
    )


def validated_cases(project: Project) -> QuerySet[Case]:
    """What a release may take, by item number."""
    cases = Case.objects.filter(project=project, status=VALIDATED)
    return cases.select_related("item").order_by("item__number")


def decision_waivers(project: Project) -> list[str]:
    """Why one person decided on items that are validated, where others were to."""
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
    """Cases in any of ``statuses``; all when there are none."""
    cases = Case.objects.filter(project=project)
    if statuses:
        cases = cases.filter(status__in=statuses)
    return cases.select_related("item").prefetch_related("item__places__image")


def queue_of_cases(project: Project, person: User, role: str) -> QuerySet[Case]:
    """What waits for ``person`` to decide.

    Where a third person decides: what they did not annotate. Where annotators decide
    together: what they annotated and have proposed nothing on that still waits for the
    others; organizers, who may step in, see all.
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
    """How many cases wait for somebody other than ``person``, who annotated them."""
    waiting = Case.objects.filter(project=project, status__in=UNDECIDED)
    if decided_together(project):
        waiting = waiting.filter(proposal__by=person.pk)
    return waiting.filter(Exists(_own(person))).count()


def _own(person: User) -> QuerySet[Annotation]:
    return Annotation.objects.filter(slot__item=OuterRef("item"), person=person)


@dataclass(frozen=True)
class Blocker:
    """Why some items cannot be released yet; ``kind`` is the state that they are in."""

    kind: str
    count: int
    cases: Sequence[int]


def blocking(project: Project) -> list[Blocker]:
    """What keeps items from being released, by state, in the order of the chain.

    Items that nobody has annotated in full are ``comparing``; dropped ones block
    nothing.
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
    """The case of an item, for the item's life."""
    return list(Case.objects.filter(item=item).values_list("pk", flat=True))


def records_of(case: Case) -> Sequence[Mapping[str, Any]]:
    """The compared records, in the order in which the comparison names their people."""
    return contents_now(case.project, _compared(case))


def _compared(case: Case) -> list[Annotation]:
    ids = case.comparison.get("annotations", [])
    annotations = Annotation.objects.select_related("protocol_version").in_bulk(ids)
    return [annotations[annotation_id] for annotation_id in ids]


@dataclass(frozen=True)
class ComparedRecord(RecordParts):
    """What one person handed in; people are letters here, in a fixed order.

    ``slot_id`` is where to send it back; labels are those of the protocol in force,
    whatever ``protocol_version`` they were given under. ``answers``, by a question's uid,
    are to somebody else's questions, given without the key.
    """

    letter: str
    mine: bool
    slot_id: int
    protocol_version: int
    questions: Sequence[Mapping[str, Any]]
    answers: Mapping[str, Any]


@dataclass(frozen=True)
class ProposedRecord(RecordParts):
    """A record as somebody proposed it."""

    questions: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Proposal:
    """What one of those who decide together proposed; people are letters."""

    by: str
    agreed: Sequence[str]
    discard: str
    record: ProposedRecord | None


@dataclass(frozen=True)
class CaseDetail:
    """Both sides of a case. ``version`` goes back with a decision.

    ``may_decide`` is false for who annotated the item, or for who did not where they
    decide together; ``may_waive``: an organizer may decide alone with a written reason;
    ``together``: those who annotated the item decide on it together; ``may_edit`` is
    false for who annotated the item, and while nothing is decided.
    """

    id: int
    item_id: int
    item_number: int
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
    """Both sides of a case, people as letters, and what ``person`` may do."""
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
    undecided = case.status in UNDECIDED
    fields = case.comparison.get("fields", {})
    return CaseDetail(
        id=case.pk,
        item_id=case.item_id,
        item_number=case.item.number,
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
    """How many of these items are in no benchmark any more."""
    return Case.objects.filter(item__in=items, status=DROPPED).count()


def without_questions(project: Project, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Of these those whose questions have still to be made and accepted."""
    if project.protocol.questions.written_by != "rule":
        return cases.none()
    live = Question.objects.filter(item=OuterRef("item"), live=True)
    return cases.filter(~Exists(live))


def with_questions(project: Project, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Of these those that rounds can take in."""
    if project.protocol.questions.written_by != "rule":
        return cases
    live = Question.objects.filter(item=OuterRef("item"), live=True)
    return cases.filter(Exists(live))


def cases_to_make(project: Project) -> QuerySet[Case]:
    """Decided cases whose questions have still to be accepted, by item."""
    decided = Case.objects.filter(project=project, status=FINAL)
    unmade = without_questions(project, decided).select_related("item")
    return unmade.prefetch_related("item__places__image")


def words_of_others(project: Project, field: str, slot: str) -> dict[int, str]:
    """What the decided records of a project say in a slot, by case."""
    rows = Case.objects.filter(project=project).exclude(record={})
    found = rows.values_list("pk", f"record__sentences__{field}__{slot}")
    return {case: word for case, word in found.order_by("pk") if word}
