"""Blind marks: a fixed number of people mark each sample independently."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction

from evaluation.models import BlindMark
from projects.models import User
from workflow.errors import ConflictError

MarkT = TypeVar("MarkT", bound=BlindMark)


def mark_keep(
    marks: type[MarkT],
    *,
    sample: models.Model,
    places: int,
    person: User,
    said: Mapping[str, Any],
) -> MarkT:
    """Save a person's mark of a sample; people may change their own mark.

    ``places`` is the number of marks per sample. Raises ConflictError when enough other
    people have marked it.
    """
    rows: models.QuerySet[MarkT] = models.QuerySet(marks)
    rows = rows.filter(sample=sample)
    own = rows.filter(person=person).first()
    if own is not None:
        for name, value in said.items():
            setattr(own, name, value)
        own.save(update_fields=[*said, "marked_at"])
        return own
    place = rows.count() + 1
    if place > places:
        raise ConflictError("Enough people have already rated this.")
    try:
        with transaction.atomic():
            return rows.create(sample=sample, person=person, place=place, **said)
    except IntegrityError as error:
        raise ConflictError("Someone else has just rated this.") from error
