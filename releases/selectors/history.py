"""Releases in the history of a project."""

from collections.abc import Collection, Mapping

from projects.models import Project
from releases.models.records import Release
from workflow.domain.texts import _


def release_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of releases: their versions."""
    releases = Release.objects.filter(pk__in=ids).values_list("pk", "version")
    return {
        release_id: _("Release {version}", version=version)
        for release_id, version in releases
    }
