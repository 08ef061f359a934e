"""Name, description, archive and deletion of a project."""

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from projects.guideline_images import delete_guideline_images
from projects.models import Project
from workflow.domain.texts import _
from workflow.errors import ConflictError, FieldProblem, InvalidInputError


def change_settings(
    *, project: Project, name: str, description: str, archived: bool
) -> Project:
    """Change a project's name and description, and archive it or take it back into use.

    Nothing in an archived project can be changed but these settings.
    Raises InvalidInputError (name).
    """
    if not name.strip():
        raise InvalidInputError(
            _("A name is required."), [FieldProblem("name", _("Required."))]
        )
    project.name = name.strip()
    project.description = description.strip()
    if archived != (project.archived_at is not None):
        project.archived_at = timezone.now() if archived else None
    project.save(update_fields=["name", "description", "archived_at"])
    return project


@transaction.atomic
def delete_project(*, project: Project, slug: str) -> None:
    """Delete a project that holds no work, with its members and its protocol.

    ``slug`` is its short name, typed to confirm. Raises InvalidInputError (slug) for
    another one, and ConflictError when the project holds anything else: images,
    records and releases are never deleted.
    """
    if slug != project.slug:
        problem = FieldProblem("slug", _("Type {slug} to confirm.", slug=project.slug))
        raise InvalidInputError(_("The short name does not match."), [problem])
    project.current_protocol = None
    project.save(update_fields=["current_protocol"])
    try:
        project.memberships.all().delete()
        project.invitations.all().delete()
        project.protocol_versions.all().delete()
        project.delete()
    except ProtectedError as error:
        raise ConflictError(
            _(
                "This project already holds images or other work, which is never deleted. "
                "Archive it instead."
            )
        ) from error
    transaction.on_commit(lambda: delete_guideline_images(slug))
