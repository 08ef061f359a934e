"""Similarity of two sets of labels, used for practice, calibration and gold."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField
from projects.domain.statistics.distances import jaccard


@dataclass(frozen=True)
class FieldLikeness:
    """One label beside its reference; ``likeness`` is 1 for equal values."""

    field: str
    said: Sequence[str]
    reference: Sequence[str]
    likeness: float

    @property
    def same(self) -> bool:
        return self.likeness == 1


def likeness(field: LabelField, said: Sequence[str], other: Sequence[str]) -> float:
    """Return the similarity of two values of a label, 0 to 1.

    Equal values have 1. Different single values have 0, multiple choices 1 - Jaccard
    distance.
    """
    if set(said) == set(other):
        return 1.0
    return 1.0 - jaccard(set(said), set(other)) if field.multiple else 0.0


def labels_alike(
    protocol: Protocol,
    said: Mapping[str, Sequence[str]],
    reference: Mapping[str, Sequence[str] | None],
) -> list[FieldLikeness]:
    """Compare every label that the reference has a value for, in protocol order."""
    found = []
    for field in protocol.labels:
        other = reference.get(field.id)
        if other is not None:
            mine = list(said.get(field.id, ()))
            found.append(
                FieldLikeness(field.id, mine, other, likeness(field, mine, other))
            )
    return found


FEWEST_FOR_MAJORITY = 3
"""Fewest people for a majority; of two who differ, neither is one."""


def majority(
    field: LabelField, values: Iterable[Sequence[str]]
) -> Sequence[str] | None:
    """Return the value that more than half gave.

    Of multiple choices, return those that more than half named. None with too few
    answers or without a majority.
    """
    given = [tuple(value) for value in values]
    if len(given) < FEWEST_FOR_MAJORITY:
        return None
    if field.multiple:
        named = Counter(choice for value in given for choice in set(value))
        order = [choice.id for choice in field.choices]
        most = [one for one, n in named.items() if 2 * n > len(given)]
        return sorted(most, key=lambda one: (one not in order, one)) or None
    value, count = Counter(given).most_common(1)[0]
    return list(value) if 2 * count > len(given) else None


def majority_labels(
    protocol: Protocol, records: Sequence[Mapping[str, Any]]
) -> dict[str, Sequence[str] | None]:
    """Return the majority value of each label of one item."""
    return {
        field.id: majority(
            field, [one.get("labels", {}).get(field.id, ()) for one in records]
        )
        for field in protocol.labels
    }
