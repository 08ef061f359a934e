"""Progress of an audit over all of its steps, so that the time left can be told."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from core.domain.texts import Text, _


class AuditStep(StrEnum):
    """A step of an audit."""

    READ = "read"
    TEXT = "text"
    COMPARE = "compare"
    CHECK = "check"


TITLES: Mapping[AuditStep, Text] = MappingProxyType(
    {
        AuditStep.READ: _("Reading images"),
        AuditStep.TEXT: _("Reading text in images"),
        AuditStep.COMPARE: _("Comparing images"),
        AuditStep.CHECK: _("Running checks"),
    }
)
_COSTS: Mapping[AuditStep, int] = MappingProxyType(
    {AuditStep.READ: 1, AuditStep.TEXT: 3, AuditStep.COMPARE: 1, AuditStep.CHECK: 1}
)
"""Approximate time that a step takes for an image, relative to the others."""


class AuditProgress(NamedTuple):
    """What an audit is doing.

    ``done`` of ``total`` are of the step, ``overall_done`` of ``overall_total`` of the
    whole audit: images, each counted once for every unit of a step's cost.
    """

    step: AuditStep
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
            if reads_text or step != AuditStep.TEXT
        }
        self._done = dict.fromkeys(self._units, 0)

    def step_callback(self, step: AuditStep) -> Callable[[int, int], None]:
        """Return what is told how much of how much of a step is done."""

        def tell(done: int, total: int) -> None:
            units = self._units[step]
            self._done[step] = units * done // total if total else units
            overall = sum(self._done.values()), sum(self._units.values())
            self._tell(AuditProgress(step, done, total, *overall))

        return tell
