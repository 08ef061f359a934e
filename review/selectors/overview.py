"""The project overview: the funnel, release blockers, and next steps."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from django.db.models import Count

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
)
from review.models import Case, Round
from review.ports import picture_stage, released_count
from review.selectors.cases import DECIDED, UNDECIDED, cases_to_make
from review.selectors.figures import AGREEMENT, ROUND, figures
from review.selectors.items import unbegun
from review.selectors.rounds import (
    cases_left_out,
    next_round,
    open_round,
    round_progress,
)
from review.selectors.threads import threads_waiting

FunnelName = Literal[
    "raw",
    "unique",
    "little_text",
    "accepted",
    "annotated",
    "agreed",
    "validated",
    "needs_picture",
    "released",
]
HindranceKind = Literal[
    "unannotated",
    "comparing",
    "to_adjudicate",
    "to_merge",
    "final",
    "in_validation",
    "rework",
    "short_of_people",
    "low_agreement",
]
StepKind = Literal[
    "curate",
    "screen",
    "undecided",
    "annotate",
    "answer",
    "adjudicate",
    "make_questions",
    "open_round",
    "extend_round",
    "waive",
    "validate",
    "tick",
    "rework",
    "close_round",
    "release",
    "evaluate",
]


@dataclass(frozen=True)
class FunnelStep:
    """The number of images or items left after a step of the workflow."""

    step: FunnelName
    count: int
    unit: Literal["images", "items"]
    """An item holds as many images as the protocol says."""


@dataclass(frozen=True)
class ReleaseBlocker:
    """Something that has to be done before a release.

    ``page`` is where to work on it; ``fields_named`` are the labels concerned.
    """

    kind: HindranceKind
    count: int
    page: str
    fields_named: Sequence[str]


@dataclass(frozen=True)
class NextStep:
    """A next step for an organizer; ``count`` is the number of things to do."""

    kind: StepKind
    count: int
    round: int | None
    page: str


@dataclass(frozen=True)
class Overview:
    """The project overview.

    ``next`` is the most urgent step, ``also`` are the others.
    """

    funnel: Sequence[FunnelStep]
    blocking: Sequence[ReleaseBlocker]
    next: NextStep
    also: Sequence[NextStep]


def overview(project: Project) -> Overview:
    """Return the funnel, the release blockers and the next steps."""
    first, *others = next_steps(project)
    return Overview(funnel_steps(project), hindrances(project), first, others)


_PAGES = {
    COMPARING: "annotate",
    TO_ADJUDICATE: "adjudicate",
    TO_MERGE: "adjudicate",
    REWORK: "rework",
}


def _by_state(project: Project) -> Counter[str]:
    """Count the cases in each state."""
    cases = Case.objects.filter(project=project).values_list("status")
    return Counter(dict(cases.annotate(n=Count("pk"))))


def funnel_steps(project: Project) -> list[FunnelStep]:
    """Return the counts from raw images down to released items, step by step."""
    images, cases = funnel(project), _by_state(project)
    distinct = sum(images.values()) - images["raw"]
    unique = distinct - images[DUPLICATE]
    validated = cases[VALIDATED]
    stage = picture_stage(project)
    # Items that the image-dependence check removed had already passed these steps.
    gone = stage.items if stage else 0
    annotated = cases.total() - cases[COMPARING] - cases[DROPPED]
    agreed = sum(cases[state] for state in DECIDED)
    return [
        FunnelStep("raw", images["raw"], "images"),
        FunnelStep("unique", unique, "images"),
        FunnelStep("little_text", unique - images[TOO_MUCH_TEXT], "images"),
        FunnelStep("accepted", images[ACCEPTED], "images"),
        FunnelStep("annotated", annotated + gone, "items"),
        FunnelStep("agreed", agreed + gone, "items"),
        FunnelStep("validated", validated + gone, "items"),
        *([FunnelStep("needs_picture", validated, "items")] if stage else []),
        FunnelStep("released", released_count(project), "items"),
    ]


def hindrances(project: Project) -> list[ReleaseBlocker]:
    """Return the release blockers, in the order of the workflow."""
    cases = _by_state(project)
    low = [one["field"] for one in figures(project, AGREEMENT) if one["below_floor"]]
    found = [
        ReleaseBlocker("unannotated", unbegun(project).count(), "annotate", ()),
        *(
            ReleaseBlocker(
                cast("HindranceKind", state),
                cases[state],
                _PAGES.get(state, "rounds"),
                (),
            )
            for state in Case.machine.states
            if state not in (VALIDATED, DROPPED)
        ),
        ReleaseBlocker("short_of_people", _short_of_people(project), "rounds", ()),
        ReleaseBlocker("low_agreement", len(low), "agreement", low),
    ]
    return [one for one in found if one.count]


def _short_of_people(project: Project) -> int:
    """Count the open round's questions that have too few fresh people."""
    short: int = figures(project, ROUND)["short_of_people"]
    return short


def next_steps(project: Project) -> list[NextStep]:
    """Return what an organizer can do now, the most urgent first; never empty.

    While an open round lacks something: ``validate`` or ``tick`` (``waive`` when too
    few people are fresh), ``rework``, ``extend_round`` and ``close_round``. Without an
    open round: ``adjudicate``, ``make_questions``, ``rework``, ``annotate``,
    ``open_round``. Other steps follow: ``answer`` questions of annotators,
    ``undecided`` images, ``screen``. ``release`` appears when everything is validated,
    ``evaluate`` when everything validated is released.
    """
    current, cases = open_round(project), _by_state(project)
    ready = sum(cases[state] for state in DECIDED)
    undecided = sum(cases[state] for state in UNDECIDED)
    annotating = unbegun(project).count() + cases[COMPARING]
    steps = [
        *(_of_round(project, current, cases[REWORK]) if current else ()),
        NextStep("adjudicate", undecided, None, "adjudicate"),
        NextStep(
            "make_questions", cases_to_make(project).count(), None, "make_questions"
        ),
        NextStep("rework", 0 if current else cases[REWORK], None, "rework"),
        NextStep("annotate", annotating, None, "annotate"),
    ]
    step = next_round(project) if current is None else None
    if step is not None:
        waiting = ready - cases[VALIDATED]
        steps.append(NextStep("open_round", waiting, step.number, "rounds"))
    if not any(one.count for one in steps):
        released = ready == released_count(project)
        steps.append(
            NextStep("evaluate", ready, None, "evaluation")
            if released
            else NextStep("release", ready, None, "releases")
        )
    images, votes = funnel(project), screening_undecided(project).count()
    steps += [
        NextStep("answer", threads_waiting(project), None, "talk"),
        NextStep("undecided", votes, None, "undecided"),
        NextStep("screen", images[IN_SCREENING] - votes, None, "screen"),
    ]
    due = [one for one in steps if one.count]
    return due or [NextStep("curate", images["raw"], None, "import")]


def _of_round(project: Project, current: Round, reworked: int) -> list[NextStep]:
    """Return what the open round waits for; if nothing, ``close_round``."""
    number, missing = current.number, round_progress(current).missing
    short = _short_of_people(project) if missing else 0
    steps = [
        NextStep("waive", 0 if current.waiver else short, number, "rounds"),
        NextStep("validate", missing, number, "validate")
        if current.rule.kind == "answer"
        else NextStep("tick", missing, number, "rounds"),
        NextStep("rework", reworked, number, "rework"),
        NextStep("extend_round", cases_left_out(current).count(), number, "rounds"),
    ]
    nothing = not any(one.count for one in steps)
    return [*steps, NextStep("close_round", int(nothing), number, "rounds")]
