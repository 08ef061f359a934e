"""Blind marks: a fixed number of people mark each sample independently."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction

from core.domain.texts import _
from core.errors import ChangedError, ConflictError
from evaluation.marking.models.error_analyses import BlindMark
from projects.models import User

MarkT = TypeVar("MarkT", bound=BlindMark)


def store_mark(
    marks: type[MarkT],
    *,
    sample: models.Model,
    places: int,
    person: User,
    values: Mapping[str, Any],
) -> MarkT:
    """Save a person's mark of a sample; people may change their own mark.

    ``places`` is the number of marks per sample. Raises ConflictError when enough other
    people have marked it.
    """
    rows: models.QuerySet[MarkT] = models.QuerySet(marks)
    rows = rows.filter(sample=sample)
    mark = rows.filter(person=person).first()
    if mark is not None:
        for name, value in values.items():
            setattr(mark, name, value)
        mark.save(update_fields=[*values, "marked_at"])
        return mark
    place = rows.count() + 1
    if place > places:
        raise ConflictError(_("Enough people have already rated this."))
    try:
        with transaction.atomic():
            return rows.create(sample=sample, person=person, place=place, **values)
    except IntegrityError as error:
        raise ChangedError(_("Someone else has just rated this.")) from error
