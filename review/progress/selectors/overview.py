"""The project overview: the funnel, release blockers, and next steps."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

from django.db.models import Count

from curation.filters.selectors.runs import list_active_automatic_stages
from curation.images.domain.states import ACCEPTED, IMPORTED, IN_SCREENING
from curation.images.selectors.images import count_images_by_state
from curation.screening.selectors import undecided_images
from projects.models import Project
from review.adjudication.domain.case_states import (
    COMPARING,
    DROPPED,
    REWORK,
    TO_ADJUDICATE,
    TO_MERGE,
    VALIDATED,
)
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    DECIDED,
    UNDECIDED,
    cases_without_accepted_questions,
)
from review.adjudication.selectors.item_search import items_without_case
from review.discussions.selectors import count_waiting_threads
from review.ports import get_image_dependence_stage, released_count
from review.progress.selectors.figures import AGREEMENT, read_named_figures
from review.progress.selectors.setup import (
    SetupStep,
    is_filtering,
    is_importing,
    setup_steps,
)
from review.rounds.models.rounds import Round
from review.rounds.selectors.figures import count_questions_short_of_people
from review.rounds.selectors.rounds import (
    cases_left_out,
    current_round,
    is_round_complete,
    next_round,
    round_progress,
)

FunnelName = Literal[
    "raw",
    "stage",
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
    "invite",
    "import",
    "importing",
    "filter",
    "filtering",
    "screen",
    "calibrate",
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
    "settle",
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
    stage: str = ""
    """Of ``stage``: the curation stage whose images are excluded here."""


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

    ``next`` is the most urgent step that is possible now, ``also`` are the others.
    ``setup`` is empty once the project is set up.
    """

    setup: Sequence[SetupStep]
    funnel: Sequence[FunnelStep]
    blocking: Sequence[ReleaseBlocker]
    next: NextStep
    also: Sequence[NextStep]


class _Counts:
    """Counts of the project that several parts of the overview show, read once."""

    def __init__(self, project: Project) -> None:
        self.project = project

    @cached_property
    def cases(self) -> Counter[str]:
        """Cases in each state."""
        cases = Case.objects.filter(project=self.project).values_list("status")
        return Counter(dict(cases.annotate(n=Count("pk"))))

    @cached_property
    def images(self) -> Mapping[str, int]:
        """Images in each state, and all files as ``raw``."""
        return count_images_by_state(self.project)

    @cached_property
    def unbegun(self) -> int:
        """Items without a submission."""
        return items_without_case(self.project).count()

    @cached_property
    def released(self) -> int:
        """Items in the newest release."""
        return released_count(self.project)


def project_overview(project: Project) -> Overview:
    """Return the funnel, the release blockers and the next steps."""
    counts = _Counts(project)
    setup = setup_steps(project)
    first, *later_steps = _next_steps(counts, setup)
    return Overview(setup, _funnel_steps(counts), _blockers(counts), first, later_steps)


_PAGES = {
    COMPARING: "annotate",
    TO_ADJUDICATE: "adjudicate",
    TO_MERGE: "adjudicate",
    REWORK: "rework",
}


def _funnel_steps(counts: _Counts) -> list[FunnelStep]:
    """Return the counts from raw images down to released items, step by step.

    An image counts from the filters on once they have let it pass.
    """
    project, images, cases = counts.project, counts.images, counts.cases
    distinct = sum(images.values()) - images["raw"]
    of_stages, left = [], distinct - images[IMPORTED]
    for curation_stage in list_active_automatic_stages(project):
        left -= images[curation_stage.state]
        of_stages.append(FunnelStep("stage", left, "images", curation_stage.id))
    validated = cases[VALIDATED]
    stage = get_image_dependence_stage(project)
    # Items that the image-dependence check removed had already passed these steps.
    further = stage.items if stage else 0
    annotated = cases.total() - cases[COMPARING] - cases[DROPPED]
    agreed = sum(cases[state] for state in DECIDED)
    return [
        FunnelStep("raw", images["raw"], "images"),
        *of_stages,
        FunnelStep("accepted", images[ACCEPTED], "images"),
        FunnelStep("annotated", annotated + further, "items"),
        FunnelStep("agreed", agreed + further, "items"),
        FunnelStep("validated", validated + further, "items"),
        *([FunnelStep("needs_picture", validated, "items")] if stage else []),
        FunnelStep("released", counts.released, "items"),
    ]


