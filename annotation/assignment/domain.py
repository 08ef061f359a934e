"""State machine of collection requests."""

from annotation.items.domain.slot_states import CLOSED, OPEN
from core.domain.machine import Machine, edges
from projects.roles import ORGANIZERS

COLLECTION_REQUEST = Machine(
    "call",
    OPEN,
    (
        edges("close", OPEN, CLOSED, by=ORGANIZERS),
        edges("reopen", CLOSED, OPEN, by=ORGANIZERS, undoes="close"),
    ),
)
