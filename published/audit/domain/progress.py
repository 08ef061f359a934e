"""Progress of an audit over all of its steps, so that the time left can be told."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from core.domain.texts import Text, _


class Step(StrEnum):
    """A step of an audit."""

    READ = "read"
    TEXT = "text"
    COMPARE = "compare"
    CHECK = "check"


TITLES: Mapping[Step, Text] = MappingProxyType(
    {
        Step.READ: _("Reading images"),
        Step.TEXT: _("Reading text in images"),
        Step.COMPARE: _("Comparing images"),
        Step.CHECK: _("Running checks"),
    }
)
_COSTS: Mapping[Step, int] = MappingProxyType(
    {Step.READ: 1, Step.TEXT: 3, Step.COMPARE: 1, Step.CHECK: 1}
)
"""Approximate time that a step takes for an image, relative to the others."""


class AuditProgress(NamedTuple):
    """What an audit is doing.

    ``done`` of ``total`` are of the step, ``overall_done`` of ``overall_total`` of the
    whole audit: images, each counted once for every unit of a step's cost.
    """

    step: Step
    done: int
    total: int
    overall_done: int
    overall_total: int


class ProgressCounter:
    """Adds up the steps of an audit of ``images`` and tells of every change."""

    def __init__(
        self, tell: Callable[[AuditProgress], None], images: int, *, reads_text: bool
    ) -> None:
        self._tell = tell
        self._units = {
            step: cost * max(1, images)
            for step, cost in _COSTS.items()
            if reads_text or step != Step.TEXT
        }
        self._done = dict.fromkeys(self._units, 0)

    def report(self, step: Step) -> Callable[[int, int], None]:
        """Return what is told how much of how much of a step is done."""

        def tell(done: int, total: int) -> None:
            units = self._units[step]
            self._done[step] = units * done // total if total else units
            overall = sum(self._done.values()), sum(self._units.values())
            self._tell(AuditProgress(step, done, total, *overall))

        return tell
