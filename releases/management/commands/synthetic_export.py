"""Export generated images with their sentences as training and validation splits.

Fine-tuning reads the conversations in chat/. The data are those of images that were
imported with a simile (ImageMet, §3).
"""

from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from projects.access.selectors import get_project
from releases.synthetic.services import export_synthetic_set, synthetic_rules


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        self.add_out_option(parser, "DIR", help="new folder")
        parser.add_argument(
            "--train", type=int, help="number of images (default: the protocol's)"
        )
        parser.add_argument(
            "--validation", type=int, help="number of images (default: the protocol's)"
        )
        parser.add_argument(
            "--seed",
            type=int,
            default=0,
            help="seed of the splits (default: %(default)s)",
        )

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        rules = synthetic_rules(project)
        sizes = {
            split: options[split]
            for split in ("train", "validation")
            if options[split] is not None
        }
        sha256, export = export_synthetic_set(
            project=project,
            rules=rules.model_copy(update=sizes),
            folder=options["out"],
            seed=options["seed"],
        )
        counts = ", ".join(f"{split}: {n}" for split, n in export.splits.items())
        self.print_outcome(
            {"sha256": sha256, **export.splits, "withheld": export.withheld},
            f"Images: {counts}. Left out without the right to redistribute: "
            f"{export.withheld}.\nSHA-256 of the manifest: {sha256}",
        )
