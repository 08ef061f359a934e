"""Take down an image: note it at its releases and publish a release without it."""

from typing import Any

from django.core.management.base import CommandParser

from curation.selectors import get_image
from projects.models import Role
from projects.selectors import get_project
from releases.services.errata import take_down_release
from workflow.commands import SubtextCommand
from workflow.services import Actor


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "image", type=int, help="number of the image, as in the address of its page"
        )
        parser.add_argument(
            "--reason", required=True, help="why the image is taken down"
        )
        parser.add_argument(
            "--wait",
            action="store_true",
            help="wait until the next release is published",
        )

    def act(self, **options: Any) -> None:
        project = get_project(options["slug"])
        release = take_down_release(
            project=project,
            image=get_image(project, options["image"]),
            # Shell access implies the permissions of a maintainer.
            actor=Actor(None, Role.MAINTAINER),
            reason=options["reason"],
        )
        if release is None:
            self.emit(
                {"version": None},
                "The image was taken down. No new release was needed.",
            )
            return
        if options["wait"] and release.job is not None:
            self.wait_for(release.job)
            release.refresh_from_db()
        self.emit(
            {"version": release.version, "status": release.status},
            f"The image was taken down. Release {release.version} without it is {release.status}.",
        )
