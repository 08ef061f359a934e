"""Creating a project, and its name, description, time zone, archive and deletion."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.services import Actor, transition
from core.time_zones import time_zone_names
from projects.memberships.services.members import add_member
from projects.models import Project, SecurityEventKind, User
from projects.protocol_versions.services.changes import change_protocol
from projects.protocol_versions.services.guideline_images import (
    delete_guideline_images,
    store_guideline_image,
)
from projects.roles import Role
from projects.security_record.services import record_event
from subtext_protocol.document import Protocol


@transaction.atomic
def change_settings(
    *,
    project: Project,
    name: str,
    description: str,
    archived: bool,
    actor: Actor,
    time_zone: str | None = None,
) -> Project:
    """Change a project's settings, and archive it or take it back into use.

    Nothing in an archived project can be changed but these settings. ``time_zone`` is
    empty for that of the installation, and None to keep it. The ledger names what
    changed. Raises InvalidInputError (name, time_zone), ConflictError when someone else
    changed the settings.
    """
    if not name.strip():
        raise InvalidInputError(
            _("A name is required."), [FieldProblem("name", _("Required."))]
        )
    if time_zone and time_zone not in time_zone_names():
        text = _(
            "There is no time zone {time_zone!r}. Choose one of the list.",
            time_zone=time_zone,
        )
        raise InvalidInputError(text, [FieldProblem("time_zone", text)])
    changes: dict[str, Any] = {"name": name.strip(), "description": description.strip()}
    if time_zone is not None:
        changes["time_zone"] = time_zone
    if archived != (project.archived_at is not None):
        changes["archived_at"] = timezone.now() if archived else None
    before = _shown_settings(project)
    for setting, value in changes.items():
        setattr(project, setting, value)
    after = _shown_settings(project)
    data = {
        setting: [before[setting], value]
        for setting, value in after.items()
        if value != before[setting]
    }
    if data:
        transition(project, "change_settings", actor=actor, data=data, changes=changes)
        record_event(
            SecurityEventKind.SETTINGS_CHANGED,
            actor=actor,
            project=project,
            data={"fields": [*data]},
        )
    return project


def _shown_settings(project: Project) -> dict[str, Any]:
    return {
        "name": project.name,
        "description": project.description,
        "archived": project.archived_at is not None,
        "time_zone": project.zone.key,
    }


@transaction.atomic
def delete_project(*, project: Project, slug: str, actor: Actor) -> None:
    """Delete a project that holds no work, with its members and its protocol.

    ``slug`` is its short name, typed to confirm. Raises InvalidInputError (slug) for
    another one, and ConflictError when the project holds anything else: images,
    records and releases are never deleted.
    """
    if slug != project.slug:
        problem = FieldProblem("slug", _("Type {slug} to confirm.", slug=project.slug))
        raise InvalidInputError(_("The short name does not match."), [problem])
    record_event(SecurityEventKind.PROJECT_DELETED, actor=actor, project=project)
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


@transaction.atomic
def create_project(
    *,
    slug: str,
    name: str,
    protocol: Protocol,
    maintainer: User | None,
    images: Iterable[bytes] = (),
) -> Project:
    """Create a project under ``protocol``, whose guidelines may name ``images``.

    Raises InvalidInputError (slug, name), ConflictError when the slug is taken.
    """
    try:
        validate_slug(slug)
    except ValidationError as error:
        problem = FieldProblem(
            "slug", _("Use only letters, digits, hyphens and underscores.")
        )
        raise InvalidInputError(
            _("This short name is not valid."), [problem]
        ) from error
    if not name.strip():
        raise InvalidInputError(
            _("A name is required."), [FieldProblem("name", _("Required."))]
        )
    if Project.objects.filter(slug=slug).exists():
        text = _(
            "A project {slug!r} already exists. Choose another short name.", slug=slug
        )
        raise ConflictError(text, [FieldProblem("slug", text)])
    project = Project.objects.create(slug=slug, name=name.strip())
    for content in images:
        store_guideline_image(project=project, content=content)
    actor = Actor(maintainer, Role.MAINTAINER) if maintainer else Actor.system()
    record_event(SecurityEventKind.PROJECT_CREATED, actor=actor, project=project)
    change_protocol(project=project, protocol=protocol, actor=actor, note="")
    if maintainer is not None:
        add_member(project=project, user=maintainer, role=Role.MAINTAINER)
    return project
