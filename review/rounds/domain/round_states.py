"""State machines of validation rounds and their assignments."""

from core.domain.machine import SYSTEM, StateMachine, make_transitions
from projects.roles import ORGANIZERS, PARTICIPANTS

PLANNED = "planned"
OPEN = "open"
CLOSED = "closed"

ROUND = StateMachine(
    "round",
    PLANNED,
    (
        make_transitions("open", PLANNED, OPEN, by=ORGANIZERS | {SYSTEM}),
        make_transitions("automate", OPEN, OPEN, by=ORGANIZERS),
        # Too few fresh people: others may answer; the data card prints the reason.
        make_transitions("waive", OPEN, OPEN, by=ORGANIZERS, reason_required=True),
        make_transitions("close", OPEN, CLOSED, by=ORGANIZERS | {SYSTEM}),
    ),
)

LEASED = "leased"
ANSWERED = "answered"
COUNTED = "counted"
WITHDRAWN = "withdrawn"

PLACE = StateMachine(
    "validation",
    OPEN,
    (
        # The answer, or the end of the lease, records the person.
        make_transitions("lease", OPEN, LEASED, by=PARTICIPANTS, entries="none"),
        # Also from open: an answer after the time limit is kept if the assignment is
        # free. The assignment records who answered when.
        make_transitions(
            "answer", (LEASED, OPEN), ANSWERED, by=PARTICIPANTS, entries="none"
        ),
        make_transitions("reopen", ANSWERED, LEASED, by=PARTICIPANTS, undoes="answer"),
        make_transitions("expire", LEASED, OPEN, by=PARTICIPANTS | {SYSTEM}),
        # The role ended under which its person got it: no late answer is accepted.
        make_transitions("vacate", LEASED, OPEN, by={SYSTEM}),
        # Counting and undoing conflict here, so no verdict rests on an undone answer.
        # All answers of a question at once: the verdict has time and result.
        make_transitions("count", ANSWERED, COUNTED, by={SYSTEM}, entries="none"),
        # The question was changed or dropped before all had answered.
        make_transitions(
            "withdraw", (OPEN, LEASED, ANSWERED), WITHDRAWN, by=PARTICIPANTS | {SYSTEM}
        ),
    ),
)
