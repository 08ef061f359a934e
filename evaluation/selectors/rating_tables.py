"""Tables of rubric ratings (CII-Bench, Table 4 and §4.3.2)."""

from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.domain.states import FINISHED, STALE
from evaluation.domain.wording import said
from evaluation.models import RatingTask, Run
from evaluation.runner.judging.means import MeanMark
from evaluation.selectors.ratings import RatingFindings, judgements, rating_findings
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.rating import Rating, Scale
from projects.domain.protocol.text import in_language
from projects.domain.tables import Group, Row, Table
from releases.models import Release

Means = Mapping[str, Mapping[str, MeanMark]]


def rating_tables(release: Release) -> Iterator[Table]:
    """Yield tables of means, by judges and by people, and of their consistency."""
    protocol = release.protocol_version.protocol
    for rating in protocol.evaluation.ratings:
        tasks = RatingTask.objects.filter(release=release, rating=rating.id)
        found = {
            task: rating_findings(task)
            for task in tasks.select_related("run", "release__protocol_version")
        }
        for scale in rating.scales:
            yield from _means(release, protocol, rating, scale, found)
        yield from _consistency(protocol, rating, found)


def _means(
    release: Release,
    protocol: Protocol,
    rating: Rating,
    scale: Scale,
    found: Mapping[RatingTask, RatingFindings],
) -> Iterator[Table]:
    language = protocol.language
    groups: dict[str, list[Row]] = {}
    tallies: list[MeanMark] = []
    judged = rating.judge is not None and rating.judge.scale == scale.id
    for run in _described(release, rating) if judged else []:
        for judge in judgements(run, rating):
            title = said("judged_by", language, model=judge.model)
            marks = _row(protocol, rating, judge.result["scores"])
            tallies = tallies or marks
            groups.setdefault(title, []).append(_shown(run.model, marks))
    for task, findings in found.items():
        of = next(one for one in findings.scales if one.scale.id == scale.id)
        if not of.overall.n:
            continue
        title = said("marked_by_people", language, people=task.people)
        data = {"overall_mark": of.overall, "slices": of.slices}
        marks = _row(protocol, rating, data)
        tallies = tallies or marks
        name = task.run.model if task.run else release.name
        groups.setdefault(title, []).append(_shown(name, marks))
    if not groups:
        return
    published = [one for one in rating.published if one.scale == scale.id]
    if published:
        rest = [MeanMark(0, None)] * (len(tallies) - 1)
        groups[said("as_published", language)] = [
            _shown(one.set, [MeanMark(0, one.mean), *rest]) for one in published
        ]
    titles = [said("overall", language)] + [
        in_language(choice.title, language)
        for field in rating.slices
        for choice in protocol.label(field).choices
    ]
    title = said(
        "rating",
        language,
        title=in_language(rating.title, language),
        scale=in_language(scale.title, language),
        low=scale.values[0],
        high=scale.values[-1],
    )
    only = len(rating.scales) == 1
    yield Table(
        id=f"rating-{rating.id}" + ("" if only else f"-{scale.id}"),
        title=title,
        head=said("model", language),
        columns=tuple(
            said("counted", language, title=one, n=tally.n)
            for one, tally in zip(titles, tallies, strict=True)
        ),
        groups=tuple(
            Group(group, tuple(rows), ranked=len(rows) > 1)
            for group, rows in groups.items()
        ),
        unit="mean",
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


def _shown(name: str, marks: list[MeanMark]) -> Row:
    return Row(name, tuple(mark.mean for mark in marks))


def _described(release: Release, rating: Rating) -> list[Run]:
    """Return the runs whose responses are rated, the latest of each model."""
    runs = Run.objects.filter(
        release=release, setting=rating.replies_of, status__in=[FINISHED, STALE]
    ).order_by("pk")
    return list({(run.model, run.backend, run.revision): run for run in runs}.values())


def _consistency(
    protocol: Protocol, rating: Rating, found: Mapping[RatingTask, RatingFindings]
) -> Iterator[Table]:
    language = protocol.language
    groups = tuple(
        Group(
            said("replies_of", language, model=task.run.model if task.run else ""),
            tuple(
                Row(
                    judge.run.model,
                    (judge.consistency.equal, judge.consistency.within_one),
                )
                for judge in findings.judges
            ),
        )
        for task, findings in found.items()
        if findings.marked and findings.judges
    )
    if groups:
        yield Table(
            id=f"consistency-{rating.id}",
            title=said(
                "consistency", language, title=in_language(rating.title, language)
            ),
            head=said("judge", language),
            columns=(said("equal", language), said("within_one", language)),
            groups=groups,
        )
