"""Releases in the history of a project."""

from collections.abc import Collection, Mapping

from core.domain.texts import _
from projects.models import Project
from releases.records.models import Release


def release_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of releases: their versions."""
    releases = Release.objects.filter(pk__in=ids).values_list("pk", "version")
    return {
        release_id: _("Release {version}", version=version)
        for release_id, version in releases
    }
