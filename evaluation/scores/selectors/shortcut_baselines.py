"""Shortcut baselines, image-independent questions and label-error candidates."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import and_, eq

from evaluation.runs.models.runs import BASELINES, BY_PEOPLE, Run
from evaluation.runs.selectors.released_questions import (
    ReleasedQuestion,
    released_questions,
)
from evaluation.runs.selectors.scored_runs import latest_runs
from evaluation.runs.states import REMOVED
from evaluation.scores.models.image_dependence import ImageDependenceReview
from evaluation.scores.models.outcome_arrays import QuestionColumns
from evaluation.scores.selectors.human_baseline import human_shares
from evaluation.scores.selectors.outcome_arrays import (
    CORRECT,
    INCORRECT,
    NONE,
    outcome_columns,
    question_columns,
)
from evaluation.scores.selectors.outcomes import judged_questions
from projects.models import Project
from releases.records.models import Release
from releases.records.selectors.releases import first_image_by_item
from reporting.shortcut_baselines import Shortcut, measure_shortcuts, shortcut_answers
from review.adjudication.selectors.cases import case_status_of_items, dropped_items
from review.ports import ImageDependenceStage

FEWEST_MODELS = 2
"""Minimum number of models: one model that contradicts a key proves little."""


@dataclass(frozen=True)
class ShortcutBaseline:
    """Result of a shortcut rule (``run`` is None) or of a model without images.

    ``rule`` is ``longest``, ``shortest``, ``always_A`` …; empty for a model.
    """

    rule: str
    run: Run | None
    result: Shortcut


@dataclass(frozen=True)
class AnswerableWithoutImage:
    """Question that every model answered correctly without its image.

    ``decision`` is ``kept``, ``removed`` or empty.
    """

    question: ReleasedQuestion
    rules: list[str]
    """Shortcut rules that also solve it."""
    image: int | None
    """Id of its first image."""
    case_status: str
    """Current status of the item's review case."""
    decision: str
    """``kept`` or ``removed``; empty where no decision was made yet."""


@dataclass(frozen=True)
class ShortcutBaselines:
    """Shortcut results, and the questions that are solved without images."""

    probes: list[ShortcutBaseline]
    solved: list[AnswerableWithoutImage]
    """Empty where no model was run without images."""
    expected: float
    """How many questions as many models would solve by choosing options at random."""


@dataclass(frozen=True)
class LabelErrorCandidate:
    """Label-error candidate: a question whose correct answer no model chose."""

    question: ReleasedQuestion
    votes: dict[str, int]
    """Number of models by their answer, the most frequent first."""
    human_share: float | None
    """Share of respondents who chose the correct answer."""
    image: int | None
    """Id of its first image."""
    case_status: str
    """Current status of the item's review case."""


def shortcut_baselines(release: Release) -> ShortcutBaselines:
    """Return the shortcut results on the main split, and on all that models answered
    without images.

    Runs that got the text of images (OCR) do not count (CMMMU, §3.1). Only questions
    with exactly one correct option count: the chance level is not defined for others.
    """
    blind_settings = {s.id for s in release.protocol.evaluation.settings if s.is_blind}
    blind = [run for run in _model_runs(release) if run.setting in blind_settings]
    questions = question_columns(release)
    read = outcome_columns(blind, questions)
    covered = {split for run in blind for split in run.splits}
    scored = _is_scored(release, questions, covered)
    lettered = [key != NONE for key in questions.keys]
    mask = list(map(and_, scored, lettered))
    keys = list(compress(questions.keys, mask))
    orders = list(compress(questions.orders, mask))
    by_rule = {
        name: list(map(eq, letters, keys))
        for name, letters in shortcut_answers(orders).items()
    }
    by_run = {
        str(run.pk): [
            None if outcome == NONE else outcome == CORRECT
            for outcome in compress(read[run.pk].outcomes, mask)
        ]
        for run in blind
    }
    results = measure_shortcuts(
        {**by_rule, **by_run}, [1 / len(letters) for letters in orders]
    )
    run_of = {str(run.pk): run for run in blind}
    rows = [
        ShortcutBaseline("" if name in run_of else name, run_of.get(name), result)
        for name, result in results.items()
    ]
    outcomes = [read[run.pk].outcomes for run in blind]
    solved = [
        uid
        for uid, counts, *question_outcomes in zip(
            questions.ids, scored, *outcomes, strict=True
        )
        if question_outcomes
        and counts
        and all(outcome == CORRECT for outcome in question_outcomes)
    ]
    return ShortcutBaselines(
        sorted(rows, key=lambda baseline: -baseline.result.accuracy),
        _given_away(release, solved),
        # Models choose independently; a question without options is not solved by luck.
        sum(len(letters) ** -len(blind) for letters in orders) if blind else 0.0,
    )


