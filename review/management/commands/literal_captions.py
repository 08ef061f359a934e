"""Write the requests for literal captions of the items that need generated questions.

--out is a batch file for an OpenAI-compatible server. questions_make --captions reads its
answers: the adjectives of the captions are the words that distractors are chosen from
(ImageMet, §4.1).
"""

import json
from typing import Any

from django.core.files.storage import default_storage
from django.core.management.base import CommandError, CommandParser

from projects.selectors import get_project
from review.domain.literal_captions import caption_request, literal_prompt
from review.selectors.cases import cases_without_accepted_questions
from workflow.commands import SubtextCommand, local_path


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--out",
            type=local_path,
            required=True,
            metavar="FILE.jsonl",
            help="file for the requests, one per line",
        )
        parser.add_argument(
            "--model", default="gpt-4o", help="model to ask (default: %(default)s)"
        )

    def act(self, **options: Any) -> None:
        project = get_project(options["slug"])
        prompt = literal_prompt(project.protocol)
        if not prompt:
            raise CommandError("This protocol has no prompt for literal captions.")
        lines = []
        for case in cases_without_accepted_questions(project).order_by("item__number"):
            places = case.item.places.all()
            image = min(places, key=lambda place: place.position).image
            with default_storage.open(image.preview) as file:
                request = caption_request(
                    item=case.item.number,
                    image=file.read(),
                    media_type="image/webp",
                    prompt=prompt,
                    model=options["model"],
                )
            lines.append(json.dumps(request, ensure_ascii=False))
        options["out"].write_text("".join(f"{line}\n" for line in lines), "utf-8")
        self.emit({"items": len(lines)}, f"Requests written: {len(lines)}.")
