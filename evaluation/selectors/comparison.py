"""Comparison of two runs, or of a run and people, on their common questions."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from evaluation.domain.confusion import Choice, Matrix, by_length, by_letter
from evaluation.domain.states import FINISHED, STALE
from evaluation.models import Run
from evaluation.selectors.human_baseline import human_scores
from evaluation.selectors.outcomes import judged
from evaluation.selectors.questions import (
    ReleasedQuestion,
    released_questions,
    slice_choices,
)
from projects.domain.statistics.significance import Difference, Pair, compare, corrected
from releases.models import Release
from workflow.errors import ConflictError


@dataclass(frozen=True)
class Compared:
    """Differences overall and by label; Holm's correction is over the labels."""

    overall: Difference
    slices: Mapping[str, Mapping[str, Difference]]


@dataclass(frozen=True)
class Effect:
    """Effect of a setting on a model, compared with the protocol's first setting."""

    model: str
    backend: str
    revision: str
    setting: str
    run: int
    plain_run: int
    difference: Difference
    """With Holm's correction over the settings of the model."""


def runs_compared(one: Run, other: Run) -> Compared:
    """Compare two runs on the questions that both were asked in the same wording.

    Raises ConflictError when one of them has no scores.
    """
    _require_scores(one, other)
    questions = _asked_alike(one.release, other.release)
    return _compared(one.release, questions, _values(one), _values(other))


def run_against_people(run: Run) -> Compared:
    """Compare ``run`` with the share of people who chose the correct answer.

    Raises ConflictError when the run has no scores.
    """
    _require_scores(run)
    questions = released_questions(run.release, splits=run.splits)
    people = human_scores(run.release, questions).shares
    return _compared(run.release, questions, _values(run), people)


def setting_effects(release: Release) -> list[Effect]:
    """Return each setting's effect on each model, compared with the first setting."""
    plain = release.protocol_version.protocol.evaluation.settings[0].id
    questions = released_questions(release)
    runs = latest_runs(release)
    found: list[Effect] = []
    for who, by_setting in runs.items():
        if plain not in by_setting:
            continue
        base = _values(by_setting[plain])
        differences = corrected(
            {
                setting: compare(_pairs(questions, _values(run), base))
                for setting, run in by_setting.items()
                if setting != plain
            }
        )
        found += [
            Effect(*who, setting, by_setting[setting].pk, by_setting[plain].pk, one)
            for setting, one in differences.items()
        ]
    return found


Who = tuple[str, str, str]
"""Model, backend and revision: the identity of a leaderboard row."""


def latest_runs(release: Release) -> dict[Who, dict[str, Run]]:
    """Return the scored run that counts for each model in each setting.

    The latest run counts, but a run on the main split takes precedence over runs on
    other splits only. Runs of open tasks and of judges have other scores and are left
    out.
    """
    protocol = release.protocol_version.protocol
    main = protocol.release.main_split
    rows: dict[Who, dict[str, Run]] = {}
    for run in sorted(_scored_runs(release), key=lambda one: main in one.splits):
        rows.setdefault((run.model, run.backend, run.revision), {})[run.setting] = run
    return rows


def _scored_runs(release: Release) -> QuerySet[Run]:
    evaluation = release.protocol_version.protocol.evaluation
    runs = Run.objects.filter(
        release=release,
        status__in=[FINISHED, STALE],
        setting__in=[setting.id for setting in evaluation.settings],
    )
    return runs.select_related("release__protocol_version").order_by("pk")


@dataclass(frozen=True)
class SplitScores:
    """Accuracy of models on one split other than the main split."""

    split: str
    questions: int
    accuracies: Mapping[Who, float]


def split_scores(release: Release, setting: str) -> list[SplitScores]:
    """Return the accuracy of each model in ``setting`` on the secondary splits.

    These are the splits with a scored run, except the main split and those of few-shot
    examples (CMMMU, Table 4: validation). The latest run counts.
    """
    rules = release.protocol_version.protocol.release
    runs = [run for run in _scored_runs(release) if run.setting == setting]
    found = []
    for split in rules.splits:
        latest = {
            (run.model, run.backend, run.revision): run
            for run in runs
            if split.id in run.splits
        }
        if split.shots or split.id == rules.main_split or not latest:
            continue
        questions = released_questions(release, splits=[split.id])
        accuracies = {}
        for who, run in latest.items():
            read = judged(run)
            right = [read[one].correct for one in questions if one in read]
            if right:
                accuracies[who] = sum(right) / len(right)
        if accuracies:
            found.append(SplitScores(split.id, len(questions), accuracies))
    return found


