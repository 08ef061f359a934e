"""State machine of slots."""

from core.domain.machine import SYSTEM, Machine, edges
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


SLOT = Machine(
    "slot",
    OPEN,
    (
        # The entry of the lease's end records also its begin (Slot.lease_record).
        edges("lease", OPEN, LEASED, by=PARTICIPANTS, entries="none"),
        edges("resume", RETURNED, LEASED, by=PARTICIPANTS),
        # Also from open: a submission after the lease expired counts if the slot is
        # free.
        edges("submit", (LEASED, OPEN), SUBMITTED, by=PARTICIPANTS),
        edges("reopen", SUBMITTED, LEASED, by=PARTICIPANTS, undoes="submit"),
        edges("expire", LEASED, OPEN, by=PARTICIPANTS | {SYSTEM}),
        # For later: it stays with the person, and comes after their other work.
        edges("skip", LEASED, OPEN, by=PARTICIPANTS),
        # Assigns the slot to a person; the state stays open.
        edges("pin", OPEN, OPEN, by=ORGANIZERS),
        edges("unpin", OPEN, OPEN, by=ORGANIZERS | {SYSTEM}, undoes="pin"),
        # A submission that was reopened stays with its author when the lease ends.
        edges("put_back", LEASED, RETURNED, by=PARTICIPANTS | {SYSTEM}),
        edges("decline", LEASED, DECLINED, by=PARTICIPANTS, reason_required=True),
        edges("take_back", DECLINED, LEASED, by=PARTICIPANTS, undoes="decline"),
        edges("send_back", SUBMITTED, RETURNED, by=ORGANIZERS, reason_required=True),
        # For careless work: the annotation is kept but does not count; a replacement
        # opens.
        edges(
            "void", (SUBMITTED, RETURNED), VOIDED, by=ORGANIZERS, reason_required=True
        ),
        # For a mistaken void, while no other person has taken the replacement.
        edges("unvoid", VOIDED, SUBMITTED, by=ORGANIZERS, undoes="void"),
        edges("unvoid_returned", VOIDED, RETURNED, by=ORGANIZERS, undoes="void"),
        # Its annotator is no annotator any more: the submission is kept but does not
        # count; a replacement opens. It is returned to them if they become one again.
        edges("vacate", (LEASED, RETURNED), CLOSED, by={SYSTEM}),
        edges("give_back", CLOSED, RETURNED, by={SYSTEM}, undoes="vacate"),
        # The item has left the benchmark; work on it ends.
        edges("close", (OPEN, LEASED, RETURNED), CLOSED, by=PARTICIPANTS | {SYSTEM}),
    ),
)
