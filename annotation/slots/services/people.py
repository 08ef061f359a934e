"""The person who performs an action."""

from core.domain.texts import _
from core.errors import NotAllowedError
from core.services import Actor
from projects.models import User
from projects.roles import ANNOTATORS


def person_of(actor: Actor) -> User:
    """Return the person who acts. Raises NotAllowedError when it is the system."""
    if not isinstance(actor.user, User):
        raise NotAllowedError(_("Only a logged-in person can do this."))
    return actor.user


def require_annotator(actor: Actor) -> User:
    """Return the annotator who acts. Raises NotAllowedError for another role."""
    person = person_of(actor)
    if actor.role not in ANNOTATORS:
        raise NotAllowedError(
            _(
                "Only annotators can annotate: organizers see everyone's work, so their "
                "annotations would not be independent."
            )
        )
    return person
