"""The life of a slot, one person's place at one item, and of a calibration batch."""

from workflow.domain.machine import Machine, edges

OPEN = "open"
LEASED = "leased"
SUBMITTED = "submitted"
RETURNED = "returned"
DECLINED = "declined"
CLOSED = "closed"
VOIDED = "voided"

GONE = (DECLINED, CLOSED, VOIDED)
"""Slots that do not count among the k of an item."""

_PEOPLE = "annotator organizer maintainer"
_ORGANIZERS = "organizer maintainer"

SLOT = Machine(
    "slot",
    OPEN,
    (
        edges("lease", OPEN, LEASED, by=_PEOPLE),
        edges("resume", RETURNED, LEASED, by=_PEOPLE),
        # Out of open too: a submit after the lease ran out is kept when the slot is free.
        edges("submit", (LEASED, OPEN), SUBMITTED, by=_PEOPLE),
        edges("reopen", SUBMITTED, LEASED, by=_PEOPLE, undoes="submit"),
        edges("expire", LEASED, OPEN, by=f"system {_PEOPLE}"),
        # Whose place it will be; it is as open as before.
        edges("pin", OPEN, OPEN, by=_ORGANIZERS),
        edges("unpin", OPEN, OPEN, by=_ORGANIZERS, undoes="pin"),
        # What was handed in once and taken up again stays with its author.
        edges("put_back", LEASED, RETURNED, by=f"system {_PEOPLE}"),
        edges("decline", LEASED, DECLINED, by=_PEOPLE, reason_required=True),
        edges("take_back", DECLINED, LEASED, by=_PEOPLE, undoes="decline"),
        edges("send_back", SUBMITTED, RETURNED, by=_ORGANIZERS, reason_required=True),
        # Careless work: it is kept and does not count; somebody else is asked.
        edges(
            "void", (SUBMITTED, RETURNED), VOIDED, by=_ORGANIZERS, reason_required=True
        ),
        # It was voided by mistake, and nobody has taken it over.
        edges("unvoid", VOIDED, SUBMITTED, by=_ORGANIZERS, undoes="void"),
        edges("unvoid_returned", VOIDED, RETURNED, by=_ORGANIZERS, undoes="void"),
        # The item has left the benchmark: nobody shall work on it any more.
        edges("close", (OPEN, LEASED, RETURNED), CLOSED, by=f"system {_PEOPLE}"),
    ),
)

PLANNED = "planned"

CALIBRATION = Machine(
    "calibration",
    PLANNED,
    (
        edges("open", PLANNED, OPEN, by=_ORGANIZERS),
        edges("close", OPEN, CLOSED, by=_ORGANIZERS),
        edges("reopen", CLOSED, OPEN, by=_ORGANIZERS, undoes="close"),
    ),
)

CALL = Machine(
    "call",
    OPEN,
    (
        edges("close", OPEN, CLOSED, by=_ORGANIZERS),
        edges("reopen", CLOSED, OPEN, by=_ORGANIZERS, undoes="close"),
    ),
)
"""A call for questions."""
