"""Take down an image: add a notice to its releases and publish a release without it."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand
from core.services import Actor
from curation.images.selectors.images import get_image
from projects.access.selectors import get_project
from projects.roles import Role
from releases.records.models import Release
from releases.takedown.selectors import TakedownTarget, takedown_plan
from releases.takedown.services import preview_takedown, take_down_release


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "image",
            type=int,
            help="number of the image; the address of its page ends with it",
        )
        parser.add_argument(
            "--reason", required=True, help="why the image is taken down"
        )
        parser.add_argument(
            "--confirm",
            metavar="VERSION",
            default="",
            help="the newest release that contains the image; without it, the command "
            "prints the consequences and changes nothing",
        )
        parser.add_argument(
            "--preview",
            action="store_true",
            help="build the next release without taking anything down",
        )
        parser.add_argument(
            "--wait",
            action="store_true",
            help="wait until the next release is built",
        )

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        target = TakedownTarget(image=get_image(project, options["image"]))
        # Shell access implies the permissions of a maintainer.
        common: dict[str, Any] = {
            "project": project,
            "target": target,
            "actor": Actor(None, Role.MAINTAINER),
            "reason": options["reason"],
        }
        if options["preview"]:
            self._report(preview_takedown(**common), wait=options["wait"])
            return
        plan = takedown_plan(project, target)
        if plan.keys and not options["confirm"]:
            held = ", ".join(release.version for release in plan.keys)
            raise CommandError(
                f"Image {options['image']} is in {held}, which would be withdrawn. "
                f"The next release would be {plan.next_version or 'none'}. "
                f"To take it down, add --confirm {plan.confirm}."
            )
        release = take_down_release(**common, version=options["confirm"])
        if release is None:
            self.print_outcome(
                {"version": None},
                "The image was taken down. No new release was needed.",
            )
            return
        self._report(release, wait=options["wait"])

    def _report(self, release: Release, *, wait: bool) -> None:
        if wait and release.job is not None:
            self.wait_for_job(release.job)
            release.refresh_from_db()
        self.print_outcome(
            {"version": release.version, "status": release.status},
            f"Release {release.version} without the image is {release.status}.",
        )
