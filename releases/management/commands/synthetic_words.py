"""Choose primary concepts from words with scores of concreteness and imageability.

WORDS.csv has the columns word, concreteness and imageability, such as those of the MRC
Psycholinguistic Database. --out gets concepts.txt and the distributions of both scores
as SVG, PDF and CSV (ImageMet, Appendix H).
"""

import csv
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand
from core.domain.reasons import describe_failure
from projects.access.selectors import get_project
from releases.synthetic.domain.similes import ScoredWord, primary_concepts, score_chart
from releases.synthetic.services import synthetic_rules
from reporting.drawing import DrawingUnavailableError, FigureForm, draw_chart
from reporting.export_rows import encode_for_people


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        self.add_file_argument(
            parser, "words", "WORDS.csv", help="words with both scores"
        )
        self.add_out_option(
            parser, "DIR", help="folder for the concepts and the charts of the scores"
        )

    def run_command(self, **options: Any) -> None:
        rules = synthetic_rules(get_project(options["slug"]))
        words = _read(options["words"])
        concepts = primary_concepts(words, rules)
        folder: Path = options["out"]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "concepts.txt").write_text("\n".join(concepts) + "\n", "utf-8")
        try:
            for name in ("concreteness", "imageability"):
                scores = [getattr(word, name) for word in words]
                chart = score_chart(name.capitalize(), scores, rules)
                content = b"".join(encode_for_people([chart.csv()], "csv"))
                (folder / f"{name}.csv").write_bytes(content)
                for form in get_args(FigureForm):
                    (folder / f"{name}.{form}").write_bytes(draw_chart(chart, form))
        except DrawingUnavailableError as error:
            raise CommandError(str(error)) from error
        self.print_outcome(
            {"words": len(words), "concepts": len(concepts)},
            f"Concepts above {rules.score_above} in both scores: {len(concepts)} of "
            f"{len(words)} words.",
        )


def _read(file: Path) -> list[ScoredWord]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            words = [
                ScoredWord(
                    row["word"].strip().casefold(),
                    int(row["concreteness"]),
                    int(row["imageability"]),
                )
                for row in csv.DictReader(opened)
            ]
    except (OSError, ValueError, KeyError, AttributeError) as error:
        raise CommandError(f"{file}: {describe_failure(error)}") from error
    if not words:
        raise CommandError(f"{file}: no words")
    return words
