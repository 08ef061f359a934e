"""Mean marks, overall and by label, for judges and people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField
from subtext_protocol.rating import Rating


@dataclass(frozen=True)
class MeanMark:
    """Mean over ``n`` marks; None without marks."""

    n: int
    mean: float | None


def mean_mark(marks: Sequence[float]) -> MeanMark:
    return MeanMark(len(marks), sum(marks) / len(marks) if marks else None)


def mean_by_label(
    marks: Mapping[str, float],
    labels: Mapping[str, Mapping[str, Sequence[str]]],
    fields: Sequence[LabelField],
) -> dict[str, dict[str, MeanMark]]:
    """Return the mean mark within every choice of ``fields``.

    ``marks`` are by item, ``labels`` by item and field.
    """
    return {
        field.id: {
            choice.id: mean_mark(
                [
                    mark
                    for item, mark in marks.items()
                    if choice.id in labels[item].get(field.id, ())
                ]
            )
            for choice in field.choices
        }
        for field in fields
    }


def slice_fields_of(rating: Rating, protocol: Protocol) -> list[LabelField]:
    """Return the label fields that the rating's means are broken down by."""
    return [protocol.label(field) for field in rating.slices]
