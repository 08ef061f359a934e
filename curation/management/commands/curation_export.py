"""Print the state of every image, one row per image, as JSON Lines or CSV."""

from collections.abc import Iterable, Mapping
from typing import Any

from curation.selectors.export import COLUMNS, curation_rows
from projects.commands import SheetCommand
from projects.models import Project


class Command(SheetCommand):
    help = __doc__ or ""
    key = "images"
    columns = COLUMNS

    def rows_of(self, project: Project) -> Iterable[Mapping[str, Any]]:
        return curation_rows(project)
