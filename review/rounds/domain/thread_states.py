"""State machine of discussions."""

from core.domain.machine import SYSTEM, Machine, edges
from projects.roles import ANNOTATORS, ORGANIZERS, PARTICIPANTS

NEW = "new"
WAITING = "waiting"
ANSWERED_THREAD = "answered"
CLOSED_THREAD = "closed"

_WRITTEN = (WAITING, ANSWERED_THREAD, CLOSED_THREAD)

THREAD = Machine(
    "thread",
    NEW,
    (
        # A validator chose another answer than the key: organizers settle it.
        edges("dissent", NEW, WAITING, by={SYSTEM}),
        # An annotator's message waits for an organizer; writing again reopens.
        edges("ask", (NEW, *_WRITTEN), WAITING, by=ANNOTATORS, reason_required=True),
        edges(
            "answer",
            (NEW, *_WRITTEN),
            ANSWERED_THREAD,
            by=ORGANIZERS,
            reason_required=True,
        ),
        edges(
            "close",
            (WAITING, ANSWERED_THREAD),
            CLOSED_THREAD,
            by=ORGANIZERS,
            reason_required=True,
        ),
        # The question was changed or dropped before the discussion was settled.
        edges(
            "lapse",
            (WAITING, ANSWERED_THREAD),
            CLOSED_THREAD,
            by=PARTICIPANTS | {SYSTEM},
        ),
        # The decline that began it was undone before anybody answered.
        edges("take_back", WAITING, CLOSED_THREAD, by=ANNOTATORS),
        # The guidelines do not settle this: it is listed as a guideline gap.
        *(
            edge
            for state in _WRITTEN
            for edge in (
                edges("flag_gap", state, state, by=ORGANIZERS),
                edges("unflag_gap", state, state, by=ORGANIZERS),
            )
        ),
    ),
)
