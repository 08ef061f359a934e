"""State machines of validation rounds and their assignments."""

from core.domain.machine import SYSTEM, Machine, edges
from projects.roles import ORGANIZERS, PARTICIPANTS

PLANNED = "planned"
OPEN = "open"
CLOSED = "closed"

ROUND = Machine(
    "round",
    PLANNED,
    (
        edges("open", PLANNED, OPEN, by=ORGANIZERS | {SYSTEM}),
        edges("automate", OPEN, OPEN, by=ORGANIZERS),
        # Too few fresh people: others may answer; the data card prints the reason.
        edges("waive", OPEN, OPEN, by=ORGANIZERS, reason_required=True),
        edges("close", OPEN, CLOSED, by=ORGANIZERS | {SYSTEM}),
    ),
)

LEASED = "leased"
ANSWERED = "answered"
COUNTED = "counted"
WITHDRAWN = "withdrawn"

PLACE = Machine(
    "validation",
    OPEN,
    (
        # The answer, or the end of the lease, records the person.
        edges("lease", OPEN, LEASED, by=PARTICIPANTS, entries="none"),
        # Also from open: an answer after the time limit is kept if the assignment is
        # free. The assignment records who answered when.
        edges("answer", (LEASED, OPEN), ANSWERED, by=PARTICIPANTS, entries="none"),
        edges("reopen", ANSWERED, LEASED, by=PARTICIPANTS, undoes="answer"),
        edges("expire", LEASED, OPEN, by=PARTICIPANTS | {SYSTEM}),
        # The role ended under which its person got it: no late answer is accepted.
        edges("vacate", LEASED, OPEN, by={SYSTEM}),
        # Counting and undoing conflict here, so no verdict rests on an undone answer.
        # All answers of a question at once: the verdict has time and result.
        edges("count", ANSWERED, COUNTED, by={SYSTEM}, entries="none"),
        # The question was changed or dropped before all had answered.
        edges(
            "withdraw", (OPEN, LEASED, ANSWERED), WITHDRAWN, by=PARTICIPANTS | {SYSTEM}
        ),
    ),
)
