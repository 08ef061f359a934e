"""Tables of rubric ratings (CII-Bench, Table 4 and §4.3.2)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.domain.grouping import group_by_key
from evaluation.marking.models.ratings import RatingTask
from evaluation.marking.selectors.generated_images import published_group
from evaluation.marking.selectors.ratings import (
    RatingFindings,
    judgements,
    rating_findings,
)
from evaluation.runs.domain.model_names import model_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.scored_runs import (
    HAS_SCORES,
    ModelIdentity,
    Splits,
    model_identity_of,
    splits_in_order,
)
from evaluation.tables.selectors.leaderboard_rows import title_in_splits
from releases.records.models import Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.rating import Rating, Scale
from subtext_protocol.text import in_language
from subtext_runner.judging.means import MeanMark


def rating_tables(
    release: Release, protocol: Protocol, left_out: Collection[int] = ()
) -> Iterator[Table]:
    """Yield tables of means, by judges and by people, and of their consistency."""
    for rating in protocol.evaluation.ratings:
        tasks = RatingTask.objects.filter(release=release, rating=rating.id)
        findings_by_task = {
            task: rating_findings(task)
            for task in tasks.select_related("run", "release__protocol_version")
        }
        for scale in rating.scales:
            yield from _means(
                release, protocol, rating, scale, findings_by_task, left_out
            )
        yield from _consistency(protocol, rating, findings_by_task)


@dataclass(frozen=True)
class _RatedRow:
    """Mean marks of one model's responses, or of items, by one judge or by people."""

    splits: Splits
    """Splits of the run that is rated; empty where items are rated."""
    group: str
    name: str
    marks: Sequence[MeanMark]
    runs: Sequence[int]


def _means(
    release: Release,
    protocol: Protocol,
    rating: Rating,
    scale: Scale,
    findings_by_task: Mapping[RatingTask, RatingFindings],
    left_out: Collection[int],
) -> Iterator[Table]:
    """Yield the tables of one scale: one for each set of splits and numbers of marks.

    Means over unlike items are not comparable and share no column.
    """
    rows = [
        *_rows_by_judges(release, protocol, rating, scale, left_out),
        *_rows_by_people(release, protocol, rating, scale, findings_by_task),
    ]
    tables = group_by_key(
        ((row.splits, tuple(mark.n for mark in row.marks)), row) for row in rows
    )
    only = len(rating.scales) == 1
    name = f"rating-{rating.id}" + ("" if only else f"-{scale.id}")
    for number, ((splits, numbers), rated) in enumerate(tables.items(), start=1):
        table = _table(protocol, rating, scale, rated, numbers, splits)
        first = number == 1
        published = tuple(published_group(protocol, rating, [scale], len(numbers)))
        yield replace(
            table,
            id=name if first else f"{name}-{number}",
            groups=(*table.groups, *(published if first else ())),
        )


def _table(
    protocol: Protocol,
    rating: Rating,
    scale: Scale,
    rows: Sequence[_RatedRow],
    numbers: Sequence[int],
    splits: Splits,
) -> Table:
    language = protocol.language
    groups = group_by_key(
        (row.group, Row(row.name, [mark.mean for mark in row.marks], runs=row.runs))
        for row in rows
    )
    titles = [phrase("overall", language)] + [
        in_language(choice.released_title, language)
        for field in rating.slices
        for choice in protocol.label(field).choices
    ]
    title = phrase(
        "rating",
        language,
        title=in_language(rating.title, language),
        scale=in_language(scale.title, language),
        low=scale.values[0],
        high=scale.values[-1],
    )
    return Table(
        title=title_in_splits(
            title, splits or (phrase("released_items", language),), language
        ),
        head=phrase("model", language),
        columns=tuple(
            phrase("counted", language, title=title, n=n)
            for title, n in zip(titles, numbers, strict=True)
        ),
        groups=tuple(Group(group, tuple(of), 2) for group, of in groups.items()),
        unit="mean",
    )


