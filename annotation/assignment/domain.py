"""State machine of collection requests."""

from annotation.items.domain.slot_states import CLOSED, OPEN
from core.domain.machine import Machine, edges

_ORGANIZERS = "organizer maintainer"

COLLECTION_REQUEST = Machine(
    "call",
    OPEN,
    (
        edges("close", OPEN, CLOSED, by=_ORGANIZERS),
        edges("reopen", CLOSED, OPEN, by=_ORGANIZERS, undoes="close"),
    ),
)
