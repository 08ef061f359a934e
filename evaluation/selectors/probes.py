"""Shortcut baselines, image-independent questions and label-error candidates."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.domain.probes import Asked, Shortcut, answers_by_rule, measured
from evaluation.domain.states import REMOVED
from evaluation.models import BASELINES, PictureCheck, Run
from evaluation.selectors.comparison import latest_runs
from evaluation.selectors.human_baseline import human_scores
from evaluation.selectors.outcomes import judged
from evaluation.selectors.questions import ReleasedQuestion, released_questions
from projects.models import Project
from releases.models import Release
from releases.selectors.records import first_pictures
from review.ports import PictureStage
from review.selectors.cases import case_status_of_items, dropped_items

FEWEST_MODELS = 2
"""Minimum number of models: one model that contradicts a key proves little."""


@dataclass(frozen=True)
class Probe:
    """Result of a shortcut rule (``run`` is None) or of a model without images.

    ``rule`` is ``longest``, ``shortest``, ``always_A`` …; empty for a model.
    """

    rule: str
    run: Run | None
    result: Shortcut


@dataclass(frozen=True)
class GivenAway:
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
class Probes:
    """Shortcut results, and the questions that are solved without images."""

    probes: list[Probe]
    solved: list[GivenAway]
    """Empty where no model was run without images."""


@dataclass(frozen=True)
class Suspect:
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


def probes(release: Release) -> Probes:
    """Return the shortcut results on the splits that models are scored on."""
    protocol = release.protocol_version.protocol
    blind_settings = {s.id for s in protocol.evaluation.settings if not s.images}
    runs = _model_runs(release)
    blind = [run for run in runs if run.setting in blind_settings]
    questions = _scored_questions(release)
    # The chance level is only defined for questions with one correct option.
    asked = {
        uid: Asked(one.options, one.letter)
        for uid, one in questions.items()
        if one.letter is not None
    }
    by_rule = answers_by_rule(asked)
    outcomes = {str(run.pk): judged(run) for run in blind}
    by_run = {
        name: {uid: one.letter for uid, one in given.items() if uid in asked}
        for name, given in outcomes.items()
    }
    results = measured(asked, {**by_rule, **by_run})
    run_of = {str(run.pk): run for run in blind}
    found = [
        Probe("" if name in run_of else name, run_of.get(name), result)
        for name, result in results.items()
    ]
    without = {
        uid: question
        for uid, question in questions.items()
        if outcomes
        and all(uid in given and given[uid].correct for given in outcomes.values())
    }
    items = [question.item_id for question in without.values()]
    statuses, images = case_status_of_items(items), first_pictures(items)
    decisions = dict(
        PictureCheck.objects.filter(
            project=release.project_id, question_id__in=without
        ).values_list("question_id", "status")
    )
    solved = [
        GivenAway(
            question=question,
            rules=[
                name
                for name, given in by_rule.items()
                if given.get(uid) == question.answer
            ],
            image=images.get(question.item_id),
            case_status=statuses.get(question.item_id, ""),
            decision=decisions.get(uid, ""),
        )
        for uid, question in without.items()
    ]
    return Probes(sorted(found, key=lambda one: -one.result.accuracy), solved)


def suspects(release: Release) -> list[Suspect]:
    """Return the questions that every model with images answered incorrectly.

    Each model counts once, in the first setting of the protocol that it was run in.
    Questions are sorted by the number of models that agree on one other letter, highest
    first.
    """
    protocol = release.protocol_version.protocol
    order = [s.id for s in protocol.evaluation.settings if s.images]
    first: dict[tuple[str, str], Run] = {}
    for run in _model_runs(release):
        if run.setting not in order:
            continue
        known = first.setdefault((run.model, run.revision), run)
        if order.index(run.setting) < order.index(known.setting):
            first[run.model, run.revision] = run
    answers = [judged(run) for run in first.values()]
    if len(answers) < FEWEST_MODELS:
        return []
    questions = released_questions(release)
    doubted: dict[str, dict[str, int]] = {}
    for uid in questions:
        read = [given[uid] for given in answers if uid in given]
        if len(read) == len(answers) and all(
            one.letter and not one.correct for one in read
        ):
            votes = Counter(one.letter for one in read)
            doubted[uid] = dict(votes.most_common())
    return _with_context(release, questions, doubted)


def _with_context(
    release: Release,
    questions: Mapping[str, ReleasedQuestion],
    doubted: Mapping[str, dict[str, int]],
) -> list[Suspect]:
    people = human_scores(release, questions).shares
    items = [questions[uid].item_id for uid in doubted]
    statuses = case_status_of_items(items)
    images = first_pictures(items)
    found = [
        Suspect(
            question=questions[uid],
            votes=votes,
            human_share=people.get(uid),
            image=images.get(questions[uid].item_id),
            case_status=statuses.get(questions[uid].item_id, ""),
        )
        for uid, votes in doubted.items()
    ]
    return sorted(found, key=lambda one: (-max(one.votes.values()), one.question.id))


def picture_checks(project: Project) -> PictureStage | None:
    """Return the counts of the image-dependence review; None before any decision."""
    decided = PictureCheck.objects.filter(project=project)
    if not decided.exists():
        return None
    removed = decided.filter(status=REMOVED).values_list("item_id", flat=True)
    return PictureStage(len(removed), dropped_items(removed))


def _model_runs(release: Release) -> list[Run]:
    return [
        run
        for (_, backend, _), by_setting in latest_runs(release).items()
        if backend not in BASELINES
        for run in by_setting.values()
    ]


def _scored_questions(release: Release) -> dict[str, ReleasedQuestion]:
    """Return the questions of the splits that take the rest, which are evaluated."""
    rules = release.protocol_version.protocol.release.splits
    splits = [split.id for split in rules if split.questions == "rest"]
    return released_questions(release, splits=splits)
