"""State machine of calibration batches."""

from annotation.items.domain.slot_states import CLOSED, OPEN
from core.domain.machine import Machine, edges

_ORGANIZERS = "organizer maintainer"
PLANNED = "planned"

CALIBRATION = Machine(
    "calibration",
    PLANNED,
    (
        edges("open", PLANNED, OPEN, by=_ORGANIZERS),
        edges("close", OPEN, CLOSED, by=_ORGANIZERS),
        edges("reopen", CLOSED, OPEN, by=_ORGANIZERS, undoes="close"),
    ),
)