def _blockers(counts: _Counts) -> list[ReleaseBlocker]:
    """Return the release blockers, in the order of the workflow."""
    project, cases = counts.project, counts.cases
    low = [
        row["field"]
        for row in read_named_figures(project, AGREEMENT)
        if row["below_floor"]
    ]
    blockers = [
        ReleaseBlocker("unannotated", counts.unbegun, "annotate", ()),
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
    return [blocker for blocker in blockers if blocker.count]


def _short_of_people(project: Project) -> int:
    """Count the open round's questions that have too few fresh people."""
    short = count_questions_short_of_people(project)
    return short


def _next_steps(counts: _Counts, setup: Sequence[SetupStep]) -> list[NextStep]:
    """Return what an organizer can do now, the most urgent first; never empty.

    The possible steps of the ``setup`` come first, then ``adjudicate``. While an open
    round lacks something: ``validate`` or ``tick`` (``waive`` when too few people are
    fresh), ``settle`` (a discussion of dissent), ``rework``, ``extend_round`` (unless
    the round is automatic) and ``close_round``. Without an open round:
    ``make_questions``, ``rework``, ``annotate``, ``open_round``. Other steps follow:
    ``answer`` questions of annotators, ``filter``, ``undecided`` images, ``screen``.
    ``release`` appears when everything is validated, ``evaluate`` when everything
    validated is released. Where nothing else can be done: ``importing`` or
    ``filtering`` while such a job runs, else ``import``.
    """
    project, cases = counts.project, counts.cases
    current = current_round(project)
    ready = sum(cases[state] for state in DECIDED)
    undecided = sum(cases[state] for state in UNDECIDED)
    annotating = counts.unbegun + cases[COMPARING]
    steps = [
        NextStep("adjudicate", undecided, None, "adjudicate"),
        *(_of_round(project, current, cases[REWORK]) if current else ()),
        NextStep(
            "make_questions",
            cases_without_accepted_questions(project).count(),
            None,
            "make_questions",
        ),
        NextStep("rework", 0 if current else cases[REWORK], None, "rework"),
        NextStep("annotate", annotating, None, "annotate"),
    ]
    step = next_round(project) if current is None else None
    if step is not None:
        waiting = ready - cases[VALIDATED]
        steps.append(NextStep("open_round", waiting, step.number, "rounds"))
    if not any(step.count for step in steps):
        released = ready == counts.released
        steps.append(
            NextStep("evaluate", ready, None, "evaluation")
            if released
            else NextStep("release", ready, None, "releases")
        )
    images, votes = counts.images, undecided_images(project).count()
    importing, filtering = is_importing(project), is_filtering(project)
    unfiltered = 0 if importing or filtering else images[IMPORTED]
    steps += [
        NextStep("answer", count_waiting_threads(project), None, "talk"),
        NextStep("filter", unfiltered, None, "import"),
        NextStep("undecided", votes, None, "undecided"),
        NextStep("screen", images[IN_SCREENING] - votes, None, "screen"),
    ]
    first = [step for step in map(_of_setup, setup) if step is not None]
    kinds = {step.kind for step in first}
    due = first + [step for step in steps if step.count and step.kind not in kinds]
    if due:
        return due
    if importing:
        return [NextStep("importing", images["raw"], None, "import")]
    if filtering:
        return [NextStep("filtering", images[IMPORTED], None, "import")]
    return [NextStep("import", images["raw"], None, "import")]


def _of_setup(step: SetupStep) -> NextStep | None:
    """Return a step of the set-up as the next step, if it is possible now."""
    if step.state != "now" or step.kind == "protocol":
        return None
    count = step.count if step.wanted is None else step.wanted - step.count
    return NextStep(step.kind, count, None, step.page)


def _of_round(project: Project, current: Round, reworked: int) -> list[NextStep]:
    """Return what the open round waits for; if nothing, ``close_round``."""
    number, progress = current.number, round_progress(current)
    missing = progress.remaining_answers
    short = _short_of_people(project) if missing else 0
    steps = [
        NextStep("waive", 0 if current.waiver else short, number, "rounds"),
        NextStep("validate", missing, number, "validate")
        if current.rule.kind == "answer"
        else NextStep("tick", missing, number, "rounds"),
        NextStep("settle", progress.discussions_open, number, "talk"),
        NextStep("rework", reworked, number, "rework"),
    ]
    if not current.automatic:
        left_out = cases_left_out(current).count()
        steps.append(NextStep("extend_round", left_out, number, "rounds"))
    may_close = not any(step.count for step in steps) and (
        not current.automatic or is_round_complete(current)
    )
    return [*steps, NextStep("close_round", int(may_close), number, "rounds")]
