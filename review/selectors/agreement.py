"""How well the blind annotators agree: by field, by pair, over time, each person.

Only work slots count, and only of items that everybody has handed in. Nominal for
single labels, ordinal for ordered ones, MASI for several.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import Literal, NamedTuple

from django.utils import timezone

from annotation.models import Annotation
from projects.domain.protocol.fields import LabelField
from projects.domain.statistics.agreement import (
    RESAMPLES,
    Agreement,
    agreement_of,
    pair_agreement_of,
)
from projects.domain.statistics.coefficients import Metric
from projects.domain.statistics.reliability import Reliability, reliability_of
from projects.models import Project, User
from review.domain.states import COMPARING
from review.models import Case
from workflow.errors import Missing

LONGEST_BY_DAY = 21
"""Days of work up to which agreement is shown by day; from there on by week."""


class ComparedItem(NamedTuple):
    """What each person said of one item, by field; nothing where they chose nothing."""

    number: int
    annotations: Sequence[int]
    values: Mapping[str, Mapping[int, frozenset[str]]]


def compared_items(project: Project) -> list[ComparedItem]:
    """Items whose annotations have been compared, in the order of the comparisons."""
    cases = Case.objects.filter(project=project).exclude(status=COMPARING)
    rows = cases.order_by("pk").values_list("item__number", "comparison")
    return [
        ComparedItem(
            number,
            comparison["annotations"],
            {
                field: _said(comparison["people"], compared["values"])
                for field, compared in comparison["fields"].items()
                if compared["kind"] == "label"
            },
        )
        for number, comparison in rows
        if comparison
    ]


def _said(
    people: Sequence[int], values: Sequence[Sequence[str]]
) -> dict[int, frozenset[str]]:
    return {
        person: frozenset(value) for person, value in zip(people, values, strict=True)
    }


def metric_of(field: LabelField) -> Metric:
    """How far apart two values of that label are."""
    if field.multiple:
        return "masi"
    return "ordinal" if field.ordered else "nominal"


class FieldAgreement(NamedTuple):
    field: str
    agreement: Agreement
    floor: float | None
    """Smallest alpha that the protocol lets a release have."""

    @property
    def below_floor(self) -> bool:
        alpha = self.agreement.alpha
        return self.floor is not None and alpha is not None and alpha < self.floor


def agreement(project: Project, *, intervals: bool = True) -> list[FieldAgreement]:
    """Agreement on every label over all compared items."""
    items = compared_items(project)
    floors = project.protocol.review.agreement_floor
    return [
        FieldAgreement(
            field.id, _overall(field, items, intervals=intervals), floors.get(field.id)
        )
        for field in project.protocol.labels
    ]


def _overall(
    field: LabelField, items: Iterable[ComparedItem], *, intervals: bool = True
) -> Agreement:
    return agreement_of(
        [
            list(item.values[field.id].values())
            for item in items
            if field.id in item.values
        ],
        metric=metric_of(field),
        scale=_choices(field),
        resamples=RESAMPLES if intervals else 0,
    )


def _choices(field: LabelField) -> list[str]:
    return [choice.id for choice in field.choices]


def label_field(project: Project, field_id: str) -> LabelField:
    """A label of the project's protocol. Raises Missing."""
    for field in project.protocol.labels:
        if field.id == field_id:
            return field
    raise Missing("The protocol has no such label.")


class PairAgreement(NamedTuple):
    """Two people's agreement on one field, over the items that both were given."""

    one_id: int
    other_id: int
    agreement: Agreement


def pair_agreement(project: Project, field: LabelField) -> list[PairAgreement]:
    """Everybody who was given the same item as somebody else, pair by pair."""
    together: defaultdict[tuple[int, int], list[tuple[frozenset[str], ...]]]
    together = defaultdict(list)
    for item in compared_items(project):
        said = item.values.get(field.id, {})
        for one, other in combinations(sorted(said), 2):
            together[one, other].append((said[one], said[other]))
    return [
        PairAgreement(
            one,
            other,
            pair_agreement_of(
                [(first, second) for first, second in both],
                metric=metric_of(field),
                scale=_choices(field),
            ),
        )
        for (one, other), both in sorted(together.items())
    ]


class Period(NamedTuple):
    """Agreement on what was completed from ``begins`` on, until the next period."""

    begins: date
    fields: Mapping[str, Agreement]


class OverTime(NamedTuple):
    """Days or weeks (from Monday) in which items were completed; the others are left
    out. An item is completed when the last of its compared annotations is handed in."""

    unit: Literal["day", "week"]
    periods: Sequence[Period]


def agreement_over_time(project: Project) -> OverTime:
    """Agreement on every label, period by period, in the server's time zone."""
    items = compared_items(project)
    handed_in = dict(
        Annotation.objects.filter(slot__project=project)
        .order_by()
        .values_list("pk", "submitted_at")
    )
    days = [
        timezone.localdate(max(handed_in[one] for one in item.annotations))
        for item in items
    ]
    by_day = not days or (max(days) - min(days)).days < LONGEST_BY_DAY
    periods: defaultdict[date, list[ComparedItem]] = defaultdict(list)
    for day, item in zip(days, items, strict=True):
        periods[day if by_day else day - timedelta(days=day.weekday())].append(item)
    return OverTime(
        "day" if by_day else "week",
        [
            Period(
                begins,
                {
                    field.id: _overall(field, periods[begins])
                    for field in project.protocol.labels
                },
            )
            for begins in sorted(periods)
        ],
    )


class FieldReliability(NamedTuple):
    field: str
    people: Sequence[Reliability]


def reliability(project: Project) -> list[FieldReliability]:
    """How reliable each person is on each label, by Dawid and Skene's estimate."""
    items = compared_items(project)
    return [
        FieldReliability(
            field.id,
            reliability_of(
                [item.values[field.id] for item in items if field.id in item.values],
                choices=_choices(field),
                multiple=field.multiple,
            ),
        )
        for field in project.protocol.labels
    ]


def annotators_compared(project: Project) -> list[User]:
    """Everybody whose work was compared with somebody else's, by name."""
    people = {
        person
        for item in compared_items(project)
        for said in item.values.values()
        for person in said
    }
    return list(User.objects.filter(pk__in=people).order_by("username"))
