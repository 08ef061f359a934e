"""Copy a published release into a new folder and check the copy."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand, local_path
from projects.access.selectors import get_project
from projects.security_record.services import record_export
from releases.building.services.folders import export_release
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

    def run_command(self, **options: Any) -> None:
        folder: Path = options["folder"]
        release = get_published_release(
            get_project(options["slug"]), options["version"]
        )
        files = export_release(release=release, folder=folder)
        record_export(release.project, None, "release", version=release.version)
        self.print_outcome(
            {
                "folder": str(folder),
                "version": release.version,
                "sha256": release.manifest_sha256,
                "files": files,
            },
            f"Exported files: {files}, to {folder}\nRelease hash {release.manifest_sha256}",
        )