@dataclass(frozen=True)
class Moved:
    """Scores of one model in one setting on two releases.

    ``unchanged`` is after minus before, on the questions that did not change.
    """

    before: Run
    after: Run
    unchanged: Difference
    """After minus before, on the questions that are the same in both releases."""


@dataclass(frozen=True)
class ReleasesCompared:
    """Number of questions by kind of change, and the runs on both releases."""

    unchanged: int
    changed: int
    added: int
    removed: int
    rows: list[Moved]
    only_before: list[Run]
    """Runs without a counterpart on the later release; their scores are stale."""
    only_after: list[Run]


def releases_compared(before: Release, after: Release) -> ReleasesCompared:
    """Compare the scores on two releases, on the questions that did not change."""
    old, new = released_questions(before), released_questions(after)
    same = _asked_alike(after, before)
    shared = old.keys() & new.keys()
    earlier, later = _by_cell(before), _by_cell(after)
    rows = [
        Moved(
            earlier[key],
            later[key],
            compare(_pairs(same, _values(later[key]), _values(earlier[key]))),
        )
        for key in later
        if key in earlier
    ]
    return ReleasesCompared(
        unchanged=len(same),
        changed=len(shared) - len(same),
        added=len(new.keys() - old.keys()),
        removed=len(old.keys() - new.keys()),
        rows=rows,
        only_before=[run for key, run in earlier.items() if key not in later],
        only_after=[run for key, run in later.items() if key not in earlier],
    )


def _by_cell(release: Release) -> dict[tuple[str, str, str, str], Run]:
    return {
        (*who, setting): run
        for who, by_setting in latest_runs(release).items()
        for setting, run in by_setting.items()
    }


def _asked_alike(one: Release, other: Release) -> dict[str, ReleasedQuestion]:
    """Return the questions of ``one`` that ``other`` asks in the same wording.

    The correct answer must be the same, too.
    """
    questions = released_questions(one)
    if one.pk == other.pk:
        return questions
    others = released_questions(other)
    return {
        uid: question
        for uid, question in questions.items()
        if uid in others and others[uid].content == question.content
    }


def _values(run: Run) -> dict[str, float]:
    return {uid: float(one.correct) for uid, one in judged(run).items()}


def _require_scores(*runs: Run) -> None:
    for run in runs:
        if run.status not in (FINISHED, STALE) or not run.result.get("scores"):
            raise ConflictError(f"Run {run.pk} has no scores yet.")


def _pairs(
    questions: Mapping[str, ReleasedQuestion],
    one: Mapping[str, float],
    other: Mapping[str, float],
) -> list[Pair]:
    return [
        Pair(one[uid], other[uid], question.cluster)
        for uid, question in questions.items()
        if uid in one and uid in other
    ]


def _compared(
    release: Release,
    questions: Mapping[str, ReleasedQuestion],
    one: Mapping[str, float],
    other: Mapping[str, float],
) -> Compared:
    by_slice: dict[tuple[str, str], Difference] = {}
    for field, choices in slice_choices(release).items():
        for choice in choices:
            labelled = {
                uid: question
                for uid, question in questions.items()
                if choice in question.labels.get(field, ())
            }
            by_slice[field, choice] = compare(_pairs(labelled, one, other))
    slices: dict[str, dict[str, Difference]] = {}
    for (field, choice), difference in corrected(by_slice).items():
        slices.setdefault(field, {})[choice] = difference
    return Compared(compare(_pairs(questions, one, other)), slices)


@dataclass(frozen=True)
class Confusion:
    """Confusion matrices: ``counts[row][column]`` by correct answer and given answer.

    In ``lengths``, row and column 1 are the longest option.
    """

    letters: Matrix
    lengths: Matrix


def confusion(run: Run) -> Confusion:
    """Return a run's confusion matrices by option letter and by option length.

    Only questions with exactly one correct option count.
    """
    questions = released_questions(run.release, splits=run.splits)
    choices = [
        Choice(questions[uid].options, letter, one.letter or one.outcome)
        for uid, one in judged(run).items()
        if (letter := questions[uid].letter) is not None
    ]
    return Confusion(by_letter(choices), by_length(choices))
