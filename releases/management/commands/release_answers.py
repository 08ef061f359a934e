"""Write the private answers of a release to a file, with the salts to verify them."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from projects.access.selectors import get_project
from projects.security_record.services import record_export
from releases.records.selectors.releases import answers_json, get_published_release


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument(
            "file", type=local_path, metavar="FILE", help="path of the new file"
        )

    def run_command(self, **options: Any) -> None:
        file: Path = options["file"]
        project = get_project(options["slug"])
        content = answers_json(get_published_release(project, options["version"]))
        try:
            with file.open("xb") as opened:
                opened.write(content)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        record_export(project, None, "answers", version=options["version"])
        self.print_outcome({"file": str(file)}, f"Saved the private answers in {file}.")
