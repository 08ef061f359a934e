"""Print what became of every image: one row an image, as JSON Lines or CSV."""

import csv
import json
from typing import Any

from django.core.management.base import CommandParser

from curation.selectors.export import COLUMNS, curation_rows
from projects.selectors import project_get
from workflow.commands import SubtextCommand


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--format", choices=["jsonl", "csv"], default="jsonl")

    def act(self, **options: Any) -> None:
        rows = curation_rows(project_get(options["slug"]))
        if self.as_json:
            self.emit({"images": list(rows)}, "")
        elif options["format"] == "jsonl":
            for row in rows:
                self.stdout.write(json.dumps(row, ensure_ascii=False))
        else:
            writer = csv.DictWriter(self.stdout, COLUMNS, lineterminator="")
            writer.writeheader()
            for row in rows:
                # A path may hold any separator, so the list stays JSON in its cell.
                aliases = json.dumps(row["aliases"], ensure_ascii=False)
                writer.writerow({**row, "aliases": aliases})
