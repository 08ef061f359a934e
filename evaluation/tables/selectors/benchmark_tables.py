"""Benchmarks beside each other, over the models that were run on all of them.

CII-Bench, §5.1, discusses how Chinese and English image implications differ; the same
models were run on both benchmarks (CII-Bench, Table 1; II-Bench, Table 3). ImageMet,
Table 4, has related tasks, each with its own metric.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, get_args

from evaluation.runs.domain.model_names import model_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.selectors.completeness import incomplete_run_ids
from evaluation.runs.selectors.model_cards import access_of_models
from evaluation.runs.selectors.scored_runs import scored_splits
from evaluation.scores.selectors.caption_scores import caption_rows
from evaluation.scores.selectors.leaderboard import leaderboard
from evaluation.tables.selectors.incomplete_footnotes import mark_incomplete
from evaluation.tables.selectors.leaderboard_rows import (
    groups_by_access,
    mean_of_all,
)
from releases.records.models import Release
from reporting.tables import Group, Row, Table, Value
from subtext_protocol.publication import CaptionMetric
from subtext_protocol.text import Language

Metric = Literal["accuracy"] | CaptionMetric

ACCURACY: Literal["accuracy"] = "accuracy"
METRICS: tuple[Metric, ...] = (ACCURACY, *get_args(CaptionMetric))


@dataclass(frozen=True)
class ComparedBenchmark:
    """A release and what its models are compared by."""

    release: Release
    metric: Metric = ACCURACY
    """Accuracy in the protocol's first setting, or a metric of its first open task that
    has scores in it."""


@dataclass(frozen=True)
class _Score:
    model: str
    access: str
    value: float
    runs: Sequence[int]


@dataclass(frozen=True)
class _Column:
    heading: str
    scores: Mapping[str, _Score]
    """By name in lower case: papers write the same model in different cases."""
    people: float | None
    """Mean of people, if there are any."""


def benchmarks_table(
    compared: Sequence[ComparedBenchmark],
    language: Language,
    *,
    complete_only: bool = False,
) -> Table:
    """Return the scores of the models that all of the releases have scores of.

    Each release is on the splits that its tables show first. Models are the same if name,
    revision and request parameters are, whatever the case of the letters. Two benchmarks
    with the same metric have a difference, in percentage points. Rows with an incomplete
    run have a footnote; ``complete_only`` leaves these runs out.
    """
    columns = []
    for benchmark in compared:
        release, metric = benchmark.release, benchmark.metric
        left_out = incomplete_run_ids(release) if complete_only else ()
        columns.append(
            _accuracies(release, language, left_out)
            if metric == ACCURACY
            else _caption_scores(release, metric, language, left_out)
        )
    has_difference = (
        len({benchmark.metric for benchmark in compared}) == 1 and len(compared) == 2
    )
    first, *other_scores = (column.scores for column in columns)
    shared_models = [
        [score, *(scores[name] for scores in other_scores)]
        for name, score in sorted(first.items(), key=lambda pair: pair[1].value)
        if all(name in scores for scores in other_scores)
    ]
    groups = []
    for title, by_row in groups_by_access(
        shared_models, lambda scores: scores[0].access
    ):
        printed = [
            Row(
                scores[0].model,
                [score.value for score in scores],
                runs=[run for score in scores for run in score.runs],
            )
            for scores in by_row
        ]
        if len(printed) > 1:
            printed.append(_mean(printed, language))
        if printed:
            groups.append(Group(phrase(title, language), printed))
    averages = [column.people for column in columns]
    if None not in averages:
        row = Row(phrase("human_avg", language), averages)
        groups.append(Group(phrase("humans", language), [row]))
    headings = [column.heading for column in columns]
    if has_difference:
        headings.append(phrase("difference", language))
        groups = [
            Group(group.title, [_with_difference(row) for row in group.rows])
            for group in groups
        ]
    table = Table(
        id="benchmarks",
        title=phrase(
            "benchmarks",
            language,
            names=phrase("comma", language).join(
                benchmark.release.name for benchmark in compared
            ),
        ),
        head=phrase("model", language),
        columns=headings,
        groups=groups,
        # ImageMet, Table 4, has two decimals, the tables of accuracies one.
        decimals=1 if {benchmark.metric for benchmark in compared} == {ACCURACY} else 2,
    )
    return mark_incomplete([table], language)[0]


def _accuracies(
    release: Release, language: Language, left_out: Collection[int]
) -> _Column:
    board = leaderboard(release, left_out=left_out)
    setting = release.protocol.evaluation.own_settings[0].id
    scores = {
        row.name.casefold(): _Score(row.name, row.access, value, row.runs([setting]))
        for row in board.rows
        if not row.is_baseline and (value := row.rate(setting, "overall")) is not None
    }
    heading = phrase(
        "benchmark_n",
        language,
        name=release.name,
        splits=phrase("and_split", language).join(board.splits),
        n=board.questions,
    )
    people = mean_of_all([row.rate(setting, "overall") for row in board.people])
    return _Column(heading, scores, people)


def _caption_scores(
    release: Release,
    metric: CaptionMetric,
    language: Language,
    left_out: Collection[int],
) -> _Column:
    splits = next(iter(scored_splits(release)), (release.protocol.release.main_split,))
    rows = next(
        (
            scored
            for task in release.protocol.evaluation.open_tasks
            if metric in task.metrics
            and (
                scored := [
                    row
                    for row in caption_rows(release, task, splits, left_out)
                    if metric in row.means
                ]
            )
        ),
        [],
    )
    n = max((row.n for row in rows), default=0)
    complete = [row for row in rows if row.n == n]
    access = access_of_models(release.project)
    scores = {}
    for row in complete:
        name = model_name(row.model, row.revision, row.parameters)
        if not row.by_people:
            scores[name.casefold()] = _Score(
                name, access.get(row.model, ""), row.means[metric], row.runs
            )
    heading = phrase(
        "benchmark_metric",
        language,
        name=release.name,
        metric=phrase(metric, language),
        splits=phrase("and_split", language).join(splits),
        n=n,
    )
    people = mean_of_all([row.means[metric] for row in complete if row.by_people])
    return _Column(heading, scores, people)


def _with_difference(row: Row) -> Row:
    first, second = row.values
    difference: Value = None
    if isinstance(first, float) and isinstance(second, float):
        difference = second - first
    return Row(row.label, [first, second, difference], runs=row.runs)


def _mean(rows: Sequence[Row], language: Language) -> Row:
    columns = zip(*(row.values for row in rows), strict=True)
    return Row(
        phrase("mean_of_models", language, n=len(rows)),
        [
            fmean(value for value in column if isinstance(value, float))
            for column in columns
        ],
        runs=[run for row in rows for run in row.runs],
    )
