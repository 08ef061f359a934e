"""The state machine of memberships: joining and leaving a project."""

from workflow.domain.machine import Machine, edges

ASKED = "asked"
MEMBER = "member"
REMOVED = "removed"

_EVERYBODY = "rater annotator organizer maintainer"

MEMBERSHIP = Machine(
    "membership",
    ASKED,
    (
        # By an invitation, or by a command on the server.
        edges("join", (ASKED, REMOVED), MEMBER, by=f"system {_EVERYBODY}"),
        edges("assign", MEMBER, MEMBER, by="system maintainer"),
        edges("remove", MEMBER, REMOVED, by="system maintainer"),
        edges("restore", REMOVED, MEMBER, by="system maintainer"),
    ),
)
"""``data`` of an entry has the role; that of ``join`` has the invitation, if any."""
