"""The state machines of projects and of memberships in them."""

from core.domain.machine import SYSTEM, Machine, edges
from projects.roles import MAINTAINERS, MEMBERS

ASKED = "asked"
MEMBER = "member"
REMOVED = "removed"

IN_USE = "in_use"

PROJECT = Machine(
    "project",
    IN_USE,
    (edges("change_settings", IN_USE, IN_USE, by=MAINTAINERS | {SYSTEM}),),
)
"""Puts changes of settings into the ledger. ``data`` of an entry has the value before
and the new one of each setting that changed."""


MEMBERSHIP = Machine(
    "membership",
    ASKED,
    (
        # By an invitation, members to a higher role; or by a command on the server.
        edges("join", (ASKED, MEMBER, REMOVED), MEMBER, by=MEMBERS | {SYSTEM}),
        edges("assign", MEMBER, MEMBER, by=MAINTAINERS | {SYSTEM}),
        edges("remove", MEMBER, REMOVED, by=MAINTAINERS | {SYSTEM}),
        edges("restore", REMOVED, MEMBER, by=MAINTAINERS | {SYSTEM}),
    ),
)
"""``data`` of an entry has the role; that of ``join`` has the invitation, if any."""
