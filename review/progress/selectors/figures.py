"""The figures over a whole project, computed from its records or as last stored."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cached_property, partial
from typing import Any

from django.db.models import F, Max, Sum

from core.selectors import ledger_position
from projects.models import Project, User
from projects.person_names.selectors.project_names import PersonNames, name_order
from reporting.statistics.agreement import Agreement, Estimate
from reporting.statistics.reliability import Reliability
from review.calibration.selectors.agreement import (
    ComparedItem,
    agreement_by_label,
    agreement_over_time,
    annotators_compared,
    compared_items,
    pair_agreement,
    reliability_by_label,
)
from review.progress.selectors.balance import label_balance
from review.progress.selectors.work_of_people import work_of_people
from review.rounds.models.rounds import ValidationAssignment
from review.rounds.selectors.figures import ROUND, compute_round_figures
from review.stored_statistics.selectors import read_figures
from subtext_protocol.fields import LabelField

_LATEST = 200

AGREEMENT = "agreement"
OVER_TIME = "agreement_over_time"
RELIABILITY = "reliability"
PEOPLE = "people"
BALANCE = "balance"

_NOTHING: Mapping[str, Any] = {
    AGREEMENT: [],
    OVER_TIME: {"unit": "day", "periods": []},
    RELIABILITY: [],
    PEOPLE: {"people": [], "human_average": None, "human_best": None},
    BALANCE: {
        "sources_wanted": 1,
        "items": 0,
        "unlabelled": 0,
        "trees": [],
        "terms": [],
    },
}
_NO_PAIRS: Mapping[str, Any] = {"people": [], "pairs": []}


def pair_figures_name(field: str) -> str:
    """Return the name of the figures of each two people on a label."""
    return f"pairs.{field}"


class _Records:
    """The records that figures are computed from, read once for all of them."""

    def __init__(self, project: Project) -> None:
        self.project = project

    @cached_property
    def items(self) -> Sequence[ComparedItem]:
        return compared_items(self.project)

    @cached_property
    def people(self) -> Sequence[int]:
        return annotators_compared(self.items)


def _pairs(records: _Records, field: LabelField) -> Mapping[str, Any]:
    pairs = pair_agreement(records.project, field, items=records.items)
    return {"people": records.people, "pairs": pairs}


def _computations(project: Project) -> dict[str, Callable[[_Records], Any]]:
    """Return the function that computes each of the project's figures, by name."""
    computations: dict[str, Callable[[_Records], Any]] = {
        AGREEMENT: lambda of: agreement_by_label(of.project, items=of.items),
        OVER_TIME: lambda of: agreement_over_time(of.project, items=of.items),
        RELIABILITY: lambda of: reliability_by_label(of.project, items=of.items),
        PEOPLE: lambda of: work_of_people(of.project),
        BALANCE: lambda of: label_balance(of.project),
        ROUND: lambda of: compute_round_figures(of.project),
    }
    for field in project.protocol.labels:
        computations[pair_figures_name(field.id)] = partial(_pairs, field=field)
    return computations


def figure_names(project: Project) -> list[str]:
    """Return the names of all of the project's figures."""
    return list(_computations(project))


def compute_named_figures(
    project: Project, names: Iterable[str]
) -> Iterator[tuple[str, Any]]:
    """Compute the named figures from the project's records, one after the other."""
    records, computations = _Records(project), _computations(project)
    for name in names:
        yield name, _as_json(computations[name](records))


def _as_json(value: Any) -> Any:
    """Convert dataclasses to dicts and dates to texts, at any depth."""
    if is_dataclass(value):
        return {
            field.name: _as_json(getattr(value, field.name)) for field in fields(value)
        }
    if isinstance(value, Mapping):
        return {key: _as_json(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(part) for part in value]
    return value.isoformat() if isinstance(value, date) else value


def read_named_figures(project: Project, name: str) -> Any:
    """Return the named figures in the shape of the API, computed now or last stored.

    Before anything is stored, they are the figures of an empty project.
    """

    def compute() -> Any:
        ((_, data),) = compute_named_figures(project, [name])
        return data

    empty = _NOTHING.get(name, _NO_PAIRS)
    return read_figures(project, name, compute=compute, empty=empty)


def people_figures(project: Project) -> Mapping[str, Any]:
    """Return the work of all who annotated or validated, under their current names."""
    stored = read_named_figures(project, PEOPLE)
    work = {row["person_id"]: row for row in stored["people"]}
    names = PersonNames(project)
    rows = [
        {**work[person.pk], "name": names.name_of_person(person)}
        for person in _by_name(work)
    ]
    return {**stored, "people": rows}


def pair_figures(project: Project, field: LabelField) -> Mapping[str, Any]:
    """Return the agreement of each two people on a label, and the people by name."""
    stored = read_named_figures(project, pair_figures_name(field.id))
    names = PersonNames(project)
    people = [
        {"id": person.pk, "name": names.name_of_person(person)}
        for person in _by_name(stored["people"])
    ]
    return {**stored, "people": people}


def agreement_figures(project: Project) -> dict[str, Agreement]:
    """Return the agreement of all annotators on each label."""
    agreement_by_field = {
        row["field"]: row["agreement"] for row in read_named_figures(project, AGREEMENT)
    }
    return {
        field: Agreement(
            measured["metric"],
            measured["used"],
            measured["total"],
            measured["commonest"],
            tuple(Estimate(**estimate) for estimate in measured["estimates"]),
        )
        for field, measured in agreement_by_field.items()
    }


def reliability_figures(project: Project, person_id: int) -> dict[str, Reliability]:
    """Return the reliability of one person on each label."""
    return {
        row["field"]: Reliability(**of_person)
        for row in read_named_figures(project, RELIABILITY)
        for of_person in row["people"]
        if of_person["person"] == person_id
    }


def _by_name(people: Iterable[int]) -> list[User]:
    return sorted(User.objects.filter(pk__in=list(people)), key=name_order)


def project_position(project: Project) -> str:
    """Return the position of ledger, answers, protocol and days, on which figures depend.

    The sum changes when an answer is counted, or committed after a later one.
    """
    answered = ValidationAssignment.objects.filter(project=project)
    latest = answered.exclude(answered_at=None).order_by("-answered_at")[:_LATEST]
    totals = latest.aggregate(
        last=Max("answered_at"), total=Sum(F("pk") + F("state_version"))
    )
    last = int(totals["last"].timestamp() * 1000) if totals["last"] else 0
    ledger = ledger_position(project.pk)
    return f"{project.current_protocol_id}-{project.zone}-{ledger}-{last}-{totals['total'] or 0}"
