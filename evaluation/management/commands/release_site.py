"""Write a static site of a published release: leaderboard, data card and examples."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand, local_path
from evaluation.management.options import add_complete_only
from evaluation.site.services.files import write_site
from projects.access.selectors import get_project
from releases.records.selectors.releases import get_published_release


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument(
            "folder",
            type=local_path,
            metavar="DIR",
            help="path of a new or empty folder",
        )
        parser.add_argument(
            "--hub",
            default="",
            metavar="ID",
            help="dataset on the Hugging Face Hub (team/benchmark): downloads lead "
            "there, and .eval_results are written for the models' repositories",
        )

        add_complete_only(parser)

    def run_command(self, **options: Any) -> None:
        folder: Path = options["folder"]
        release = get_published_release(
            get_project(options["slug"]), options["version"]
        )
        files = write_site(
            release=release,
            folder=folder,
            hub=options["hub"],
            complete_only=options["complete_only"],
        )
        self.print_outcome(
            {"folder": str(folder), "version": release.version, "files": files},
            f"Wrote {folder / 'index.html'}. Files: {files}",
        )
