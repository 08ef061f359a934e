"""The state machines of projects and of memberships in them."""

from core.domain.machine import Machine, edges

ASKED = "asked"
MEMBER = "member"
REMOVED = "removed"

IN_USE = "in_use"

PROJECT = Machine(
    "project",
    IN_USE,
    (edges("change_settings", IN_USE, IN_USE, by="system maintainer"),),
)
"""Puts changes of settings into the ledger. ``data`` of an entry has the value before
and the new one of each setting that changed."""

_EVERYBODY = "rater annotator organizer maintainer"

MEMBERSHIP = Machine(
    "membership",
    ASKED,
    (
        # By an invitation, members to a higher role; or by a command on the server.
        edges("join", (ASKED, MEMBER, REMOVED), MEMBER, by=f"system {_EVERYBODY}"),
        edges("assign", MEMBER, MEMBER, by="system maintainer"),
        edges("remove", MEMBER, REMOVED, by="system maintainer"),
        edges("restore", REMOVED, MEMBER, by="system maintainer"),
    ),
)
"""``data`` of an entry has the role; that of ``join`` has the invitation, if any."""
