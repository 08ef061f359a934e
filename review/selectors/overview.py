"""Where a project stands: the funnel, what blocks, what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass

from curation.domain.states import (
    ACCEPTED,
    DUPLICATE,
    IN_SCREENING,
    TOO_MUCH_TEXT,
)
from curation.selectors import funnel
from curation.selectors.screening import screening_undecided
from projects.models import Project
from review.domain.states import (
    COMPARING,
    DROPPED,
    REWORK,
    TO_ADJUDICATE,
    TO_MERGE,
    VALIDATED,
    WAITING,
)
from review.models import Case, Round, Thread
from review.ports import picture_stage, released_count
from review.selectors.agreement import agreement
from review.selectors.cases import DECIDED, UNDECIDED, blocking
from review.selectors.freshness import questions_short_of_people
from review.selectors.items import unbegun
from review.selectors.making import cases_to_make
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
    """Something for an organizer to do; ``count`` is of what it is about."""

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
    validated = cases.filter(status=VALIDATED).count()
    stage = picture_stage(project)
    # They had come as far as this when they were taken out.
    gone = stage.items if stage else 0
    left = [
        ("raw", images["raw"], "images"),
        ("unique", unique, "images"),
        ("little_text", unique - images[TOO_MUCH_TEXT], "images"),
        ("accepted", images[ACCEPTED], "images"),
        (
            "annotated",
            cases.exclude(status__in=(COMPARING, DROPPED)).count() + gone,
            "items",
        ),
        ("agreed", cases.filter(status__in=DECIDED).count() + gone, "items"),
        ("validated", validated + gone, "items"),
        *([("needs_picture", validated, "items")] if stage else []),
        ("released", released_count(project), "items"),
    ]
    return [FunnelStep(*one) for one in left]


def hindrances(project: Project) -> list[Hindrance]:
    """What blocks a release, in the order of the chain."""
    new = unbegun(project).count()
    found = [Hindrance("unannotated", new, "annotate", (), ())] if new else []
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


def next_steps(project: Project) -> list[NextStep]:
    """What there is to do now, the most urgent first; never empty.

    ``validate`` or ``tick`` while an open round lacks something (``waive`` when too few
    people are fresh for it), ``rework``, ``extend_round`` and ``close_round``; without
    an open round ``adjudicate``, ``make_questions``, ``rework``, ``annotate``, ``open_round``. Then what
    can be done besides: ``answer`` questions of annotators, ``undecided`` pictures,
    ``screen``. ``release`` when all is validated, ``evaluate`` when so much is released.
    """
    cases = Case.objects.filter(project=project)
    current = open_round(project)
    steps = _of_round(project, current) if current else []
    undecided = cases.filter(status__in=UNDECIDED).count()
    steps.append(NextStep("adjudicate", undecided, None, "adjudicate"))
    unmade = cases_to_make(project).count()
    steps.append(NextStep("make_questions", unmade, None, "make_questions"))
    if current is None:
        reworked = cases.filter(status=REWORK).count()
        steps.append(NextStep("rework", reworked, None, "rework"))
    annotating = unbegun(project).count() + cases.filter(status=COMPARING).count()
    steps.append(NextStep("annotate", annotating, None, "annotate"))
    ready = cases.filter(status__in=DECIDED).count()
    step = next_round(project) if current is None else None
    if step is not None:
        waiting = ready - cases.filter(status=VALIDATED).count()
        steps.append(NextStep("open_round", waiting, step.number, "rounds"))
    if not any(one.count for one in steps):
        kind, page = ("release", "releases")
        if ready and ready == released_count(project):
            kind, page = ("evaluate", "evaluation")
        steps.append(NextStep(kind, ready, None, page))
    asked = Thread.objects.filter(project=project, status=WAITING).count()
    steps.append(NextStep("answer", asked, None, "talk"))
    votes = screening_undecided(project).count()
    steps.append(NextStep("undecided", votes, None, "undecided"))
    in_screening = funnel(project)[IN_SCREENING] - votes
    steps.append(NextStep("screen", in_screening, None, "screen"))
    due = [one for one in steps if one.count]
    return due or [NextStep("curate", funnel(project)["raw"], None, "import")]


def _of_round(project: Project, current: Round) -> list[NextStep]:
    """What the open round waits for; when for nothing, to be closed."""
    number = current.number
    missing = round_progress(current).missing
    steps = []
    if missing:
        short = len(questions_short_of_people(current))
        answers = current.rule.kind == "answer"
        kind, page = ("validate", "validate") if answers else ("tick", "rounds")
        if short and not current.waiver:
            steps.append(NextStep("waive", short, number, "rounds"))
        steps.append(NextStep(kind, missing, number, page))
    reworked = Case.objects.filter(project=project, status=REWORK).count()
    steps.append(NextStep("rework", reworked, number, "rework"))
    left_out = cases_left_out(current).count()
    steps.append(NextStep("extend_round", left_out, number, "rounds"))
    if not any(one.count for one in steps):
        steps.append(NextStep("close_round", 1, number, "rounds"))
    return steps
