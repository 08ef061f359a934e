"""How many annotators a protocol needs, so that nobody validates their own items."""

from typing import NamedTuple

from curation.screening.domain.stage import screening_rules
from subtext_protocol.document import Protocol


class Staffing(NamedTuple):
    """The least numbers of people for one item, by their work."""

    screeners: int
    annotators: int
    validators: int
    """Others than the annotators: they know neither the item nor the key."""

    @property
    def least_people(self) -> int:
        """Return the least number of different people; anyone may screen."""
        return max(self.screeners, self.annotators + self.validators)


def required_staffing(protocol: Protocol, *, with_validation: bool = True) -> Staffing:
    """Return the people that the protocol needs, at most up to annotation if so said.

    A later round may ask people who answered an earlier form of a question, where too
    few others are left; so rounds do not add up.
    """
    answered = [
        round_rules.people
        for round_rules in protocol.review.rounds
        if round_rules.kind == "answer"
    ]
    return Staffing(
        screeners=screening_rules(protocol).votes,
        annotators=protocol.annotation.people,
        validators=max(answered, default=0) if with_validation else 0,
    )


def staffing_line(needed: Staffing, people: int) -> str:
    """Return what the protocol needs, and whether ``people`` are too few."""
    line = (
        f"The protocol needs at least {needed.least_people} annotators: {needed.annotators} "
        f"annotate an item, {needed.validators} others validate its questions, "
        f"{needed.screeners} screen an image."
    )
    if people < needed.least_people:
        line += f" With {people}, some work will be left."
    return line
