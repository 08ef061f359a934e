"""The roles of people in a project: the one table that lists them.

Choices, permissions, state machines, the reference and the front end read it. A role is
a set of rights, so code asks for a right and names a role only where it means no other.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from core.domain.texts import Text, _


class Right(StrEnum):
    """What a person may do in a project."""

    PARTICIPATE = "participate"
    """Have a part in making the benchmark."""
    ANNOTATE = "annotate"
    """Annotate and validate. It excludes ``ORGANIZE``, which shows the work of others."""
    RATE = "rate"
    """Mark errors and rate responses after a release."""
    ORGANIZE = "organize"
    """See everyone's work, assign and decide."""
    MAINTAIN = "maintain"
    """Change people, protocol and settings, and publish."""


class Role(StrEnum):
    """The roles of a project, the lowest first."""

    RATER = "rater"
    ANNOTATOR = "annotator"
    ORGANIZER = "organizer"
    MAINTAINER = "maintainer"


class RoleDescription(NamedTuple):
    """A role: its name for people, its work, and its rights."""

    title: Text
    work: Text
    """What people of this role do, as pages show it."""
    purpose: str
    """The same for the reference."""
    rights: frozenset[Right]


ROLES: Mapping[Role, RoleDescription] = {
    Role.RATER: RoleDescription(
        _("Rater"),
        _("Classifying errors and rating responses"),
        "marks errors and rates responses of models after a release. Raters have no part in"
        " making the benchmark and see no annotations",
        frozenset({Right.RATE}),
    ),
    Role.ANNOTATOR: RoleDescription(
        _("Annotator"),
        _("Screening, annotation and validation"),
        "screens images, annotates and validates. Annotators see their own work, and that"
        " of others only after their own submission, in calibration and consensus",
        frozenset({Right.PARTICIPATE, Right.ANNOTATE}),
    ),
    Role.ORGANIZER: RoleDescription(
        _("Organizer"),
        _("Curation, adjudication and review"),
        "imports and curates images, assigns work, adjudicates, runs validation rounds and"
        " evaluations. Organizers see everyone's work",
        frozenset({Right.PARTICIPATE, Right.RATE, Right.ORGANIZE}),
    ),
    Role.MAINTAINER: RoleDescription(
        _("Maintainer"),
        _("Protocol, people and releases"),
        "is responsible for the benchmark: its members, protocol, settings and releases."
        " Maintainers may do all that organizers may",
        frozenset({Right.PARTICIPATE, Right.RATE, Right.ORGANIZE, Right.MAINTAIN}),
    ),
}
ROLE_CHOICES = [(role.value, str(described.title)) for role, described in ROLES.items()]
"""For fields of models and of the API."""


def roles_having_right(right: Right) -> frozenset[Role]:
    """Return the roles that have a right."""
    return frozenset(role for role, row in ROLES.items() if right in row.rights)


MEMBERS = frozenset(ROLES)
PARTICIPANTS = roles_having_right(Right.PARTICIPATE)
ANNOTATORS = roles_having_right(Right.ANNOTATE)
RATERS = roles_having_right(Right.RATE)
ORGANIZERS = roles_having_right(Right.ORGANIZE)
MAINTAINERS = roles_having_right(Right.MAINTAIN)
