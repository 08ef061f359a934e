"""Print the state of every image, one row per image, as JSON Lines or CSV."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from curation.reports.selectors.export import curation_columns, curation_rows
from projects.models import Project
from projects.security_record.export_commands import SheetCommand


class Command(SheetCommand):
    help = __doc__ or ""
    key = "images"

    def export_rows(self, project: Project) -> Iterable[Mapping[str, Any]]:
        return curation_rows(project)

    def export_columns(self, project: Project) -> Sequence[str]:
        return curation_columns(project)
