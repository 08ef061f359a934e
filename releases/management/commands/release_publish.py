"""Publish a release on the Hugging Face Hub; the dataset's tag is its version."""

from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from projects.access.selectors import get_project
from releases.hub.services.publication import VISIBILITIES, HubTarget
from releases.hub.services.upload import upload_release
from releases.records.selectors.files import release_files, require_given_out
from releases.records.selectors.releases import get_published_release


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument(
            "repo", metavar="ID", help="dataset, such as team/benchmark"
        )
        parser.add_argument(
            "--visibility",
            choices=VISIBILITIES,
            default="private",
            help="who can read it; gated: people share their contact first "
            "(default: %(default)s)",
        )
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="only list every file with its size; needs no token and no network",
        )

    def run_command(self, **options: Any) -> None:
        release = get_published_release(
            get_project(options["slug"]), options["version"]
        )
        if options["dry_run"]:
            require_given_out(release)
            files = release_files(release)
            total = sum(file.bytes for file in files)
            lines = [f"{file.bytes:>14,}  {file.path}" for file in files]
            self.print_outcome(
                {
                    "repo": options["repo"],
                    "tag": release.version,
                    "bytes": total,
                    "files": [
                        {"path": file.path, "bytes": file.bytes} for file in files
                    ],
                },
                "\n".join([*lines, f"{total:>14,}  bytes in all. Nothing was sent."]),
            )
            return
        target = HubTarget(options["repo"], options["visibility"])
        done = upload_release(
            release=release, target=target, progress=lambda done, total: None
        )
        self.print_outcome(done, f"Published {done['url']}. Files: {done['files']}")