def _is_scored(
    release: Release, questions: QuestionColumns, covered: Collection[str] = ()
) -> list[bool]:
    """Return which questions are evaluated: those of the main split and of ``covered``."""
    splits = {release.protocol.release.main_split, *covered}
    return [split in splits for split in questions.splits]


def _given_away(
    release: Release, solved: Sequence[str]
) -> list[AnswerableWithoutImage]:
    questions = released_questions(release, about=solved)
    items = [questions[uid].item_id for uid in solved]
    statuses, images = case_status_of_items(items), first_image_by_item(items)
    decided = ImageDependenceReview.objects.filter(
        project=release.project_id, question_id__in=solved
    )
    decisions = dict(decided.values_list("question_id", "status"))
    return [
        AnswerableWithoutImage(
            question=question,
            rules=[
                name
                for name, [letter] in shortcut_answers([question.order]).items()
                if letter == question.answer
            ]
            if question.letter
            else [],
            image=images.get(question.item_id),
            case_status=statuses.get(question.item_id, ""),
            decision=decisions.get(uid, ""),
        )
        for uid in solved
        for question in [questions[uid]]
    ]


def label_error_candidates(release: Release) -> list[LabelErrorCandidate]:
    """Return the questions that every model with images answered incorrectly.

    Each model counts once, in the first setting of the protocol that it was run in.
    Questions are sorted by the number of models that agree on one other letter, highest
    first.
    """
    order = [s.id for s in release.protocol.evaluation.settings if s.images]
    first: dict[tuple[str, str], Run] = {}
    for run in _model_runs(release):
        if run.setting not in order:
            continue
        known = first.setdefault((run.model, run.revision), run)
        if order.index(run.setting) < order.index(known.setting):
            first[run.model, run.revision] = run
    runs = list(first.values())
    if len(runs) < FEWEST_MODELS:
        return []
    questions = question_columns(release)
    read = [columns.outcomes for columns in outcome_columns(runs, questions).values()]
    doubted = [
        uid
        for uid, *question_outcomes in zip(questions.ids, *read, strict=True)
        if all(outcome == INCORRECT for outcome in question_outcomes)
    ]
    if not doubted:
        return []
    shares = dict(zip(questions.ids, human_shares(release), strict=True))
    return _with_context(release, _votes(runs, doubted), shares)


def _votes(runs: Sequence[Run], questions: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return the number of runs by their answer to each question, the most first."""
    votes: dict[str, Counter[str]] = {uid: Counter() for uid in questions}
    for run in runs:
        for uid, judged in judged_questions(run, questions).items():
            votes[uid][judged.letter] += 1
    return {uid: dict(counted.most_common()) for uid, counted in votes.items()}


def _with_context(
    release: Release,
    doubted: Mapping[str, dict[str, int]],
    shares: Mapping[str, float | None],
) -> list[LabelErrorCandidate]:
    questions = released_questions(release, about=doubted)
    items = [questions[uid].item_id for uid in doubted]
    statuses, images = case_status_of_items(items), first_image_by_item(items)
    candidates = [
        LabelErrorCandidate(
            question=questions[uid],
            votes=votes,
            human_share=shares[uid],
            image=images.get(questions[uid].item_id),
            case_status=statuses.get(questions[uid].item_id, ""),
        )
        for uid, votes in doubted.items()
    ]
    return sorted(
        candidates,
        key=lambda candidate: (-max(candidate.votes.values()), candidate.question.id),
    )


def image_dependence_reviews(project: Project) -> ImageDependenceStage | None:
    """Return the counts of the image-dependence review; None before any decision."""
    decided = ImageDependenceReview.objects.filter(project=project)
    if not decided.exists():
        return None
    removed = decided.filter(status=REMOVED).values_list("item_id", flat=True)
    return ImageDependenceStage(len(removed), dropped_items(removed))


def _model_runs(release: Release) -> list[Run]:
    return [
        run
        for (_, backend, *_), by_setting in latest_runs(release).items()
        if backend not in BASELINES
        for run in by_setting.values()
        if run.origin not in BY_PEOPLE
    ]
