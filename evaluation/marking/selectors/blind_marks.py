"""Selectors for the samples that wait for marks, and for those that have them all."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, TypeVar

from django.db.models import Count, F, Q, QuerySet

from evaluation.marking.models.error_analyses import ErrorSample
from evaluation.marking.models.ratings import RatingSample
from projects.models import User

SamplesT = TypeVar("SamplesT", bound=QuerySet[Any])
SampleT = TypeVar("SampleT", ErrorSample, RatingSample)


def unrated_by(rows: SamplesT, person: User, *, places: str) -> SamplesT:
    """Return the samples that ``person`` has not marked and may still mark.

    ``places`` is the field with the number of markers per sample.
    """
    unmarked: SamplesT = rows.annotate(
        given=Count("marks"), mine=Count("marks", filter=Q(marks__person=person.pk))
    ).filter(mine=0, given__lt=F(places))
    return unmarked


def own_mark(sample: SampleT, person_id: int) -> Any:
    """Return a person's own mark of a sample, or None; ``marks`` are prefetched."""
    marks = sample.marks.all()
    return next((mark for mark in marks if mark.person_id == person_id), None)


def fully_marked(samples: Iterable[SampleT], places: int) -> dict[SampleT, list[Any]]:
    """Return the samples that have all their marks, each with its marks by place.

    ``places`` is the number of markers per sample; ``marks`` are prefetched.
    """
    return {
        sample: sorted(sample.marks.all(), key=attrgetter("place"))
        for sample in samples
        if len(sample.marks.all()) >= places
    }
