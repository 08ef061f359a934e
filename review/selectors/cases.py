"""Reading cases: the queue, final records, what still blocks a release."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import Annotation, Item, QuestionRevision
from annotation.selectors import annotators_of, contents_now, live_questions
from projects.models import Project, User
from projects.selectors import ORGANIZERS, active_people
from review.domain.origins import letter_of
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
from workflow.errors import Missing
from workflow.models import LedgerEntry

UNDECIDED = (TO_ADJUDICATE, TO_MERGE)
DECIDED = (FINAL, IN_VALIDATION, REWORK, VALIDATED)


class FinalRecord(NamedTuple):
    """What an item says in the end; questions as they stand now, by position."""

    labels: Mapping[str, Sequence[str]]
    texts: Mapping[str, str]
    sentences: Mapping[str, Mapping[str, str]]
    questions: Sequence[QuestionRevision]


def final_record(case: Case) -> FinalRecord:
    """The record of a decided case. Raises Missing while it is undecided."""
    if case.status not in DECIDED:
        raise Missing("Nothing has been decided on this item yet.")
    return FinalRecord(
        case.record.get("labels", {}),
        case.record.get("texts", {}),
        case.record.get("sentences", {}),
        live_questions(case.item),
    )


def case_get(project: Project, case_id: int) -> Case:
    """A case of the project. Raises Missing."""
    case = (
        Case.objects.filter(pk=case_id, project=project)
        .select_related("item", "project__current_protocol")
        .first()
    )
    if case is None:
        raise Missing("There is no such case.")
    return case


def case_seen(project: Project, person: User, role: str, case_id: int) -> Case:
    """A case that ``person`` may look at. Raises Missing.

    Organizers see all. Annotators see those that they decide on together with others,
    once everybody's work is in.
    """
    case = case_get(project, case_id)
    if role in ORGANIZERS:
        return case
    if case.status == COMPARING or not _decides_with_others(case, person):
        raise Missing("There is no such case.")
    return case


def _decides_with_others(case: Case, person: User) -> bool:
    together = case.project.protocol.review.decided_by == "together"
    return together and person.pk in case.comparison.get("people", ())


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
    together = case.project.protocol.review.decided_by == "together"
    return "waived" if known or together else "freely"


def case_status_of_items(items: Iterable[int]) -> dict[int, str]:
    """Where each item is in review."""
    cases = Case.objects.filter(item__in=set(items))
    return dict(cases.values_list("item", "status"))


def case_of_item(project: Project, item_id: int) -> Case:
    """The case of an item. Raises Missing."""
    case = Case.objects.filter(project=project, item=item_id).first()
    if case is None:
        raise Missing("There is no such item in review.")
    return case


def validated_cases(project: Project) -> QuerySet[Case]:
    """What a release may take, by item number."""
    return (
        Case.objects.filter(project=project, status=VALIDATED)
        .select_related("item")
        .order_by("item__number")
    )


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


def case_list(project: Project, statuses: Sequence[str]) -> QuerySet[Case]:
    """Cases in any of ``statuses``; all when there are none."""
    cases = Case.objects.filter(project=project)
    if statuses:
        cases = cases.filter(status__in=statuses)
    return cases.select_related("item").prefetch_related("item__places__image")


def case_queue(project: Project, person: User, role: str) -> QuerySet[Case]:
    """What waits for ``person`` to decide.

    Where a third person decides: what they did not annotate. Where annotators decide
    together: what they annotated and have proposed nothing on that still waits for the
    others; organizers, who may step in, see all.
    """
    waiting = case_list(project, UNDECIDED)
    third = project.protocol.review.decided_by == "third"
    if role in ORGANIZERS:
        return waiting.filter(~Exists(_own(person))) if third else waiting
    if third:
        return waiting.none()
    open_to_them = Q(proposal={}) | ~Q(proposal__by=person.pk)
    return waiting.filter(open_to_them, Exists(_own(person)))


def own_undecided(project: Project, person: User) -> int:
    """How many cases wait for somebody other than ``person``, who annotated them."""
    waiting = Case.objects.filter(project=project, status__in=UNDECIDED)
    if project.protocol.review.decided_by == "together":
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


class CasePage(NamedTuple):
    """What the adjudication page shows besides the case itself."""

    may_decide: bool
    may_waive: bool
    """Whether an organizer may decide alone with a written reason."""
    together: bool
    """Whether those who annotated it decide together."""
    may_undo: bool
    may_edit: bool
    records: Sequence[Mapping[str, Any]]
    proposal: Mapping[str, Any] | None
    """Who proposed it, as a letter, what it says, and who has agreed."""
    final: FinalRecord | None


def case_page(case: Case, person: User) -> CasePage:
    """Both sides of a case, people as letters, and what ``person`` may do."""
    known = person.pk in annotators_of(case.item)
    together = case.project.protocol.review.decided_by == "together"
    decides = not known
    if together:
        agreed = case.proposal.get("agreed", ())
        decides = _decides_with_others(case, person) and person.pk not in agreed
    compared = _compared(case)
    records = [
        {
            "letter": letter_of(position),
            "mine": one.person_id == person.pk,
            "slot_id": one.slot_id,
            "protocol_version": one.protocol_version.number,
            **{part: said.get(part, {}) for part in ("labels", "texts", "sentences")},
            "questions": said.get("questions", []),
            "answers": said["answers"],
        }
        for position, (one, said) in enumerate(
            zip(compared, contents_now(case.project, compared), strict=True)
        )
    ]
    undecided = case.status in UNDECIDED
    return CasePage(
        may_decide=undecided and decides,
        may_waive=undecided and not decides and _may_waive(case, person),
        together=together,
        may_undo=case.status == FINAL and case.adjudicator_id is not None,
        may_edit=case.status in DECIDED and not known,
        records=records,
        proposal=_proposal(case, records) if undecided else None,
        final=final_record(case) if case.status in DECIDED else None,
    )


def _may_waive(case: Case, person: User) -> bool:
    organizers = active_people(case.project, ORGANIZERS)
    return person in organizers and decides_alone(case, person) == "waived"


def _proposal(
    case: Case, records: Sequence[Mapping[str, Any]]
) -> Mapping[str, Any] | None:
    if not case.proposal:
        return None
    people = case.comparison["people"]
    said = case.proposal
    questions = []
    for one in said.get("questions", ()):
        content = one["content"]
        if content is None:
            ((annotation, at),) = one["sources"]
            content = records[annotation]["questions"][at]
        questions.append(content)
    return {
        "by": letter_of(people.index(said["by"])),
        "agreed": [letter_of(people.index(one)) for one in said["agreed"]],
        "discard": said["discard"],
        "record": {**said["record"], "questions": questions}
        if "record" in said
        else None,
    }


def dropped_items(items: Collection[int]) -> int:
    """How many of these items are in no benchmark any more."""
    return Case.objects.filter(item__in=items, status=DROPPED).count()
