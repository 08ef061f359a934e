"""Comparison of two runs, or of a run and people, on their common questions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.texts import _
from core.errors import ConflictError
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import slice_choices
from evaluation.runs.selectors.scored_runs import (
    ModelIdentity,
    latest_runs,
    model_identity_of,
    scored_runs,
)
from evaluation.runs.states import DISMISSED
from evaluation.scores.models.outcome_arrays import QuestionColumns
from evaluation.scores.selectors.human_baseline import human_shares
from evaluation.scores.selectors.outcome_arrays import (
    NONE,
    correctness_array,
    has_label,
    outcome_columns,
    question_columns,
)
from releases.records.models import Release
from reporting.confusion import (
    NO_LETTER,
    ChosenAnswer,
    ConfusionMatrix,
    confusion_by_length_rank,
    confusion_by_letter,
)
from reporting.statistics.significance import (
    PairedDifference,
    Values,
    bonferroni_holm,
    compare_paired,
)

_NO_LETTER = {outcome[0]: outcome for outcome in NO_LETTER}
"""By their entry in the column of outcomes."""


@dataclass(frozen=True)
class RunComparison:
    """Differences overall and by label; Holm's correction is over the labels."""

    overall: PairedDifference
    slices: Mapping[str, Mapping[str, PairedDifference]]


@dataclass(frozen=True)
class Effect:
    """Effect of a setting on a model, compared with the protocol's first setting."""

    model: str
    backend: str
    revision: str
    parameters: str
    setting: str
    run: int
    plain_run: int
    difference: PairedDifference
    """With Holm's correction over the settings of the model."""


def compare_runs(run_a: Run, run_b: Run) -> RunComparison:
    """Compare two runs on the questions that both were asked in the same wording.

    Raises ConflictError when one of them has no scores.
    """
    _require_scores(run_a, run_b)
    questions = question_columns(run_a.release)
    other_questions = questions
    if run_b.release_id != run_a.release_id:
        other_questions = question_columns(run_b.release)
    return _compared(
        questions,
        slice_choices(run_a.release),
        _correct(run_a, questions),
        _aligned(_correct(run_b, other_questions), questions, other_questions),
    )


def compare_run_with_people(run: Run) -> RunComparison:
    """Compare ``run`` with the share of people who chose the correct answer.

    Raises ConflictError when the run has no scores.
    """
    _require_scores(run)
    questions = question_columns(run.release)
    people = np.array(human_shares(run.release), dtype=float)
    choices = slice_choices(run.release)
    return _compared(questions, choices, _correct(run, questions), people)


def setting_effects(release: Release) -> list[Effect]:
    """Return each setting's effect on each model, compared with the first setting."""
    plain = release.protocol.evaluation.settings[0].id
    runs = latest_runs(release)
    questions = question_columns(release)
    clusters = np.array(questions.clusters)
    correct = _correct_of(
        [run for by_setting in runs.values() for run in by_setting.values()], questions
    )
    effects: list[Effect] = []
    for who, by_setting in runs.items():
        if plain not in by_setting:
            continue
        base = correct[by_setting[plain].pk]
        differences = bonferroni_holm(
            {
                setting: _difference(correct[run.pk], base, clusters)
                for setting, run in by_setting.items()
                if setting != plain
            }
        )
        effects += [
            Effect(
                *who, setting, by_setting[setting].pk, by_setting[plain].pk, difference
            )
            for setting, difference in differences.items()
        ]
    return effects


@dataclass(frozen=True)
class SplitScores:
    """Accuracy of models on one split other than the main split."""

    split: str
    questions: int
    accuracies: Mapping[ModelIdentity, float]
    runs: Mapping[ModelIdentity, int]
    """Ids of the runs that the accuracies are from."""


def split_scores(
    release: Release, setting: str, left_out: Collection[int] = ()
) -> list[SplitScores]:
    """Return the accuracy of each model in ``setting`` on the secondary splits.

    These are the splits with a scored run, except the main split and those of few-shot
    examples (CMMMU, Table 4: validation). The latest run counts.
    """
    rules = release.protocol.release
    runs = [run for run in scored_runs(release, left_out) if run.setting == setting]
    secondary = {
        split.id: {
            model_identity_of(run): run for run in runs if split.id in run.splits
        }
        for split in rules.splits
        if not split.shots and split.id != rules.main_split
    }
    latest = [run for by_model in secondary.values() for run in by_model.values()]
    if not latest:
        return []
    questions = question_columns(release)
    correct, splits = _correct_of(latest, questions), np.array(questions.splits)
    scores = []
    for split, by_model in secondary.items():
        inside = splits == split
        accuracies = {
            who: float(np.nanmean(right))
            for who, run in by_model.items()
            for right in [correct[run.pk][inside]]
            if not np.isnan(right).all()
        }
        if accuracies:
            ids = {who: by_model[who].pk for who in accuracies}
            scores.append(SplitScores(split, int(inside.sum()), accuracies, ids))
    return scores


