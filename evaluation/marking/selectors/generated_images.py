"""Selectors for candidates: images generated from a sentence, before any release.

Source: ImageMet, §3, "Synthetic Data Validation": a tenth of the set and as many images
of another set are rated in the same way.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, F

from core.domain.grouping import group_by_key
from curation.images.models import Image
from curation.images.selectors.generated_images import generated_images
from evaluation.marking.models.ratings import RatingTask
from evaluation.marking.selectors.blind_marks import fully_marked
from evaluation.marking.selectors.ratings import mean_by_scale, rating_samples
from evaluation.runs.domain.result_phrases import phrase
from projects.models import Project
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.rating import Rating, Scale
from subtext_protocol.text import in_language
from subtext_runner.judging.means import MeanMark

_KEY = "image-"


@dataclass(frozen=True)
class CandidateSet:
    """Name and number of the candidates of one source."""

    name: str
    size: int


def candidate_sets(project: Project) -> list[CandidateSet]:
    """Return the sources that have candidates; each of them is one set."""
    counted = generated_images(project).values(name=F("source__name"))
    sizes = counted.annotate(size=Count("pk")).order_by("name")
    return [CandidateSet(**row) for row in sizes]


def candidate_keys(project: Project, name: str) -> list[str]:
    """Return the sample keys of the candidates in the set called ``name``."""
    of_set = generated_images(project).filter(source__name=name)
    ids = of_set.order_by("pk").values_list("pk", flat=True)
    return [f"{_KEY}{image}" for image in ids]


def similes_of(keys: Iterable[str]) -> dict[str, tuple[int, str]]:
    """Return the image id and the sentence of each candidate, by sample key."""
    images = Image.objects.in_bulk([int(key.removeprefix(_KEY)) for key in keys])
    return {
        f"{_KEY}{image.pk}": (image.pk, str(image.details["simile"]))
        for image in images.values()
    }


def means_by_set(task: RatingTask) -> dict[str, dict[str, MeanMark]]:
    """Return mean ratings by set and scale, over the fully rated candidates."""
    rated = fully_marked(rating_samples(task), task.people)
    marks_by_set = group_by_key(
        (sample.part_of, [mark.marks for mark in marks])
        for sample, marks in rated.items()
        if sample.part_of
    )
    return {name: mean_by_scale(task, of_set) for name, of_set in marks_by_set.items()}


def candidate_tables(project: Project, protocol: Protocol) -> Iterator[Table]:
    """Yield a table per rating that compares the sets, including published ones."""
    language = protocol.language
    tasks = RatingTask.objects.filter(project=project, release=None).order_by("pk")
    for rating in protocol.evaluation.ratings:
        means = {
            name: by_scale
            for task in tasks.filter(rating=rating.id)
            for name, by_scale in means_by_set(task).items()
        }
        if not means:
            continue
        none = MeanMark(0, None)
        rows = tuple(
            Row(
                phrase(
                    "counted", language, title=name, n=max(m.n for m in of.values())
                ),
                tuple(of.get(scale.id, none).mean for scale in rating.scales),
            )
            for name, of in sorted(means.items())
        )
        yield Table(
            id=f"candidates-{rating.id}",
            title=phrase(
                "candidates", language, title=in_language(rating.title, language)
            ),
            head=phrase("set", language),
            columns=tuple(
                in_language(scale.title, language) for scale in rating.scales
            ),
            groups=(
                Group("", rows),
                *published_group(protocol, rating, rating.scales, len(rating.scales)),
            ),
            unit="mean",
        )


def published_group(
    protocol: Protocol, rating: Rating, scales: Sequence[Scale], columns: int
) -> Iterator[Group]:
    """Yield the group of means that papers report for sets of their own on ``scales``.

    The rest of the ``columns`` stays empty.
    """
    ids = [scale.id for scale in scales]
    means = {
        (published.set, published.scale): published.mean
        for published in rating.published
        if published.scale in ids
    }
    empty = [None] * (columns - len(ids))
    rows = [
        Row(name, (*(means.get((name, scale)) for scale in ids), *empty))
        for name in dict.fromkeys(name for name, _ in means)
    ]
    if rows:
        yield Group(phrase("as_published", protocol.language), rows)
