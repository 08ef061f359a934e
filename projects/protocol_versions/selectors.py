"""The effects of a protocol change, and the mappings of earlier ones."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.errors import FieldProblem
from projects.models import Project, ProtocolVersion
from projects.ports import STAGE_WORK
from subtext_protocol.changes import Carrying, ProtocolChange


class ChangeConsequences(NamedTuple):
    """The effects of a protocol change on a project's work."""

    work: Mapping[str, int]
    """Amount of work by kind."""
    used: Mapping[str, int]
    """Number of items whose work uses a removed field or choice, by its path."""
    needing: Sequence[ProtocolChange]
    """Changes that need a mapping."""
    obstacles: Sequence[FieldProblem]
    """Changes that come too late, with reasons."""


def find_change_consequences(
    project: Project, changes: Sequence[ProtocolChange]
) -> ChangeConsequences:
    """Return the effects of these changes on the work of every stage."""
    stages = STAGE_WORK.values()
    used = {
        change.path: len(
            set().union(*(s.items_using_path(project, change.path) for s in stages))
        )
        for change in changes
        if change.effect == "carry"
    }
    return ChangeConsequences(
        {kind: n for stage in stages for kind, n in stage.count_work(project).items()},
        used,
        [change for change in changes if used.get(change.path)],
        [
            obstacle
            for stage in stages
            for obstacle in stage.list_blocked_changes(project, changes)
        ],
    )


def list_version_mappings(project: Project) -> list[tuple[int, Carrying]]:
    """Return the mappings of protocol versions with the versions' ids, in order."""
    versions = ProtocolVersion.objects.filter(project=project).exclude(mapping={})
    return list(versions.order_by("number").values_list("pk", "mapping"))


def later_mappings(project: Project, number: int) -> list[Carrying]:
    """Return the mappings of the protocol versions after ``number``, in order."""
    later = ProtocolVersion.objects.filter(project=project, number__gt=number)
    return list(
        later.exclude(mapping={}).order_by("number").values_list("mapping", flat=True)
    )
