"""Write the requests for literal captions of the items that need generated questions.

--out is a batch file for an OpenAI-compatible server. questions_make --captions reads its
answers: the adjectives of the captions are the words that distractors are chosen from
(ImageMet, §4.1).
"""

from typing import Any

from django.core.files.storage import default_storage
from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, write_json_lines
from projects.access.selectors import get_project
from review.adjudication.selectors.cases import cases_without_accepted_questions
from review.question_generation.domain.literal_captions import (
    caption_request,
    literal_prompt,
)


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        self.add_request_options(parser)

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        prompt = literal_prompt(project.protocol)
        if not prompt:
            raise CommandError("This protocol has no prompt for literal captions.")
        requests = []
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
            requests.append(request)
        write_json_lines(options["out"], requests)
        self.print_outcome(
            {"items": len(requests)}, f"Requests written: {len(requests)}."
        )
