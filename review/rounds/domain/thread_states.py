"""State machine of discussions."""

from core.domain.machine import SYSTEM, StateMachine, make_transitions
from projects.roles import ANNOTATORS, ORGANIZERS, PARTICIPANTS

NEW = "new"
WAITING = "waiting"
ANSWERED_THREAD = "answered"
CLOSED_THREAD = "closed"

_WRITTEN = (WAITING, ANSWERED_THREAD, CLOSED_THREAD)

THREAD = StateMachine(
    "thread",
    NEW,
    (
        # A validator chose another answer than the key: organizers settle it.
        make_transitions("dissent", NEW, WAITING, by={SYSTEM}),
        # An annotator's message waits for an organizer; writing again reopens.
        make_transitions(
            "ask", (NEW, *_WRITTEN), WAITING, by=ANNOTATORS, reason_required=True
        ),
        make_transitions(
            "answer",
            (NEW, *_WRITTEN),
            ANSWERED_THREAD,
            by=ORGANIZERS,
            reason_required=True,
        ),
        make_transitions(
            "close",
            (WAITING, ANSWERED_THREAD),
            CLOSED_THREAD,
            by=ORGANIZERS,
            reason_required=True,
        ),
        # The question was changed or dropped before the discussion was settled.
        make_transitions(
            "lapse",
            (WAITING, ANSWERED_THREAD),
            CLOSED_THREAD,
            by=PARTICIPANTS | {SYSTEM},
        ),
        # The decline that began it was undone before anybody answered.
        make_transitions("take_back", WAITING, CLOSED_THREAD, by=ANNOTATORS),
        # The guidelines do not settle this: it is listed as a guideline gap.
        *(
            edge
            for state in _WRITTEN
            for edge in (
                make_transitions("flag_gap", state, state, by=ORGANIZERS),
                make_transitions("unflag_gap", state, state, by=ORGANIZERS),
            )
        ),
    ),
)
