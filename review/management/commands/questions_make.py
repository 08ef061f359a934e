"""Generate the questions of final items from their records, for an organizer to accept.

--words is a file of JSON lines {"item": number, "words": [...]}: words for what an image
literally shows. Distractors are taken from them. --captions has literal captions instead,
{"item": number, "caption": text} or answers to the requests of literal_captions: the words
are their adjectives.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, read_json_lines
from core.domain.reasons import describe_failure
from core.services import Actor
from projects.access.selectors import get_project
from review.question_generation.domain.literal_captions import words_of_answer
from review.question_generation.services import draft_questions


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        self.add_file_argument(
            parser, "--words", "FILE.jsonl", help="words for distractors, by item"
        )
        self.add_file_argument(
            parser,
            "--captions",
            "FILE.jsonl",
            help="literal captions, whose adjectives are the words",
        )
        parser.add_argument(
            "--seed",
            type=int,
            default=0,
            help="seed of the sampling (default: %(default)s)",
        )

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        if project.protocol.questions.written_by != "rule":
            raise CommandError(
                "This protocol has no generated questions: annotators write them."
            )
        words = {
            **(_read(options["captions"], _CAPTIONS) if options["captions"] else {}),
            **(_read(options["words"], _WORDS) if options["words"] else {}),
        }
        cases = draft_questions(
            project=project, actor=Actor.system(), seed=options["seed"], words=words
        )
        models = sorted({case.drafted["model"] for case in cases} - {""})
        open_options = sum(
            option == ""
            for case in cases
            for question in case.drafted["questions"]
            for option in question["options"]
        )
        data = {"items": len(cases), "models": models, "open_options": open_options}
        by = f"measured by {models[0]}" if models else "without a similarity model"
        self.print_outcome(
            data,
            f"Items with generated questions: {len(cases)} ({by}). "
            f"Options to choose by hand: {open_options}.",
        )


def _words_of(line: dict[str, Any]) -> tuple[int, list[str]]:
    words = line["words"]
    if not all(isinstance(word, str) for word in words):
        raise TypeError("words")
    return int(line["item"]), list(words)


_Reader = tuple[str, Callable[[dict[str, Any]], tuple[int, list[str]]]]
_WORDS: _Reader = ('{"item": number, "words": [...]}', _words_of)
_CAPTIONS: _Reader = (
    '{"item": number, "caption": text} or an answer in the batch format',
    words_of_answer,
)


def _read(file: Path, reader: _Reader) -> dict[int, list[str]]:
    form, read = reader
    words_by_item: dict[int, list[str]] = {}
    for number, line in read_json_lines(file):
        try:
            item, words = read(line)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise CommandError(
                f"{file}: line {number} is not {form}: {describe_failure(error)}"
            ) from error
        words_by_item[item] = words
    return words_by_item
