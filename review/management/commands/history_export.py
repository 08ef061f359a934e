"""Print every transition of a project's objects from the ledger, people as pseudonyms."""

from collections.abc import Iterable, Mapping
from typing import Any

from projects.models import Project
from projects.security_record.export_commands import SheetCommand
from review.progress.selectors.exports import HISTORY_COLUMNS, history_rows


class Command(SheetCommand):
    help = __doc__ or ""
    key = "history"
    columns = HISTORY_COLUMNS

    def export_rows(self, project: Project) -> Iterable[Mapping[str, Any]]:
        return history_rows(project)
