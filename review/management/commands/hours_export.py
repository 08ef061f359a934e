"""Print the hours of each person and day for pay, as CSV or JSON Lines."""

from collections.abc import Iterable, Mapping
from typing import Any

from projects.models import Project
from projects.security_record.export_commands import SheetCommand
from review.progress.selectors.exports import HOURS_COLUMNS, hours_rows


class Command(SheetCommand):
    help = __doc__ or ""
    key = "hours"
    columns = HOURS_COLUMNS
    default = "csv"

    def export_rows(self, project: Project) -> Iterable[Mapping[str, Any]]:
        return hours_rows(project)
