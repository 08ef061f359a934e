"""Create a project with a shipped protocol or a protocol file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand
from projects.models import User
from projects.project_settings.services import create_project
from projects.protocol_versions.services.guideline_images import collect_adjacent_images
from subtext_protocol.reading import ProtocolError, protocol_from_yaml
from subtext_protocol.shipped import read_text, shipped_ids, shipped_protocol


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the new project")
        parser.add_argument(
            "--protocol",
            required=True,
            help=f"one of {', '.join(shipped_ids())}, or the path of a YAML file; "
            "images of its guidelines are beside it",
        )
        parser.add_argument("--name", required=True, help="name of the project")
        parser.add_argument(
            "--maintainer", help="user name of the maintainer (an existing account)"
        )

    def run_command(self, **options: Any) -> None:
        protocol_source = options["protocol"]
        images: Mapping[str, bytes] = {}
        try:
            if protocol_source in shipped_ids():
                protocol = shipped_protocol(protocol_source)
            else:
                path = Path(protocol_source)
                if not path.exists():
                    raise CommandError(
                        f"No file {protocol_source} here, and no shipped protocol of "
                        f"that name. Shipped: {', '.join(shipped_ids())}."
                    )
                text, images = collect_adjacent_images(path, read_text(path))
                protocol = protocol_from_yaml(text, origin=protocol_source)
        except ProtocolError as error:
            raise CommandError(str(error)) from error
        maintainer = None
        if options["maintainer"]:
            maintainer = User.objects.filter(username=options["maintainer"]).first()
            if maintainer is None:
                raise CommandError(f"There is no account {options['maintainer']!r}.")
        project = create_project(
            slug=options["slug"],
            name=options["name"],
            protocol=protocol,
            maintainer=maintainer,
            images=images.values(),
        )
        self.print_outcome(
            {"slug": project.slug, "name": project.name, "protocol": protocol.id},
            f"Created project {project.slug} with the protocol {protocol.name}.",
        )
