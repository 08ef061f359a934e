"""Cases: the adjudication queue, final records, and what blocks a release."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT

from annotation.items.models.items import Item
from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import annotator_ids_of_item, live_questions
from core.domain.texts import _
from core.errors import NotFoundError
from core.models import LedgerEntry
from core.selectors import get_or_missing
from projects.access.selectors import active_people
from projects.models import Project, User
from projects.roles import ORGANIZERS
from review.adjudication.domain.case_states import (
    COMPARING,
    DROPPED,
    FINAL,
    IN_VALIDATION,
    REWORK,
    TO_ADJUDICATE,
    TO_MERGE,
    VALIDATED,
)
from review.adjudication.models import Case

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
        raise NotFoundError(_("This item has no final record yet."))
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
        _("This project has no such case."),
    )


def get_visible_case(project: Project, person: User, role: str, case_id: int) -> Case:
    """Return a case that ``person`` may see. Raises NotFoundError.

    Organizers see all cases. Annotators see those that they decide by consensus, once
    all annotations of the item are submitted.
    """
    case = get_case(project, case_id)
    if role in ORGANIZERS:
        return case
    if case.status == COMPARING or not decides_with_others(case, person):
        raise NotFoundError(_("This project has no such case."))
    return case


def uses_consensus(project: Project) -> bool:
    """Return whether the annotators of an item decide on it by consensus."""
    return project.protocol.review.decided_by == "together"


def settled_items(items: Collection[int]) -> set[int]:
    """Return those items whose annotations can no longer be withdrawn.

    A record that was adopted from a single annotation can be undone until someone acts
    on it.
    """
    entries = LedgerEntry.objects.filter(
        machine=Case.machine.name, subject_id=OuterRef("pk")
    ).order_by("-version")
    decided = (
        Case.objects.filter(item__in=items)
        .exclude(status__in=(COMPARING, DROPPED, *UNDECIDED))
        .values_list(
            "item",
            Subquery(entries.values("action")[:1]),
            Subquery(entries.values("action")[1:2]),
        )
    )
    return {
        item
        for item, latest, before in decided
        if latest != "adopt" and (before, latest) != ("adopt", "validate")
    }


def settled_for_authors(items: Collection[int]) -> set[int]:
    """Return those items whose authors can no longer take back a submission.

    Where they decide by consensus, they can read the others' work before a decision.
    """
    undecided = Case.objects.filter(item__in=items, status__in=UNDECIDED)
    readable = {
        case.item_id
        for case in undecided.select_related("project__current_protocol")
        if uses_consensus(case.project)
    }
    return settled_items(items) | readable


def decides_with_others(case: Case, person: User) -> bool:
    """Return whether the person is one of the annotators who decide by consensus."""
    return uses_consensus(case.project) and person.pk in case.comparison.get(
        "people", ()
    )


def right_to_decide_alone(
    case: Case, person: User
) -> Literal["freely", "waived", "no"]:
    """Return whether an organizer may decide on a case alone.

    ``waived`` means only under a waiver. An organizer who annotated the item may not,
    as long as another organizer did not.
    """
    known_by = annotator_ids_of_item(case.item)
    known = person.pk in known_by
    if known and any(
        organizer.pk not in known_by
        for organizer in active_people(case.project, ORGANIZERS)
    ):
        return "no"
    return "waived" if known or uses_consensus(case.project) else "freely"


def case_status_of_items(items: Iterable[int]) -> dict[int, str]:
    """Return the case status of each item that has a case."""
    cases = Case.objects.filter(item__in=set(items))
    return dict(cases.values_list("item", "status"))


def case_of_item(project: Project, item_id: int) -> Case:
    """Return the case of an item. Raises NotFoundError."""
    return get_or_missing(
        Case.objects.filter(project=project, item=item_id),
        _("This project has no such item in review."),
    )


def validated_cases(project: Project) -> QuerySet[Case]:
    """Return the cases that a release may include, by item number."""
    cases = Case.objects.filter(project=project, status=VALIDATED)
    return cases.select_related("item").order_by("item__number")


def decision_waivers(project: Project) -> list[str]:
    """Return the reasons why one person decided on validated items meant for others."""
    cases = validated_cases(project).values("pk")
    decisions = LedgerEntry.objects.filter(
        scope_id=project.pk,
        machine=Case.machine.name,
        action__in=("finalize", "settle"),
        subject_id__in=cases,
    ).order_by("version")
    waivers = decisions.values_list("subject_id", KT("data__waiver"))
    latest = dict(waivers.iterator())
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
    together = uses_consensus(project)
    if role in ORGANIZERS:
        return waiting if together else waiting.filter(~Exists(_own(person)))
    if not together:
        return waiting.none()
    open_to_them = Q(proposal={}) | ~Q(proposal__by=person.pk)
    return waiting.filter(open_to_them, Exists(_own(person)))


def count_own_undecided_cases(project: Project, person: User) -> int:
    """Count the cases that ``person`` annotated and that wait for someone else."""
    waiting = Case.objects.filter(project=project, status__in=UNDECIDED)
    if uses_consensus(project):
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


def case_blockers(project: Project) -> list[Blocker]:
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


def case_ids_of_item(item: Item) -> list[int]:
    """Return the case of an item, for the item's full history."""
    return list(Case.objects.filter(item=item).values_list("pk", flat=True))


def dropped_items(items: Collection[int]) -> int:
    """Count how many of these items have been dropped from the benchmark."""
    return Case.objects.filter(item__in=items, status=DROPPED).count()


def cases_without_questions(project: Project, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return those cases whose questions still have to be generated and accepted."""
    if project.protocol.questions.written_by != "rule":
        return cases.none()
    live = Question.objects.filter(item=OuterRef("item"), live=True)
    return cases.filter(~Exists(live))


def cases_with_questions(project: Project, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return those cases that a validation round can include."""
    if project.protocol.questions.written_by != "rule":
        return cases
    live = Question.objects.filter(item=OuterRef("item"), live=True)
    return cases.filter(Exists(live))


def cases_without_accepted_questions(project: Project) -> QuerySet[Case]:
    """Return the decided cases whose generated questions are not accepted yet."""
    decided = Case.objects.filter(project=project, status=FINAL)
    unmade = cases_without_questions(project, decided).select_related("item")
    return unmade.prefetch_related("item__places__image")


def slot_texts_by_case(project: Project, field: str, slot: str) -> dict[int, str]:
    """Return the text of a sentence slot in the project's decided records, by case."""
    rows = Case.objects.filter(project=project).exclude(record={})
    words = rows.values_list("pk", f"record__sentences__{field}__{slot}")
    return {case: word for case, word in words.order_by("pk") if word}


def case_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of cases: the numbers of their items."""
    cases = Case.objects.filter(pk__in=ids).values_list("pk", "item__number")
    return {
        case_id: _("Record of item {number}", number=number)
        for case_id, number in cases
    }
