"""Generate the questions of final items from their records, for an organizer to accept.

--words is a file of JSON lines {"item": number, "words": [...]}: words for what an image
literally shows. Distractors are taken from them.
"""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from projects.selectors import get_project
from review.services.question_generation import draft_questions
from workflow.commands import SubtextCommand
from workflow.services import Actor


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--words",
            type=Path,
            metavar="FILE.jsonl",
            help="words for distractors, by item",
        )
        parser.add_argument(
            "--seed", type=int, default=0, help="seed of the sampling (default: 0)"
        )

    def act(self, **options: Any) -> None:
        project = get_project(options["slug"])
        if project.protocol.questions.written_by != "rule":
            raise CommandError(
                "This protocol has no generated questions: annotators write them."
            )
        words = _words(options["words"]) if options["words"] else None
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
        self.emit(
            data,
            f"Items with generated questions: {len(cases)} ({by}). "
            f"Options to choose by hand: {open_options}.",
        )


def _words(file: Path) -> dict[int, list[str]]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file}: {error}") from error
    words_by_item: dict[int, list[str]] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            words = data["words"]
            if not all(isinstance(word, str) for word in words):
                raise TypeError("words")
            words_by_item[int(data["item"])] = list(words)
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(
                f'{file}: line {number} is not {{"item": number, "words": [...]}}: '
                f"{error!r}"
            ) from error
    return words_by_item
