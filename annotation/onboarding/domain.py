"""State machine of calibration batches."""

from annotation.items.domain.slot_states import CLOSED, OPEN
from core.domain.machine import StateMachine, make_transitions
from projects.roles import ORGANIZERS

PLANNED = "planned"

CALIBRATION = StateMachine(
    "calibration",
    PLANNED,
    (
        make_transitions("open", PLANNED, OPEN, by=ORGANIZERS),
        make_transitions("close", OPEN, CLOSED, by=ORGANIZERS),
        make_transitions("reopen", CLOSED, OPEN, by=ORGANIZERS, undoes="close"),
    ),
)
