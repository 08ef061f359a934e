"""Print every submitted annotation, as JSON Lines or CSV."""

from collections.abc import Iterable, Mapping
from typing import Any

from projects.models import Project
from projects.security_record.export_commands import SheetCommand
from review.progress.selectors.exports import ANNOTATION_COLUMNS, annotation_rows


class Command(SheetCommand):
    help = __doc__ or ""
    key = "annotations"
    columns = ANNOTATION_COLUMNS

    def export_rows(self, project: Project) -> Iterable[Mapping[str, Any]]:
        return annotation_rows(project)
