"""Whose work it is."""

from annotation.selectors import ANNOTATORS
from projects.models import User
from workflow.errors import NotAllowed
from workflow.services import Actor


def person_of(actor: Actor) -> User:
    """The person who acts. Raises NotAllowed when it is Subtext itself."""
    if not isinstance(actor.user, User):
        raise NotAllowed("Only a logged-in person can do this.")
    return actor.user


def annotator_of(actor: Actor) -> User:
    """The annotator who acts. Raises NotAllowed for another role."""
    person = person_of(actor)
    if actor.role not in ANNOTATORS:
        raise NotAllowed(
            "Only annotators can annotate: organizers see everyone's work, so their "
            "annotations would not be independent."
        )
    return person
