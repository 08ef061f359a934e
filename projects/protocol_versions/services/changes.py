"""Changing the protocol of a project: versions, their mappings, and the work of stages."""

from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction

from core.domain.texts import _
from core.errors import ChangedError, FieldProblem, InvalidInputError
from core.services import Actor
from projects.models import Project, ProtocolVersion, SecurityEventKind
from projects.ports import STAGE_WORK, ProtocolMigration, check_protocol
from projects.protocol_versions.selectors import find_change_consequences
from projects.protocol_versions.services.guideline_images import (
    require_guideline_images,
)
from projects.security_record.services import record_event
from subtext_protocol.changes import ProtocolChange, list_changes, mapping_problems
from subtext_protocol.document import Protocol


@transaction.atomic
def change_protocol(
    *,
    project: Project,
    protocol: Protocol,
    actor: Actor,
    note: str,
    after: int | None = None,
    mapping: Mapping[str, str] | None = None,
) -> ProtocolVersion:
    """Make a protocol the current one. Versions are numbered and kept forever.

    1. Return the current version if the protocol is unchanged.
    2. Reject changes that come too late for existing work.
    3. Require a ``mapping`` for removed labels that are in use
       (subtext_protocol.changes).
    4. Let every stage migrate its work.

    ``after`` is the number of the version that was edited. Raises ConflictError when
    another version is current by now. Raises InvalidInputError when no stage supports
    what the protocol needs, or for steps 2 and 3.
    """
    check_protocol(protocol)
    require_guideline_images(project, protocol)
    current = project.current_protocol
    if after is not None and (current is None or current.number != after):
        raise ChangedError(
            _("Someone else changed the protocol. Reload it and try again.")
        )
    if current is not None and current.protocol.sha256 == protocol.sha256:
        return current
    mapping = mapping or {}
    differences = list_changes(current.protocol, protocol) if current else []
    if current is not None:
        _require_in_time(project, current.protocol, protocol, differences, mapping)
    try:
        with transaction.atomic():
            version = ProtocolVersion.objects.create(
                project=project,
                number=(current.number if current else 0) + 1,
                document=protocol.model_dump(mode="json"),
                sha256=protocol.sha256,
                note=note,
                mapping=dict(mapping),
                created_by_id=actor.user.pk if actor.user else None,
            )
    except IntegrityError as error:
        raise ChangedError(
            _("Someone else changed the protocol. Reload it and try again.")
        ) from error
    project.current_protocol = version
    project.save(update_fields=["current_protocol"])
    record_event(
        SecurityEventKind.PROTOCOL_CHANGED,
        actor=actor,
        project=project,
        data={"number": version.number},
    )
    if current is not None:
        move = ProtocolMigration(project, current.protocol, version, differences, actor)
        for stage in STAGE_WORK.values():
            stage.migrate_work(move)
    return version


def _require_in_time(
    project: Project,
    old: Protocol,
    new: Protocol,
    differences: Sequence[ProtocolChange],
    mapping: Mapping[str, str],
) -> None:
    """Raise InvalidInputError naming late changes and missing mappings."""
    effects = find_change_consequences(project, differences)
    unmapped = mapping_problems(old, new, effects.needing, mapping)
    problems = [
        *effects.obstacles,
        *(
            FieldProblem(f"mapping.{mapping_problem.path}", mapping_problem.reason)
            for mapping_problem in unmapped
        ),
    ]
    if problems:
        raise InvalidInputError(
            _("This change conflicts with existing work."), problems
        )
