"""The person who performs an action."""

from annotation.selectors.eligibility import ANNOTATORS
from projects.models import User
from workflow.domain.texts import _
from workflow.errors import NotAllowedError
from workflow.services import Actor


def person_of(actor: Actor) -> User:
    """Return the person who acts. Raises NotAllowedError when it is the system."""
    if not isinstance(actor.user, User):
        raise NotAllowedError(_("Only a logged-in person can do this."))
    return actor.user


def annotator_of(actor: Actor) -> User:
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
