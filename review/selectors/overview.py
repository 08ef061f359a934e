"""Where a project stands: the funnel, what blocks, what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from annotation.domain.states import CLOSED
from annotation.models import Item, Purpose, Slot
from curation.domain.states import ACCEPTED, DUPLICATE, TOO_MUCH_TEXT
from curation.selectors import funnel
from projects.models import Project
from review.domain.states import (
    COMPARING,
    DROPPED,
    REWORK,
    TO_ADJUDICATE,
    TO_MERGE,
    VALIDATED,
)
from review.models import Case
from review.ports import released_count
from review.selectors.agreement import agreement
from review.selectors.cases import DECIDED, UNDECIDED, blocking
from review.selectors.freshness import questions_short_of_people
from review.selectors.rounds import (
    cases_left_out,
    next_round,
    open_round,
    round_progress,
)


@dataclass(frozen=True)
class FunnelStep:
    """How much is left after a step of the chain."""

    step: str
    count: int
    unit: str
    """images or items; an item holds as many images as the protocol says."""


@dataclass(frozen=True)
class Hindrance:
    """Something between here and a release; ``page`` is where one works on it."""

    kind: str
    count: int
    page: str
    cases: Sequence[int]
    fields: Sequence[str]


@dataclass(frozen=True)
class NextStep:
    """What an organizer does next; ``count`` is of what it is about."""

    kind: str
    count: int
    round: int | None
    page: str


_PAGES = {
    COMPARING: "annotate",
    TO_ADJUDICATE: "adjudicate",
    TO_MERGE: "adjudicate",
    REWORK: "rework",
}


def funnel_steps(project: Project) -> list[FunnelStep]:
    """What is left of the raw images after each step, down to the released items."""
    images = funnel(project)
    distinct = sum(images.values()) - images["raw"]
    unique = distinct - images[DUPLICATE]
    cases = Case.objects.filter(project=project)
    left = [
        ("raw", images["raw"], "images"),
        ("unique", unique, "images"),
        ("little_text", unique - images[TOO_MUCH_TEXT], "images"),
        ("accepted", images[ACCEPTED], "images"),
        (
            "annotated",
            cases.exclude(status__in=(COMPARING, DROPPED)).count(),
            "items",
        ),
        ("agreed", cases.filter(status__in=DECIDED).count(), "items"),
        ("validated", cases.filter(status=VALIDATED).count(), "items"),
        ("released", released_count(project), "items"),
    ]
    return [FunnelStep(*one) for one in left]


def hindrances(project: Project) -> list[Hindrance]:
    """What blocks a release, in the order of the chain."""
    unbegun = _unbegun(project).count()
    found = [Hindrance("unannotated", unbegun, "annotate", (), ())] if unbegun else []
    found += [
        Hindrance(one.kind, one.count, _PAGES.get(one.kind, "rounds"), one.cases, ())
        for one in blocking(project)
    ]
    current = open_round(project)
    short = questions_short_of_people(current) if current else []
    if short:
        found.append(Hindrance("short_of_people", len(short), "rounds", (), ()))
    low = [one.field for one in agreement(project, intervals=False) if one.below_floor]
    if low:
        found.append(Hindrance("low_agreement", len(low), "agreement", (), low))
    return found


def _unbegun(project: Project) -> QuerySet[Item]:
    """Items that nobody has handed in; not those shared for calibration instead."""
    there = Slot.objects.filter(item=OuterRef("pk"), purpose=Purpose.WORK)
    shared = Exists(there.filter(status=CLOSED)) & ~Exists(there.exclude(status=CLOSED))
    return Item.objects.filter(project=project, case=None).exclude(shared)


def next_step(project: Project) -> NextStep:
    """The one thing to do now.

    ``validate`` or ``tick`` while an open round lacks something (``waive`` when too few
    people are fresh for it), then ``rework``, ``extend_round`` and ``close_round``;
    without an open round ``adjudicate``, ``rework``, ``annotate``, ``open_round``,
    ``release`` when all is validated, and ``evaluate`` when so much is released.
    """
    cases = Case.objects.filter(project=project)
    reworked = cases.filter(status=REWORK).count()
    current = open_round(project)
    if current is not None:
        answers = current.rule.kind == "answer"
        missing = round_progress(current).missing
        left_out = cases_left_out(current).count()
        short = len(questions_short_of_people(current))
        if missing and short and not current.waiver:
            return NextStep("waive", short, current.number, "rounds")
        if missing:
            kind = "validate" if answers else "tick"
            page = "validate" if answers else "rounds"
            return NextStep(kind, missing, current.number, page)
        if reworked:
            return NextStep("rework", reworked, current.number, "rework")
        if left_out:
            return NextStep("extend_round", left_out, current.number, "rounds")
        return NextStep("close_round", 1, current.number, "rounds")
    undecided = cases.filter(status__in=UNDECIDED).count()
    if undecided:
        return NextStep("adjudicate", undecided, None, "adjudicate")
    if reworked:
        return NextStep("rework", reworked, None, "rework")
    annotating = _unbegun(project).count() + cases.filter(status=COMPARING).count()
    if annotating:
        return NextStep("annotate", annotating, None, "annotate")
    step = next_round(project)
    ready = cases.filter(status__in=DECIDED).count()
    waiting = ready - cases.filter(status=VALIDATED).count()
    if step is not None and waiting:
        return NextStep("open_round", waiting, step.number, "rounds")
    if ready and ready == released_count(project):
        return NextStep("evaluate", ready, None, "evaluation")
    if ready:
        return NextStep("release", ready, None, "releases")
    return NextStep("curate", funnel(project)["raw"], None, "import")
