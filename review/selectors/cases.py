"""Reading cases: the queue, final records, what still blocks a release."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import Annotation, Item, QuestionRevision
from annotation.selectors import annotators_of, contents_now, live_questions
from projects.models import Project, User
from review.domain.origins import letter_of
from review.domain.states import (
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


def case_list(project: Project, statuses: Sequence[str]) -> QuerySet[Case]:
    """Cases in any of ``statuses``; all when there are none."""
    cases = Case.objects.filter(project=project)
    if statuses:
        cases = cases.filter(status__in=statuses)
    return cases.select_related("item").prefetch_related("item__places__image")


def case_queue(project: Project, person: User) -> QuerySet[Case]:
    """What waits for a third person's decision, without what ``person`` annotated."""
    own = Annotation.objects.filter(slot__item=OuterRef("item"), person=person)
    return case_list(project, UNDECIDED).filter(~Exists(own))


def own_undecided(project: Project, person: User) -> int:
    """How many cases wait for somebody other than ``person``, who annotated them."""
    own = Annotation.objects.filter(slot__item=OuterRef("item"), person=person)
    waiting = Case.objects.filter(project=project, status__in=UNDECIDED)
    return waiting.filter(Exists(own)).count()


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
    may_undo: bool
    may_edit: bool
    records: Sequence[Mapping[str, Any]]
    final: FinalRecord | None


def case_page(case: Case, person: User) -> CasePage:
    """Both sides of a case, people as letters, and what ``person`` may do."""
    known = person.pk in annotators_of(case.item)
    compared = _compared(case)
    records = [
        {
            "letter": letter_of(position),
            "slot_id": one.slot_id,
            "protocol_version": one.protocol_version.number,
            **{part: said.get(part, {}) for part in ("labels", "texts", "sentences")},
            "questions": said.get("questions", []),
        }
        for position, (one, said) in enumerate(
            zip(compared, contents_now(case.project, compared), strict=True)
        )
    ]
    return CasePage(
        may_decide=case.status in UNDECIDED and not known,
        may_undo=case.status == FINAL and case.adjudicator_id is not None,
        may_edit=case.status in DECIDED and not known,
        records=records,
        final=final_record(case) if case.status in DECIDED else None,
    )
