"""Quality of the crew's process: errors of one person, and of the final records.

Both are compared with the truth about each image, which a simulation knows. The papers
report no such number: II-Bench and CII-Bench describe the process, but not the errors
that it prevents.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from demo.crew.browser import Json
from demo.crew.people import SimulatedPerson
from demo.crew.truth import ItemTruth
from demo.crew.work import Crew

FINISHED = {"final", "in_validation", "rework", "validated"}
"""States of a case in which its item has a final record."""


@dataclass
class JudgementErrors:
    """The number of judgements compared, and of those that are wrong."""

    wrong: int = 0
    of: int = 0

    def add_judgements(self, judgements: Iterator[bool]) -> None:
        for right in judgements:
            self.of += 1
            self.wrong += not right

    @property
    def error_rate(self) -> float | None:
        return self.wrong / self.of if self.of else None


def measure_quality(crew: Crew) -> dict[str, Any] | None:
    """Return label and key errors of a single annotation and of the final records.

    ``factor`` says how many times fewer errors the final records have, None if they
    have none. The result is None while nothing is final.
    """
    labels, keys = (
        (JudgementErrors(), JudgementErrors()),
        (JudgementErrors(), JudgementErrors()),
    )
    items, person = 0, crew.organizer.person
    for summary in list(crew.organizer.browser.iterate_rows("cases/")):
        if summary["status"] not in FINISHED:
            continue
        items += 1
        case = crew.organizer.browser.get(f"cases/{summary['id']}/")
        truth = crew.truth_of_images(case["images"])
        for at, records in enumerate((case["records"], [case["final"]])):
            for record in records:
                labels[at].add_judgements(_labels_right(record["labels"], truth))
                keys[at].add_judgements(_keys_right(person, record["questions"], truth))
    if not items:
        return None
    return {"items": items, "labels": _compared(*labels), "keys": _compared(*keys)}


def _compared(
    alone: JudgementErrors, final: JudgementErrors
) -> dict[str, float | None]:
    factor = None
    if alone.error_rate is not None and final.error_rate:
        factor = alone.error_rate / final.error_rate
    return {"alone": alone.error_rate, "final": final.error_rate, "factor": factor}


def _labels_right(
    labels: Mapping[str, Sequence[str]], truth: ItemTruth
) -> Iterator[bool]:
    for field, true in truth.labels.items():
        yield set(labels.get(field, ())) == set(true)


def _keys_right(
    person: SimulatedPerson, questions: Sequence[Json], truth: ItemTruth
) -> Iterator[bool]:
    """Yield whether a person who knows the truth would leave each key unchanged."""
    for question in questions:
        yield person.correct_question(truth, question)["answer"] == question["answer"]


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
