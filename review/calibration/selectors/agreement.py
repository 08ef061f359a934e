"""Inter-annotator agreement by field, pair and time, and each person's reliability.

Only work slots count, and only of items that every assigned annotator has submitted. A
person's first submission counts, because a later one may no longer be blind, and none
of a former organizer who could read the others' work on the item. The metric
is nominal for single labels, ordinal for ordered ones and MASI for multiple choices.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from typing import Any, Literal, NamedTuple, cast

from django.db.models.fields.json import KeyTransform
from django.utils import timezone

from annotation.items.models.submissions import Annotation
from core.domain.texts import _
from core.errors import NotFoundError
from projects.models import Project
from reporting.statistics.agreement import (
    RESAMPLES,
    Agreement,
    agreement_of,
    compute_pair_agreement,
)
from reporting.statistics.coefficients import Metric
from reporting.statistics.reliability import Reliability, reliability_of
from review.adjudication.domain.case_states import COMPARING
from review.adjudication.models import Case
from subtext_protocol.fields import LabelField

LONGEST_BY_DAY = 21
"""A project that spans fewer days shows agreement by day, a longer one by week."""

_CHUNK = 2000
"""Rows per database fetch."""

LabelsByPerson = Mapping[int, frozenset[str]]
"""The chosen values by person; an empty set where a person chose none."""


class ComparedItem(NamedTuple):
    """The values that each person gave one item, by field."""

    number: int
    annotations: Sequence[int]
    values: Mapping[str, LabelsByPerson]


def compared_items(project: Project, **those: Any) -> list[ComparedItem]:
    """Return the items whose annotations have been compared, in order of their cases.

    `those` restricts the cases by a lookup; without it all of the project count. Only
    the protocol's labels are read, because the texts are most of a comparison.
    """
    fields = [field.id for field in project.protocol.labels]
    parts = {
        f"said_{at}": part_json("comparison", "fields", field, "values")
        for at, field in enumerate(fields)
    }
    cases = Case.objects.filter(project=project, comparison__has_key="people", **those)
    rows = (
        cases.exclude(status=COMPARING)
        .annotate(
            people=part_json("comparison", "people"),
            annotations=part_json("comparison", "annotations"),
            first=part_json("comparison", "first"),
            not_blind=part_json("comparison", "not_blind"),
            **parts,
        )
        .order_by("pk")
        .values_list(
            "item__number", "people", "annotations", "first", "not_blind", *parts
        )
    )
    sets: dict[tuple[str, ...], frozenset[str]] = {}
    return [
        ComparedItem(
            number,
            annotations,
            {
                field: {
                    person: value
                    for person, value in zip(
                        people,
                        _sets((first or {}).get(field, values), sets),
                        strict=True,
                    )
                    if person not in (not_blind or ())
                }
                for field, values in zip(fields, field_values, strict=True)
                if _are_choices(values)
            },
        )
        for number, people, annotations, first, not_blind, *field_values in rows.iterator(
            _CHUNK
        )
    ]


def part_json(column: str, *keys: str) -> KeyTransform:
    """Return the part of a JSON column under the path ``keys``."""
    part: Any = column
    for key in keys:
        part = KeyTransform(key, part)
    return cast("KeyTransform", part)


def _are_choices(values: Any) -> bool:
    """Return whether the values are lists of choices.

    Under an earlier protocol a text may have had the label's name; a text is no list.
    """
    return values is not None and all(isinstance(value, list) for value in values)


def _sets(
    values: Iterable[Sequence[str]], known: dict[tuple[str, ...], frozenset[str]]
) -> Iterator[frozenset[str]]:
    """Yield each value as a set; equal values share one object to save memory."""
    for value in values:
        key = tuple(value)
        yield known.setdefault(key, frozenset(key))


def labels_by_person(
    field: LabelField, items: Iterable[ComparedItem]
) -> list[LabelsByPerson]:
    """Return the values that people gave, for each item that has the field."""
    return [item.values[field.id] for item in items if field.id in item.values]


def label_scale(field: LabelField) -> tuple[Metric, list[str]]:
    """Return the distance metric of a label and its choices in order."""
    single: Metric = "ordinal" if field.ordered else "nominal"
    return "masi" if field.multiple else single, [choice.id for choice in field.choices]


def label_agreement(
    field: LabelField,
    items: Iterable[Sequence[frozenset[str]]],
    *,
    intervals: bool = True,
) -> Agreement:
    """Return the agreement on one label.

    An item is the list of the values that people gave it.
    """
    metric, scale = label_scale(field)
    resamples = RESAMPLES if intervals else 0
    return agreement_of(list(items), metric=metric, scale=scale, resamples=resamples)


def _overall(
    field: LabelField, items: Iterable[ComparedItem], *, intervals: bool = True
) -> Agreement:
    values = [list(labels.values()) for labels in labels_by_person(field, items)]
    return label_agreement(field, values, intervals=intervals)


@dataclass(frozen=True)
class FieldAgreement:
    """Agreement on one label, and the smallest alpha that a release may have."""

    field: str
    agreement: Agreement
    floor: float | None
    below_floor: bool


def agreement_by_label(
    project: Project,
    *,
    items: Sequence[ComparedItem] | None = None,
    intervals: bool = True,
) -> list[FieldAgreement]:
    """Return the agreement on every label over all compared items.

    ``items`` saves reading the compared items again.
    """
    items = compared_items(project) if items is None else items
    floors = project.protocol.review.agreement_floor
    measured_fields = []
    for field in project.protocol.labels:
        measured = _overall(field, items, intervals=intervals)
        floor, alpha = floors.get(field.id), measured.alpha
        below = floor is not None and alpha is not None and alpha < floor
        measured_fields.append(FieldAgreement(field.id, measured, floor, below))
    return measured_fields


def get_label_field(project: Project, field_id: str) -> LabelField:
    """Return a label of the project's protocol. Raises NotFoundError."""
    for field in project.protocol.labels:
        if field.id == field_id:
            return field
    raise NotFoundError(_("The protocol has no such label."))


