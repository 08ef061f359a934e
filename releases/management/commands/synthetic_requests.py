"""Write the requests that lead from primary concepts to candidate similes.

ADJECTIVES.jsonl is what synthetic_adjectives writes. Without --answers the requests ask for
the adjectives most associated with each noun. With --answers, a server's answers to them,
the requests ask to complete "The noun is as adjective as" for every adjective of either
origin (ImageMet, §3). synthetic_similes reads the answers.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, read_json_lines, write_json_lines
from projects.access.selectors import get_project
from releases.synthetic.domain.similes import (
    adjective_request,
    adjectives_in_answer,
    completion_request,
)
from releases.synthetic.services import synthetic_rules


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        self.add_file_argument(
            parser, "adjectives", "ADJECTIVES.jsonl", help="adjectives, one noun a line"
        )
        self.add_file_argument(
            parser,
            "--answers",
            "ANSWERS.jsonl",
            help="answers to the requests for adjectives",
        )
        self.add_request_options(parser)

    def run_command(self, **options: Any) -> None:
        rules = synthetic_rules(get_project(options["slug"]))
        if not (rules.adjective_prompt and rules.completion_prompt):
            raise CommandError(
                "This protocol has no prompts for adjectives and similes."
            )
        model = options["model"]
        adjectives_by_noun = self._adjectives(options)
        if options["answers"] is None:
            requests = [
                adjective_request(noun, rules, number=number, model=model)
                for number, noun in enumerate(adjectives_by_noun, start=1)
            ]
        else:
            requests = [
                completion_request(
                    noun,
                    adjective,
                    rules,
                    custom_id=f"simile-{number}-{at}",
                    model=model,
                )
                for number, (noun, adjectives) in enumerate(
                    adjectives_by_noun.items(), start=1
                )
                for at, adjective in enumerate(adjectives, start=1)
            ]
        write_json_lines(options["out"], requests)
        self.print_outcome(
            {"concepts": len(adjectives_by_noun), "requests": len(requests)},
            f"Requests written: {len(requests)}, for {len(adjectives_by_noun)} nouns.",
        )

    def _adjectives(self, options: dict[str, Any]) -> dict[str, list[str]]:
        """Return the adjectives of each noun, with those of the answers."""
        adjectives_by_noun: dict[str, list[str]] = {}
        file, answers = options["adjectives"], options["answers"]
        for number, row in read_json_lines(file):
            try:
                adjectives_by_noun[str(row["concept"])] = [*map(str, row["adjectives"])]
            except (KeyError, TypeError) as error:
                raise CommandError(
                    f'{file}: line {number} is not {{"concept", "adjectives"}}.'
                ) from error
        nouns = dict(enumerate(adjectives_by_noun, start=1))
        for number, row in read_json_lines(answers) if answers else ():
            try:
                at, words = adjectives_in_answer(row)
                known = adjectives_by_noun[nouns[at]]
            except (LookupError, TypeError, ValueError) as error:
                raise CommandError(
                    f"{answers}: line {number} is no answer to these requests."
                ) from error
            known += [word for word in words if word not in known]
        return adjectives_by_noun
