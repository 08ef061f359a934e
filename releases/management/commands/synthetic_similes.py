"""Choose similes to draw, and write the requests for their visual elaborations.

SIMILES.jsonl has candidates {"simile": "A is as B as C", "perplexity": number}, or a
server's answers to the requests of synthetic_requests, whose perplexity is that of their
tokens. Of those that share A and B, the one with the lowest perplexity is kept, unless A
and C are too similar (ImageMet, §3). --out is a batch file for an OpenAI-compatible
server; its prompt is that of Appendix I.3.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, read_json_lines, write_json_lines
from projects.access.selectors import get_project
from releases.synthetic.domain.similes import (
    CandidateError,
    Simile,
    elaboration_request,
    filter_dissimilar,
    most_fluent,
    parse_similes,
)
from releases.synthetic.services import synthetic_rules
from review.ports import similarities
from subtext_protocol.fields import SlotField


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        self.add_file_argument(
            parser, "similes", "SIMILES.jsonl", help="candidate similes, one per line"
        )
        self.add_request_options(parser)

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        rules = synthetic_rules(project)
        form = next(s for s in project.protocol.sentences if s.id == rules.field)
        candidates = _read(options["similes"], form)
        fluent = most_fluent(candidates, form.slots[-1].id)
        measure = similarities() if form.unlike else None
        unlike = (
            filter_dissimilar(fluent, form, rules, measure[1]) if measure else fluent
        )
        write_json_lines(
            options["out"],
            (
                elaboration_request(
                    simile, rules.elaboration, number=number, model=options["model"]
                )
                for number, simile in enumerate(unlike, start=1)
            ),
        )
        by = f"by {measure[0]}" if measure else "not measured: no similarity model"
        self.print_outcome(
            {
                "candidates": len(candidates),
                "most_fluent": len(fluent),
                "kept": len(unlike),
                "model": measure[0] if measure else "",
            },
            f"Candidates: {len(candidates)}. Comparisons: {len(fluent)}. Kept with "
            f"dissimilar concepts: {len(unlike)} ({by}).",
        )


def _read(file: Path, form: SlotField) -> list[Simile]:
    similes: list[Simile] = []
    for number, row in read_json_lines(file):
        try:
            similes += parse_similes(row, form)
        except CandidateError as error:
            raise CommandError(f"{file}: line {number} {error}") from error
    return similes