@dataclass(frozen=True)
class PairAgreement:
    """Agreement of two people on one field, over the items assigned to both."""

    one_id: int
    other_id: int
    agreement: Agreement


def pair_agreement(
    project: Project,
    field: LabelField,
    *,
    items: Sequence[ComparedItem] | None = None,
) -> list[PairAgreement]:
    """Return the agreement of each two people who annotated the same item."""
    items = compared_items(project) if items is None else items
    together: defaultdict[
        tuple[int, int], list[tuple[frozenset[str], frozenset[str]]]
    ] = defaultdict(list)
    for labels in labels_by_person(field, items):
        for first, second in combinations(sorted(labels), 2):
            together[first, second].append((labels[first], labels[second]))
    metric, scale = label_scale(field)
    return [
        PairAgreement(*pair, compute_pair_agreement(both, metric=metric, scale=scale))
        for pair, both in sorted(together.items())
    ]


@dataclass(frozen=True)
class Period:
    """Agreement by field on items completed in the period that starts at ``begins``."""

    begins: date
    fields_measured: Mapping[str, Agreement]


@dataclass(frozen=True)
class AgreementOverTime:
    """The days or weeks (from Monday) in which items were completed.

    Periods without a completed item are left out. An item is completed when the last of
    its compared annotations is submitted.
    """

    unit: Literal["day", "week"]
    periods: Sequence[Period]


def agreement_over_time(
    project: Project, *, items: Sequence[ComparedItem] | None = None
) -> AgreementOverTime:
    """Return the agreement on every label by period, in the project's time zone."""
    items = compared_items(project) if items is None else items
    annotations = Annotation.objects.filter(slot__project=project).order_by()
    submitted_at = dict(annotations.values_list("pk", "submitted_at"))
    zone = project.zone
    days = [
        timezone.localdate(
            max(submitted_at[annotation] for annotation in item.annotations), zone
        )
        for item in items
    ]
    by_day = not days or (max(days) - min(days)).days < LONGEST_BY_DAY
    periods: defaultdict[date, list[ComparedItem]] = defaultdict(list)
    for day, item in zip(days, items, strict=True):
        periods[day if by_day else day - timedelta(days=day.weekday())].append(item)
    labels = project.protocol.labels
    return AgreementOverTime(
        "day" if by_day else "week",
        [
            Period(begins, {field.id: _overall(field, those) for field in labels})
            for begins, those in sorted(periods.items())
        ],
    )


@dataclass(frozen=True)
class FieldReliability:
    """The reliability of each person on one label."""

    field: str
    people: Sequence[Reliability]


def reliability_by_label(
    project: Project, *, items: Sequence[ComparedItem] | None = None
) -> list[FieldReliability]:
    """Return each person's reliability on each label (Dawid and Skene's estimate)."""
    items = compared_items(project) if items is None else items
    return [
        FieldReliability(field.id, label_reliability(field, items))
        for field in project.protocol.labels
    ]


def label_reliability(
    field: LabelField, items: Iterable[ComparedItem]
) -> list[Reliability]:
    """Return each person's reliability on one label (Dawid and Skene's estimate)."""
    _, choices = label_scale(field)
    labels = labels_by_person(field, items)
    return reliability_of(labels, choices=choices, multiple=field.multiple)


def annotators_compared(items: Iterable[ComparedItem]) -> list[int]:
    """Return the ids of all people whose work was compared with someone else's."""
    people = {
        person for item in items for labels in item.values.values() for person in labels
    }
    return sorted(people)
