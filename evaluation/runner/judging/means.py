"""Mean marks, overall and by label; a judge's and people's are computed alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField
from projects.domain.protocol.rating import Rating


@dataclass(frozen=True)
class MeanMark:
    """The mean over ``n`` marks; None where there is none."""

    n: int
    mean: float | None


def mean_mark(marks: Sequence[float]) -> MeanMark:
    return MeanMark(len(marks), sum(marks) / len(marks) if marks else None)


def by_label(
    marks: Mapping[str, float],
    labels: Mapping[str, Mapping[str, Sequence[str]]],
    fields: Sequence[LabelField],
) -> dict[str, dict[str, MeanMark]]:
    """The mean mark within every choice of some fields.

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


def sliced_by(rating: Rating, protocol: Protocol) -> list[LabelField]:
    """The fields by whose values the rating's means are broken down."""
    return [protocol.label(field) for field in rating.slices]
