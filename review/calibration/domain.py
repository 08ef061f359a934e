"""Similarity of two sets of labels, used for practice, calibration and gold."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reporting.statistics.distances import jaccard_distance
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField


@dataclass(frozen=True)
class FieldSimilarity:
    """One label beside its reference; ``likeness`` is 1 for equal values."""

    field: str
    said: Sequence[str]
    reference: Sequence[str]
    likeness: float

    @property
    def same(self) -> bool:
        return self.likeness == 1


def label_similarity(
    field: LabelField, values: Sequence[str], other_values: Sequence[str]
) -> float:
    """Return the similarity of two values of a label, 0 to 1.

    Equal values have 1. Different single values have 0, multiple choices 1 - Jaccard
    distance.
    """
    if set(values) == set(other_values):
        return 1.0
    return (
        1.0 - jaccard_distance(set(values), set(other_values))
        if field.multiple
        else 0.0
    )


def compare_labels(
    protocol: Protocol,
    labels: Mapping[str, Sequence[str]],
    reference: Mapping[str, Sequence[str] | None],
) -> list[FieldSimilarity]:
    """Compare every label that the reference has a value for, in protocol order."""
    similarities = []
    for field in protocol.labels:
        reference_values = reference.get(field.id)
        if reference_values is not None:
            values = list(labels.get(field.id, ()))
            similarities.append(
                FieldSimilarity(
                    field.id,
                    values,
                    reference_values,
                    label_similarity(field, values, reference_values),
                )
            )
    return similarities


FEWEST_FOR_MAJORITY = 3
"""Fewest people for a majority; of two who differ, neither is one."""


def majority_value(
    field: LabelField, values: Iterable[Sequence[str]]
) -> Sequence[str] | None:
    """Return the value that more than half gave.

    Of multiple choices, return those that more than half named. None with too few
    answers or without a majority.
    """
    answers = [tuple(value) for value in values]
    if len(answers) < FEWEST_FOR_MAJORITY:
        return None
    if field.multiple:
        named = Counter(choice for value in answers for choice in set(value))
        order = [choice.id for choice in field.choices]
        most = [choice for choice, n in named.items() if 2 * n > len(answers)]
        return sorted(most, key=lambda choice: (choice not in order, choice)) or None
    value, count = Counter(answers).most_common(1)[0]
    return list(value) if 2 * count > len(answers) else None


def majority_labels(
    protocol: Protocol, records: Sequence[Mapping[str, Any]]
) -> dict[str, Sequence[str] | None]:
    """Return the majority value of each label of one item."""
    return {
        field.id: majority_value(
            field, [record.get("labels", {}).get(field.id, ()) for record in records]
        )
        for field in protocol.labels
    }
