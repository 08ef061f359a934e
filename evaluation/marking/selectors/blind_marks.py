"""Selector for samples that a person may still mark."""

from typing import Any, TypeVar

from django.db.models import Count, F, Q, QuerySet

from projects.models import User

SamplesT = TypeVar("SamplesT", bound=QuerySet[Any])


def unrated_by(rows: SamplesT, person: User, *, places: str) -> SamplesT:
    """Return the samples that ``person`` has not marked and may still mark.

    ``places`` is the field with the number of markers per sample.
    """
    unmarked: SamplesT = rows.annotate(
        given=Count("marks"), mine=Count("marks", filter=Q(marks__person=person.pk))
    ).filter(mine=0, given__lt=F(places))
    return unmarked
