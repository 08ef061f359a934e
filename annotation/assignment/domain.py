"""State machine of collection requests."""

from annotation.items.domain.slot_states import CLOSED, OPEN
from core.domain.machine import StateMachine, make_transitions
from projects.roles import ORGANIZERS

COLLECTION_REQUEST = StateMachine(
    "call",
    OPEN,
    (
        make_transitions("close", OPEN, CLOSED, by=ORGANIZERS),
        make_transitions("reopen", CLOSED, OPEN, by=ORGANIZERS, undoes="close"),
    ),
)
