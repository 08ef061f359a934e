"""State machine of collection requests."""

from annotation.domain.states import CLOSED, OPEN
from workflow.domain.machine import Machine, edges

_ORGANIZERS = "organizer maintainer"

CALL = Machine(
    "call",
    OPEN,
    (
        edges("close", OPEN, CLOSED, by=_ORGANIZERS),
        edges("reopen", CLOSED, OPEN, by=_ORGANIZERS, undoes="close"),
    ),
)
