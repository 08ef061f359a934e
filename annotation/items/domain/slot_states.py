"""State machine of slots."""

from core.domain.machine import SYSTEM, StateMachine, make_transitions
from projects.roles import ORGANIZERS, PARTICIPANTS

OPEN = "open"
LEASED = "leased"
SUBMITTED = "submitted"
RETURNED = "returned"
DECLINED = "declined"
CLOSED = "closed"
VOIDED = "voided"

GONE = (DECLINED, CLOSED, VOIDED)
"""States of slots that do not count among the k of an item."""


SLOT = StateMachine(
    "slot",
    OPEN,
    (
        # The entry of the lease's end records also its begin (Slot.lease_record).
        make_transitions("lease", OPEN, LEASED, by=PARTICIPANTS, entries="none"),
        make_transitions("resume", RETURNED, LEASED, by=PARTICIPANTS),
        # Also from open: a submission after the lease expired counts if the slot is
        # free.
        make_transitions("submit", (LEASED, OPEN), SUBMITTED, by=PARTICIPANTS),
        make_transitions("reopen", SUBMITTED, LEASED, by=PARTICIPANTS, undoes="submit"),
        make_transitions("expire", LEASED, OPEN, by=PARTICIPANTS | {SYSTEM}),
        # For later: it stays with the person, and comes after their other work.
        make_transitions("skip", LEASED, OPEN, by=PARTICIPANTS),
        # Assigns the slot to a person; the state stays open.
        make_transitions("pin", OPEN, OPEN, by=ORGANIZERS),
        make_transitions("unpin", OPEN, OPEN, by=ORGANIZERS | {SYSTEM}, undoes="pin"),
        # A submission that was reopened stays with its author when the lease ends.
        make_transitions("put_back", LEASED, RETURNED, by=PARTICIPANTS | {SYSTEM}),
        make_transitions(
            "decline", LEASED, DECLINED, by=PARTICIPANTS, reason_required=True
        ),
        make_transitions(
            "take_back", DECLINED, LEASED, by=PARTICIPANTS, undoes="decline"
        ),
        make_transitions(
            "send_back", SUBMITTED, RETURNED, by=ORGANIZERS, reason_required=True
        ),
        # For careless work: the annotation is kept but does not count; a replacement
        # opens.
        make_transitions(
            "void", (SUBMITTED, RETURNED), VOIDED, by=ORGANIZERS, reason_required=True
        ),
        # For a mistaken void, while no other person has taken the replacement.
        make_transitions("unvoid", VOIDED, SUBMITTED, by=ORGANIZERS, undoes="void"),
        make_transitions(
            "unvoid_returned", VOIDED, RETURNED, by=ORGANIZERS, undoes="void"
        ),
        # Its annotator is no annotator any more: the submission is kept but does not
        # count; a replacement opens. It is returned to them if they become one again.
        make_transitions("vacate", (LEASED, RETURNED), CLOSED, by={SYSTEM}),
        make_transitions("give_back", CLOSED, RETURNED, by={SYSTEM}, undoes="vacate"),
        # The item has left the benchmark; work on it ends.
        make_transitions(
            "close", (OPEN, LEASED, RETURNED), CLOSED, by=PARTICIPANTS | {SYSTEM}
        ),
    ),
)
