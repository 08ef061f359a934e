"""Quality of the crew's process: errors of one person, and of the final records.

Both are compared with the truth about each image, which a simulation knows. The papers
report no such number: II-Bench and CII-Bench describe the process, but not the errors
that it prevents.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from demo.crew.browser import Json
from demo.crew.people import Person
from demo.crew.truth import Truth
from demo.crew.work import Crew

FINISHED = {"final", "in_validation", "rework", "validated"}
"""States of a case in which its item has a final record."""


@dataclass
class Errors:
    """The number of judgements compared, and of those that are wrong."""

    wrong: int = 0
    of: int = 0

    def add(self, judgements: Iterator[bool]) -> None:
        for right in judgements:
            self.of += 1
            self.wrong += not right

    @property
    def rate(self) -> float | None:
        return self.wrong / self.of if self.of else None


def measure_quality(crew: Crew) -> dict[str, Any] | None:
    """Return label and key errors of a single annotation and of the final records.

    ``factor`` says how many times fewer errors the final records have, None if they
    have none. The result is None while nothing is final.
    """
    labels, keys = (Errors(), Errors()), (Errors(), Errors())
    items, person = 0, crew.organizer.person
    for summary in list(crew.organizer.browser.pages("cases/")):
        if summary["status"] not in FINISHED:
            continue
        items += 1
        case = crew.organizer.browser.get(f"cases/{summary['id']}/")
        truth = crew.truth_of(case["images"])
        for at, records in enumerate((case["records"], [case["final"]])):
            for record in records:
                labels[at].add(_labels_right(record["labels"], truth))
                keys[at].add(_keys_right(person, record["questions"], truth))
    if not items:
        return None
    return {"items": items, "labels": _compared(*labels), "keys": _compared(*keys)}


def _compared(alone: Errors, final: Errors) -> dict[str, float | None]:
    factor = None
    if alone.rate is not None and final.rate:
        factor = alone.rate / final.rate
    return {"alone": alone.rate, "final": final.rate, "factor": factor}


def _labels_right(labels: Mapping[str, Sequence[str]], truth: Truth) -> Iterator[bool]:
    for field, true in truth.labels.items():
        yield set(labels.get(field, ())) == set(true)


def _keys_right(
    person: Person, questions: Sequence[Json], truth: Truth
) -> Iterator[bool]:
    """Yield whether a person who knows the truth would leave each key unchanged."""
    for question in questions:
        yield person.corrected(truth, question)["answer"] == question["answer"]


def describe_label_errors(rates: Mapping[str, Any] | None) -> str:
    """Return the result as a line of text for people."""
    if rates is None:
        return "Nothing is final yet."
    return "; ".join(
        f"wrong {what}: {_percent(rates[what]['alone'])} in one annotation, "
        f"{_percent(rates[what]['final'])} in the final records"
        for what in ("labels", "keys")
    )


def _percent(rate: float | None) -> str:
    return "none" if rate is None else f"{rate:.1%}"
