"""Download the weights of the text engine that the settings name.

The only part of Subtext that fetches a model, and only when it is called.
"""

from typing import Any, get_args

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from curation.stages.text_area.ocr_weights import fetch_ocr_weights
from subtext_protocol.text import Language


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--languages",
            nargs="+",
            choices=get_args(Language),
            default=get_args(Language),
            help="languages to read (default: all)",
        )

    def run_command(self, **options: Any) -> None:
        fetched = fetch_ocr_weights(languages=options["languages"])
        lines = [
            f"{fetched.engine}: saved {', '.join(fetched.models)} in {fetched.folder}"
            if fetched.folder
            else f"{fetched.engine} includes its models: nothing to download."
        ]
        self.print_outcome(fetched._asdict(), "\n".join(lines))
