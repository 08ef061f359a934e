"""The state machines of projects and of memberships in them."""

from core.domain.machine import SYSTEM, StateMachine, make_transitions
from projects.roles import MAINTAINERS, MEMBERS

ASKED = "asked"
MEMBER = "member"
REMOVED = "removed"

IN_USE = "in_use"

PROJECT = StateMachine(
    "project",
    IN_USE,
    (make_transitions("change_settings", IN_USE, IN_USE, by=MAINTAINERS | {SYSTEM}),),
)
"""Puts changes of settings into the ledger. ``data`` of an entry has the value before
and the new one of each setting that changed."""


MEMBERSHIP = StateMachine(
    "membership",
    ASKED,
    (
        # By an invitation, members to a higher role; or by a command on the server.
        make_transitions(
            "join", (ASKED, MEMBER, REMOVED), MEMBER, by=MEMBERS | {SYSTEM}
        ),
        make_transitions("assign", MEMBER, MEMBER, by=MAINTAINERS | {SYSTEM}),
        make_transitions("remove", MEMBER, REMOVED, by=MAINTAINERS | {SYSTEM}),
        make_transitions("restore", REMOVED, MEMBER, by=MAINTAINERS | {SYSTEM}),
    ),
)
"""``data`` of an entry has the role; that of ``join`` has the invitation, if any."""
