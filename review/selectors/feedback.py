"""One person's labels beside the others' and the final record: to talk about."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from annotation.models import ItemImage
from projects.domain.protocol.fields import LabelField
from projects.domain.statistics.agreement import Agreement, agreement_of
from projects.domain.statistics.reliability import Reliability
from projects.models import Project, User
from review.models import Case
from review.selectors.agreement import (
    ComparedItem,
    agreement,
    compared_items,
    metric_of,
    reliability,
)
from review.selectors.cases import DECIDED
from review.selectors.measures import PersonWork, people
from workflow.errors import Missing

MOST_DIFFERENCES = 12
MOST_EXAMPLES = 5


class PersonField(NamedTuple):
    """One label: how the person agrees with the others, and everybody with everybody.

    ``reliability`` is None where nobody else was given the person's items.
    """

    field: str
    agreement: Agreement
    everybody: Agreement
    reliability: Reliability | None


@dataclass(frozen=True)
class Difference:
    """Something that the person chose where the final record has something else.

    Single labels: ``said`` became ``final``. Several: one of them is None: a choice
    that the record does not have, or one that it has besides.
    """

    field: str
    said: str | None
    final: str | None
    count: int
    images: Sequence[int]
    """First pictures of the latest items, as examples."""


class PersonFeedback(NamedTuple):
    work: PersonWork
    fields: Sequence[PersonField]
    differences: Sequence[Difference]
    """The most frequent first."""


def person_feedback(project: Project, person_id: int) -> PersonFeedback:
    """What an organizer and a person can talk about. Raises Missing.

    Everybody who annotated or validated has one.
    """
    work = next((one for one in people(project) if one.person.pk == person_id), None)
    if work is None:
        raise Missing("Nobody of that number has annotated or validated here.")
    items = compared_items(project)
    overall = {one.field: one.agreement for one in agreement(project)}
    reliable = {one.field: one.people for one in reliability(project)}
    fields = [
        PersonField(
            field.id,
            _with_others(field, items, work.person),
            overall[field.id],
            next((r for r in reliable[field.id] if r.person == person_id), None),
        )
        for field in project.protocol.labels
    ]
    return PersonFeedback(work, fields, label_differences(project, person_id))


def _with_others(
    field: LabelField, items: Sequence[ComparedItem], person: User
) -> Agreement:
    """The person's value beside each other one's, pair by pair."""
    pairs = [
        (said[person.pk], value)
        for item in items
        if person.pk in (said := item.values.get(field.id, {}))
        for other, value in said.items()
        if other != person.pk
    ]
    choices = [choice.id for choice in field.choices]
    return agreement_of(pairs, metric=metric_of(field), scale=choices)


def label_differences(project: Project, person_id: int) -> list[Difference]:
    """Where decided records read otherwise than what the person said of the item."""
    decided = Case.objects.filter(project=project, status__in=DECIDED)
    single = {field.id: not field.multiple for field in project.protocol.labels}
    found: defaultdict[tuple[str, str | None, str | None], list[int]]
    found = defaultdict(list)
    rows = decided.order_by("-item__number")
    for item, comparison, record in rows.values_list("item", "comparison", "record"):
        for field, said, final in _labels_of(person_id, comparison, record):
            for before, after in _apart(said, final, single=single.get(field, False)):
                found[field, before, after].append(item)
    most = sorted(found.items(), key=lambda one: -len(one[1]))[:MOST_DIFFERENCES]
    shown = {item for _, items in most for item in items[:MOST_EXAMPLES]}
    places = ItemImage.objects.filter(item__in=shown).order_by("-position")
    first = dict(places.values_list("item", "image"))
    return [
        Difference(*key, len(items), [first[one] for one in items[:MOST_EXAMPLES]])
        for key, items in most
    ]


def _labels_of(
    person_id: int, comparison: Mapping[str, Any], record: Mapping[str, Any]
) -> Iterator[tuple[str, set[str], set[str]]]:
    """The person's and the final value of each label of one item."""
    if person_id not in comparison.get("people", ()):
        return
    at = comparison["people"].index(person_id)
    final = record.get("labels", {})
    for field, compared in comparison["fields"].items():
        if compared["kind"] == "label":
            yield field, set(compared["values"][at]), set(final.get(field, ()))


def _apart(
    said: set[str], final: set[str], *, single: bool
) -> Iterator[tuple[str | None, str | None]]:
    if single and len(said) == len(final) == 1 and said != final:
        yield min(said), min(final)
        return
    for choice in sorted(said - final):
        yield choice, None
    for choice in sorted(final - said):
        yield None, choice
