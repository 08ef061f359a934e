"""What the crew's process was worth: how wrong one person is, and how wrong the result.

Both are held against what is true of each picture, which in a simulation is known. The
papers give no such number: II-Bench and CII-Bench describe the process and not what it
prevents.
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
    """How many of the judgements that were compared are not the true ones."""

    wrong: int = 0
    of: int = 0

    def add(self, judgements: Iterator[bool]) -> None:
        for right in judgements:
            self.of += 1
            self.wrong += not right

    @property
    def rate(self) -> float | None:
        return self.wrong / self.of if self.of else None


def quality(crew: Crew) -> dict[str, Any] | None:
    """Label and key error of one annotation alone and of the final records.

    ``factor`` says how many times fewer errors the final records hold; it is None where
    they hold none. None while nothing is final.
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
    """Whether somebody who looks at a key with the truth at hand would leave it."""
    for question in questions:
        yield person.corrected(truth, question)["answer"] == question["answer"]


def said_of(found: Mapping[str, Any] | None) -> str:
    """A line about it for people to read."""
    if found is None:
        return "Nothing is final yet."
    return "; ".join(
        f"wrong {what}: {_percent(found[what]['alone'])} in one annotation, "
        f"{_percent(found[what]['final'])} in the final records"
        for what in ("labels", "keys")
    )


def _percent(rate: float | None) -> str:
    return "none" if rate is None else f"{rate:.1%}"
