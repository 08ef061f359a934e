"""Publish the validated items as a release and build its folder."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand
from core.services import Actor
from projects.access.selectors import get_project
from projects.roles import Role
from releases.building.services.creation import create_release
from releases.records.selectors.files import release_uri
from releases.records.selectors.releases import get_release


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument(
            "--override",
            action="append",
            default=[],
            metavar="CHECK=REASON",
            help="override a blocking check; the reason is printed in the data card",
        )
        parser.add_argument(
            "--note", default="", help="one or two sentences about the release"
        )
        parser.add_argument("--seed", type=int, help="seed that draws the splits")
        parser.add_argument(
            "--private",
            action="append",
            metavar="SPLIT",
            help="keep the answers of this split private (default: as in the last release)",
        )
        parser.add_argument(
            "--wait", action="store_true", help="wait until the release is published"
        )

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        release = create_release(
            project=project,
            version=options["version"],
            # Shell access implies the permissions of a maintainer.
            actor=Actor(None, Role.MAINTAINER),
            overrides=dict(map(_override, options["override"])),
            note=options["note"],
            seed=options["seed"],
            private=options["private"],
        )
        if options["wait"] and release.job is not None:
            self.wait_for_job(release.job)
            release = get_release(project, release.version)
        data = {
            "version": release.version,
            "status": release.status,
            "sha256": release.manifest_sha256,
            "uri": release_uri(release),
            **release.summary,
        }
        self.print_outcome(data, _summary(data))


def _override(text: str) -> tuple[str, str]:
    line, _, reason = text.partition("=")
    if not reason.strip():
        raise CommandError(f"--override {text!r}: write it as CHECK=REASON")
    return line.strip(), reason.strip()


def _summary(data: dict[str, Any]) -> str:
    if not data["sha256"]:
        return f"{data['version']} is {data['status']}."
    return (
        f"{data['version']} is {data['status']}: {data['questions']} questions on "
        f"{data['images']} images, {data['uri']}\nRelease hash {data['sha256']}"
    )
