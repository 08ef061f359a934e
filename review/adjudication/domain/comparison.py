"""Comparison of several people's records of one item, field by field.

The protocol (``significant``) says which differences a third person decides. Texts,
sentences and questions are never compared for equality: one is chosen, or they are
merged.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, NamedTuple

from reporting.statistics.distances import jaccard_distance, ordinal_distance
from subtext_protocol.document import Protocol
from subtext_protocol.fields import Distance, LabelField

Outcome = Literal["agreed", "proposed", "disputed", "to_choose"]
Rule = Literal["same", "majority", "first", "most", "all", ""]
"""How a value was found.

``same``: all gave it. ``majority``: more than half gave it. ``first``: the first
person's, without a majority. ``most``: the choices that more than half named. ``all``:
every named choice, where no choice has a majority.
"""


@dataclass(frozen=True)
class FieldComparison:
    """One field: each person's value in their order, and the outcome.

    ``value`` is the agreed or proposed value of a label; ``rule`` says how it was
    found.
    """

    field: str
    kind: Literal["label", "text", "sentence"]
    outcome: Outcome
    values: Sequence[Any]
    value: Sequence[str] | None
    """None while it needs a decision."""
    rule: Rule


class RecordComparison(NamedTuple):
    fields: tuple[FieldComparison, ...]
    questions: tuple[int, ...]
    """Number of questions that each person wrote."""

    @property
    def disputed_fields(self) -> tuple[str, ...]:
        return tuple(f.field for f in self.fields if f.outcome == "disputed")


def compare_records(
    protocol: Protocol, records: Sequence[Mapping[str, Any]]
) -> RecordComparison:
    """Compare the records that ``len(records)`` people wrote of one item.

    All fields of a single record are agreed. Raises ValueError without any record.
    """
    if not records:
        raise ValueError("there is nothing to compare")
    fields: list[FieldComparison] = []
    for field in protocol.fields:
        if isinstance(field, LabelField):
            values = tuple(
                order_choices(field, record.get("labels", {}).get(field.id, ()))
                for record in records
            )
            fields.append(_compare_label(field, values))
        else:
            part = "texts" if field.kind == "text" else "sentences"
            empty: Any = "" if field.kind == "text" else {}
            texts = tuple(
                record.get(part, {}).get(field.id, empty) for record in records
            )
            outcome: Outcome = "agreed" if len(records) == 1 else "to_choose"
            fields.append(
                FieldComparison(field.id, field.kind, outcome, texts, None, "")
            )
    written = tuple(len(record.get("questions", ())) for record in records)
    return RecordComparison(tuple(fields), written)


def order_choices(field: LabelField, chosen: Sequence[str]) -> list[str]:
    """Return the choices in protocol order, each once; unknown ones last, sorted."""
    known = [choice.id for choice in field.choices]
    left = sorted(set(chosen) - set(known))
    return [choice for choice in known if choice in chosen] + left


def _compare_label(field: LabelField, values: tuple[list[str], ...]) -> FieldComparison:
    if all(value == values[0] for value in values):
        return FieldComparison(field.id, "label", "agreed", values, values[0], "same")
    if _matters(field, values):
        return FieldComparison(field.id, "label", "disputed", values, None, "")
    value, rule = _propose(field, values)
    return FieldComparison(field.id, "label", "proposed", values, value, rule)


def _matters(field: LabelField, values: Sequence[list[str]]) -> bool:
    """Return whether any two of these unequal values differ significantly."""
    if isinstance(field.significant, Distance):
        over = field.significant.over
        return any(
            _distance(field, left, right) > over
            for left, right in combinations(values, 2)
        )
    return field.significant == "always"


def _distance(field: LabelField, left: list[str], right: list[str]) -> float:
    if field.multiple:
        return jaccard_distance(set(left), set(right))
    order = [choice.id for choice in field.choices]
    if set(left + right) - set(order) or len(left) != len(right):
        # A missing value or one no longer offered has no position on the scale.
        return float("inf")
    return max(
        (ordinal_distance(a, b, order) for a, b in zip(left, right, strict=True)),
        default=0,
    )


def _propose(field: LabelField, values: Sequence[list[str]]) -> tuple[list[str], Rule]:
    if field.multiple:
        named = Counter(choice for value in values for choice in value)
        most = [choice for choice, n in named.items() if 2 * n > len(values)]
        if most:
            return order_choices(field, most), "most"
        return order_choices(field, list(named)), "all"
    counted = Counter(tuple(value) for value in values)
    value, count = counted.most_common(1)[0]
    if 2 * count > len(values):
        return list(value), "majority"
    return values[0], "first"


def overrides_everybody(
    field: LabelField, chosen: Sequence[str], values: Sequence[Sequence[str]]
) -> bool:
    """Return whether ``chosen`` cannot follow from any annotator's answer.

    For single labels: nobody gave the value. For multiple choices: nobody named one of
    the choices, or one that all named is missing. Anything between is a merge.
    """
    if not field.multiple:
        return all(set(chosen) != set(value) for value in values)
    named = {choice for value in values for choice in value}
    shared = set(values[0]).intersection(*values) if values else set()
    return not (shared <= set(chosen) <= named)
