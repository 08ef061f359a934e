"""Collect the adjectives that WordNet connects with primary concepts.

CONCEPTS.txt has a noun a line, as synthetic_words writes it. The adjectives stand before
the noun in the names of its kinds and in example sentences (ImageMet, Appendix G). --out
gets lines {"concept": noun, "adjectives": [...]}; a noun without any has an empty list.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path, write_json_lines
from core.domain.reasons import describe_failure
from releases.synthetic.domain.wordnet import NOUNS, NounAdjectives, read_synsets


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        self.add_file_argument(
            parser, "concepts", "CONCEPTS.txt", help="nouns, one per line"
        )
        parser.add_argument(
            "--wordnet",
            type=local_path,
            required=True,
            metavar="DICT",
            help='folder "dict" of WordNet, which is not shipped',
        )
        self.add_out_option(
            parser, "FILE.jsonl", help="file for the adjectives, one noun a line"
        )

    def run_command(self, **options: Any) -> None:
        file = options["wordnet"] / NOUNS
        if not file.is_file():
            raise CommandError(
                f"{file} does not exist. Download the database files of WordNet "
                '(wordnet.princeton.edu) and name their folder "dict".'
            )
        try:
            adjectives = NounAdjectives(read_synsets(file))
        except (OSError, ValueError, IndexError, TypeError) as error:
            raise CommandError(
                f"{file} is no file of WordNet: {describe_failure(error)}"
            ) from error
        try:
            concepts = options["concepts"].read_text("utf-8-sig").split("\n")
        except (OSError, ValueError) as error:
            raise CommandError(
                f"{options['concepts']}: {describe_failure(error)}"
            ) from error
        adjectives_by_noun = {
            noun: adjectives.adjectives_before_noun(noun)
            for line in concepts
            if (noun := line.strip())
        }
        write_json_lines(
            options["out"],
            (
                {"concept": noun, "adjectives": words}
                for noun, words in adjectives_by_noun.items()
            ),
        )
        concepts_with_any = sum(bool(words) for words in adjectives_by_noun.values())
        self.print_outcome(
            {"concepts": len(adjectives_by_noun), "with_adjectives": concepts_with_any},
            f"Concepts with adjectives: {concepts_with_any} of {len(adjectives_by_noun)}.",
        )