@dataclass(frozen=True)
class ChangedScore:
    """Scores of one model in one setting on two releases.

    ``unchanged`` is after minus before, on the questions that did not change.
    """

    before: Run
    after: Run
    unchanged: PairedDifference
    """After minus before, on the questions that are the same in both releases."""


@dataclass(frozen=True)
class ReleaseComparison:
    """Number of questions by kind of change, and the runs on both releases."""

    unchanged: int
    changed: int
    added: int
    removed: int
    rows: list[ChangedScore]
    only_before: list[Run]
    """Runs without a counterpart on the later release; their scores are stale."""
    only_after: list[Run]


def compare_releases(before: Release, after: Release) -> ReleaseComparison:
    """Compare the scores on two releases, on the questions that did not change."""
    old, new = question_columns(before), question_columns(after)
    there, here = set(old.ids), set(new.ids)
    unchanged = int((_places(new, old) >= 0).sum())
    clusters = np.array(new.clusters)
    earlier, later = _by_cell(before), _by_cell(after)
    was = _correct_of(list(earlier.values()), old)
    now = _correct_of(list(later.values()), new)
    rows = [
        ChangedScore(
            earlier[key],
            run,
            _difference(
                now[run.pk], _aligned(was[earlier[key].pk], new, old), clusters
            ),
        )
        for key, run in later.items()
        if key in earlier
    ]
    return ReleaseComparison(
        unchanged=unchanged,
        changed=len(there & here) - unchanged,
        added=len(here - there),
        removed=len(there - here),
        rows=rows,
        only_before=[run for key, run in earlier.items() if key not in later],
        only_after=[run for key, run in later.items() if key not in earlier],
    )


def _by_cell(release: Release) -> dict[tuple[ModelIdentity, str], Run]:
    return {
        (who, setting): run
        for who, by_setting in latest_runs(release).items()
        for setting, run in by_setting.items()
    }


def _correct(run: Run, questions: QuestionColumns) -> Values:
    return _correct_of([run], questions)[run.pk]


def _correct_of(runs: Sequence[Run], questions: QuestionColumns) -> dict[int, Values]:
    columns = outcome_columns(runs, questions)
    return {run: correctness_array(outcomes) for run, outcomes in columns.items()}


def _places(
    questions: QuestionColumns, other_questions: QuestionColumns
) -> NDArray[np.int_]:
    """Return where ``other_questions`` hold each question, equal in wording and key.

    It is -1 for questions that they do not have so.
    """
    there = {
        (uid, content): at
        for at, (uid, content) in enumerate(
            zip(other_questions.ids, other_questions.contents, strict=True)
        )
    }
    identities = zip(questions.ids, questions.contents, strict=True)
    return np.array([there.get(identity, -1) for identity in identities], dtype=int)


def _aligned(
    values: Values, questions: QuestionColumns, other_questions: QuestionColumns
) -> Values:
    """Return ``values`` in the order of ``questions``; NaN for the rest."""
    if questions.release_id == other_questions.release_id:
        return values
    # Place -1 is the last entry.
    return np.append(values, np.nan)[_places(questions, other_questions)]


def _require_scores(*runs: Run) -> None:
    for run in runs:
        if run.status == DISMISSED or not run.result.get("scores"):
            raise ConflictError(_("Run {run} has no scores yet.", run=run.pk))


def _difference(
    values_a: Values, values_b: Values, clusters: NDArray[np.int_]
) -> PairedDifference:
    """Return the difference on the questions that both answered."""
    both = ~np.isnan(values_a + values_b)
    return compare_paired(values_a[both], values_b[both], clusters[both])


def _compared(
    questions: QuestionColumns,
    slices: Mapping[str, Sequence[str]],
    values_a: Values,
    values_b: Values,
) -> RunComparison:
    clusters = np.array(questions.clusters)
    by_slice: dict[tuple[str, str], PairedDifference] = {}
    for field, choices in slices.items():
        for choice in choices:
            chosen = has_label(questions, field, choice)
            by_slice[field, choice] = _difference(
                values_a[chosen], values_b[chosen], clusters[chosen]
            )
    differences: dict[str, dict[str, PairedDifference]] = {}
    for (field, choice), difference in bonferroni_holm(by_slice).items():
        differences.setdefault(field, {})[choice] = difference
    return RunComparison(_difference(values_a, values_b, clusters), differences)


@dataclass(frozen=True)
class Confusion:
    """Confusion matrices: ``counts[row][column]`` by correct answer and given answer.

    In ``lengths``, row and column 1 are the longest option.
    """

    letters: ConfusionMatrix
    lengths: ConfusionMatrix


def run_confusion_matrices(run: Run) -> Confusion:
    """Return a run's confusion matrices by option letter and by option length.

    Only questions with exactly one correct option count.
    """
    questions = question_columns(run.release)
    read = outcome_columns([run], questions)[run.pk]
    choices = [
        ChosenAnswer(order, key, _NO_LETTER.get(outcome, letter))
        for order, key, outcome, letter in zip(
            questions.orders, questions.keys, read.outcomes, read.letters, strict=True
        )
        if NONE not in (key, outcome)
    ]
    return Confusion(confusion_by_letter(choices), confusion_by_length_rank(choices))
