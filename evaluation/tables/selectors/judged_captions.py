"""Metrics of captions and the scores of a judge model in one table (ImageMet, Table 8)."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from evaluation.runs.domain.model_names import model_name, technique_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.runs import BY_PEOPLE, Run
from evaluation.runs.selectors.scored_runs import Splits, splits_in_order
from evaluation.tables.selectors.caption_tables import titles_of_tasks
from evaluation.tables.selectors.leaderboard_rows import title_in_splits
from evaluation.tables.selectors.rating_tables import judged_runs
from releases.records.models import Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.publication import CaptionMetric
from subtext_protocol.text import Language


@dataclass(frozen=True)
class _Key:
    """What the rows of one table share."""

    title: str
    """Title of the open task without a technique."""
    metrics: tuple[CaptionMetric, ...]
    judge: str
    highest: int
    """Highest mark of the judge's scale."""
    splits: Splits
    n: int
    """Number of items that each run covers."""
    marked: int
    """Number of captions that the judge gave a mark."""


@dataclass(frozen=True)
class _Judged:
    name: str
    run: Run
    judge: Run


def judged_caption_tables(
    release: Release, protocol: Protocol, left_out: Collection[int] = ()
) -> Iterator[Table]:
    """Yield a table for each judge model, splits and numbers of items and marks.

    The run of each model is the one that its judge's table prints. A judge's mean mark is
    printed in percent of the highest mark.
    """
    titles = titles_of_tasks(protocol)
    rows: dict[_Key, list[_Judged]] = {}
    for rating in protocol.evaluation.ratings:
        task = protocol.evaluation.open_task(rating.replies_of or "")
        scale = rating.scale(rating.judge.scale) if rating.judge else None
        if task is None or scale is None:
            continue
        for run, judges in judged_runs(release, rating, left_out):
            for judge in judges if run.scores.get("metrics") else ():
                key = _Key(
                    titles[task.id],
                    task.metrics,
                    model_name(judge.model, judge.parameters_label),
                    scale.values[-1],
                    splits_in_order(protocol, run.splits),
                    run.total,
                    judge.scores["overall_mark"]["n"],
                )
                name = technique_name(run.model, task.suffix, run.parameters_label)
                rows.setdefault(key, []).append(_Judged(name, run, judge))
    tables_of_judge: Counter[str] = Counter()
    for key, judged in rows.items():
        name = re.sub(r"[^a-z0-9]+", "-", key.judge.lower()).strip("-")
        tables_of_judge[name] += 1
        number = tables_of_judge[name]
        table_id = f"captions-judged-{name}" + (f"-{number}" if number > 1 else "")
        yield _table(table_id, key, judged, protocol.language)


def _table(
    table_id: str, key: _Key, judged: Sequence[_Judged], language: Language
) -> Table:
    """Return one table; metrics without any value have no column."""
    title = phrase("captions_judged", language, task=key.title, judge=key.judge)
    metrics = [
        metric
        for metric in key.metrics
        if any(metric in row.run.scores["metrics"] for row in judged)
    ]
    groups = []
    for name, by_people in (("models", False), ("humans", True)):
        of_group = [row for row in judged if (row.run.origin in BY_PEOPLE) is by_people]
        counted = phrase("items_of", language, title=phrase(name, language), n=key.n)
        printed = [
            _row(row, metrics, key.highest)
            for row in sorted(of_group, key=lambda row: row.name)
        ]
        if printed:
            groups.append(Group(counted, printed, 0 if by_people else 2))
    return Table(
        id=table_id,
        title=title_in_splits(title, key.splits, language),
        note=phrase("judge_share", language, judge=key.judge, highest=key.highest),
        head=phrase("model", language),
        columns=[
            *(phrase(metric, language) for metric in metrics),
            phrase("counted", language, title=key.judge, n=key.marked),
        ],
        groups=groups,
        decimals=2,
    )


def _row(judged: _Judged, metrics: Sequence[CaptionMetric], highest: int) -> Row:
    mean = judged.judge.scores["overall_mark"]["mean"]
    values = judged.run.scores["metrics"]
    return Row(
        judged.name,
        [
            *(values.get(metric) for metric in metrics),
            None if mean is None else mean / highest,
        ],
        runs=[judged.run.pk, judged.judge.pk],
    )
