"""Collection requests: asking annotators for items of an underrepresented label."""

from collections.abc import Sequence

from django.db import transaction

from annotation.assignment.models import CollectionRequest
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from core.services import Actor, transition
from projects.access.selectors import active_people
from projects.models import Project
from projects.roles import ANNOTATORS


@transaction.atomic
def open_request(
    *,
    project: Project,
    field: str,
    choice: str,
    people: Sequence[int],
    items_each: int,
    note: str,
    actor: Actor,
) -> CollectionRequest:
    """Ask each of ``people`` for ``items_each`` items whose ``field`` is ``choice``.

    Raises InvalidInputError (choice, people) for an unknown label or a person who is no
    annotator.
    """
    label = next(
        (known for known in project.protocol.labels if known.id == field), None
    )
    if label is None or label.choice(choice) is None:
        problem = FieldProblem(
            "choice", _("{field} has no value {choice!r}.", field=field, choice=choice)
        )
        raise InvalidInputError(_("The protocol has no such label."), [problem])
    annotators = {person.pk for person in active_people(project, ANNOTATORS)}
    strangers = [person for person in people if person not in annotators]
    if strangers or not people:
        problem = FieldProblem("people", _("Choose annotators of this project."))
        raise InvalidInputError(_("These people cannot get a request."), [problem])
    assert actor.user is not None  # noqa: S101 - nobody but a person asks people
    call = CollectionRequest.objects.create(
        project=project,
        field=field,
        choice=choice,
        wanted=items_each,
        note=note.strip(),
        created_by_id=actor.user.pk,
    )
    call.people.set(people)
    return call


def close_request(
    *, call: CollectionRequest, actor: Actor, reason: str = ""
) -> CollectionRequest:
    """Close a request. Raises ConflictError when it is closed already."""
    transition(call, "close", actor=actor, reason=reason)
    return call
