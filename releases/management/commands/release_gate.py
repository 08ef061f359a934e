"""Print the release checks of the next release. Fail if a check blocks."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand
from projects.access.selectors import get_project
from releases.gate.selectors.checks import check_gate

_MARKS = {"block": "BLOCKS", "warn": "note  ", "ok": "ok    "}


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "version",
            nargs="?",
            default="",
            help="version to check (default: the suggested one)",
        )
        parser.add_argument("--seed", type=int, help="seed that draws the splits")

    def run_command(self, **options: Any) -> None:
        judged = check_gate(
            get_project(options["slug"]), options["version"], seed=options["seed"]
        )
        lines = [
            f"{_MARKS[line.level]} {line.id}: {line.message['en']}"
            for line in judged.lines
        ]
        splits = ", ".join(f"{split} {n}" for split, n in judged.splits.items())
        head = (
            f"{judged.version}: items: {len(judged.items)}, questions: {judged.questions} "
            f"({splits})"
        )
        data = {
            "version": judged.version,
            "suggested": judged.suggested,
            "open": not judged.blocking_lines,
            "items": len(judged.items),
            "splits": judged.splits,
            "lines": [
                {
                    "id": line.id,
                    "level": line.level,
                    "count": line.count,
                    "message": line.message["en"],
                    "cases": list(line.cases),
                    "images": list(line.images),
                    "overridable": line.overridable,
                }
                for line in judged.lines
            ],
        }
        self.print_outcome(data, "\n".join([head, *lines]))
        if judged.blocking_lines:
            line_ids = ", ".join(line.id for line in judged.blocking_lines)
            raise CommandError(f"{judged.version} is blocked by: {line_ids}.")
