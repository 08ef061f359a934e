"""State machines of validation rounds and their assignments."""

from core.domain.machine import Machine, edges

_PEOPLE = "annotator organizer maintainer"
_ORGANIZERS = "organizer maintainer"

PLANNED = "planned"
OPEN = "open"
CLOSED = "closed"

ROUND = Machine(
    "round",
    PLANNED,
    (
        edges("open", PLANNED, OPEN, by=f"system {_ORGANIZERS}"),
        edges("automate", OPEN, OPEN, by=_ORGANIZERS),
        # Too few fresh people: others may answer; the data card prints the reason.
        edges("waive", OPEN, OPEN, by=_ORGANIZERS, reason_required=True),
        edges("close", OPEN, CLOSED, by=f"system {_ORGANIZERS}"),
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
        edges("lease", OPEN, LEASED, by=_PEOPLE, entries="none"),
        # Also from open: an answer after the time limit is kept if the assignment is
        # free. The assignment records who answered when.
        edges("answer", (LEASED, OPEN), ANSWERED, by=_PEOPLE, entries="none"),
        edges("reopen", ANSWERED, LEASED, by=_PEOPLE, undoes="answer"),
        edges("expire", LEASED, OPEN, by=f"system {_PEOPLE}"),
        # The role ended under which its person got it: no late answer is accepted.
        edges("vacate", LEASED, OPEN, by="system"),
        # Counting and undoing conflict here, so no verdict rests on an undone answer.
        # All answers of a question at once: the verdict has time and result.
        edges("count", ANSWERED, COUNTED, by="system", entries="none"),
        # The question was changed or dropped before all had answered.
        edges("withdraw", (OPEN, LEASED, ANSWERED), WITHDRAWN, by=f"system {_PEOPLE}"),
    ),
)
