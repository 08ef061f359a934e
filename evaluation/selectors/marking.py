"""Reading what waits for whose mark."""

from typing import TypeVar

from django.db.models import Count, F, Model, Q, QuerySet

from projects.models import User

SampleT = TypeVar("SampleT", bound=Model)


def unmarked_by(
    rows: QuerySet[SampleT], person: User, *, places: str
) -> QuerySet[SampleT]:
    """Samples that a person has not marked and still may.

    ``places`` is the field that says how many mark each.
    """
    return rows.annotate(
        given=Count("marks"), mine=Count("marks", filter=Q(marks__person=person.pk))
    ).filter(mine=0, given__lt=F(places))
