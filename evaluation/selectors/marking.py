"""Reading what waits for whose mark."""

from typing import Any, TypeVar

from django.db.models import Count, F, Q, QuerySet

from projects.models import User

SamplesT = TypeVar("SamplesT", bound=QuerySet[Any])


def unrated_by(rows: SamplesT, person: User, *, places: str) -> SamplesT:
    """Samples that a person has not marked and still may.

    ``places`` is the field that says how many mark each.
    """
    unmarked: SamplesT = rows.annotate(
        given=Count("marks"), mine=Count("marks", filter=Q(marks__person=person.pk))
    ).filter(mine=0, given__lt=F(places))
    return unmarked
