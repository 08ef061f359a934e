"""State machine of calibration batches."""

from annotation.items.domain.slot_states import CLOSED, OPEN
from core.domain.machine import Machine, edges
from projects.roles import ORGANIZERS

PLANNED = "planned"

CALIBRATION = Machine(
    "calibration",
    PLANNED,
    (
        edges("open", PLANNED, OPEN, by=ORGANIZERS),
        edges("close", OPEN, CLOSED, by=ORGANIZERS),
        edges("reopen", CLOSED, OPEN, by=ORGANIZERS, undoes="close"),
    ),
)