def _rows_by_judges(
    release: Release,
    protocol: Protocol,
    rating: Rating,
    scale: Scale,
    left_out: Collection[int],
) -> Iterator[_RatedRow]:
    """Yield a row for each judge of the run that stands for each model."""
    if rating.judge is None or rating.judge.scale != scale.id:
        return
    for run, judges in judged_runs(release, rating, left_out):
        for judge in judges:
            yield _RatedRow(
                splits_in_order(protocol, run.splits),
                phrase(
                    "judged_by",
                    protocol.language,
                    model=model_name(judge.model, judge.parameters_label),
                ),
                model_name(run.model, run.parameters_label),
                _row(protocol, rating, judge.scores),
                (run.pk, judge.pk),
            )


def _rows_by_people(
    release: Release,
    protocol: Protocol,
    rating: Rating,
    scale: Scale,
    findings_by_task: Mapping[RatingTask, RatingFindings],
) -> Iterator[_RatedRow]:
    for task, findings in findings_by_task.items():
        of = next(
            scale_findings
            for scale_findings in findings.scales
            if scale_findings.scale.id == scale.id
        )
        if of.overall.n:
            data = {"overall_mark": of.overall, "slices": of.slices}
            yield _RatedRow(
                splits_in_order(protocol, task.run.splits) if task.run else (),
                phrase("marked_by_people", protocol.language, people=task.people),
                model_name(task.run.model, task.run.parameters_label)
                if task.run
                else release.name,
                _row(protocol, rating, data),
                (task.run.pk,) if task.run else (),
            )


def _row(
    protocol: Protocol, rating: Rating, scores: Mapping[str, Any]
) -> list[MeanMark]:
    """Return the mean overall, then by each choice.

    ``scores`` come from a judge's result or from people.
    """
    slices = scores["slices"]
    return [
        _mark(scores["overall_mark"]),
        *(
            _mark(slices[field][choice.id])
            for field in rating.slices
            for choice in protocol.label(field).choices
        ),
    ]


def _mark(data: MeanMark | Mapping[str, Any]) -> MeanMark:
    return data if isinstance(data, MeanMark) else MeanMark(**data)


def judged_runs(
    release: Release, rating: Rating, left_out: Collection[int] = ()
) -> Iterator[tuple[Run, Sequence[Run]]]:
    """Yield the run that stands for each model on each set of splits, with its judges.

    It is the newest run with a judgement, unless a person chose another such run.
    """
    runs = (
        Run.objects.filter(HAS_SCORES, release=release, setting=rating.replies_of)
        .exclude(pk__in=left_out)
        .order_by("chosen", "pk")
    )
    latest: dict[tuple[ModelIdentity, frozenset[str]], tuple[Run, list[Run]]] = {}
    for run in runs:
        judges = [
            judge
            for judge in judgements(run, rating)
            if judge.scores and judge.pk not in left_out
        ]
        if judges:
            latest[model_identity_of(run), frozenset(run.splits)] = run, judges
    yield from latest.values()


def _consistency(
    protocol: Protocol,
    rating: Rating,
    findings_by_task: Mapping[RatingTask, RatingFindings],
) -> Iterator[Table]:
    language = protocol.language
    groups = tuple(
        Group(
            phrase("replies_of", language, model=task.run.model if task.run else ""),
            tuple(
                Row(
                    phrase(
                        "items_of",
                        language,
                        title=judge.run.model,
                        n=judge.consistency.items,
                    ),
                    (judge.consistency.equal, judge.consistency.within_one),
                    runs=(judge.run.pk,),
                )
                for judge in findings.judges
            ),
        )
        for task, findings in findings_by_task.items()
        if findings.marked and findings.judges
    )
    if groups:
        yield Table(
            id=f"consistency-{rating.id}",
            title=phrase(
                "consistency", language, title=in_language(rating.title, language)
            ),
            head=phrase("judge", language),
            columns=(phrase("equal", language), phrase("within_one", language)),
            groups=groups,
        )
