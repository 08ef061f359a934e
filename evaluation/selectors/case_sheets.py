"""Case-study sheet of an error analysis."""

import base64
from typing import Any

from django.core.files.storage import default_storage

from annotation.models import ItemImage
from evaluation.models import ErrorAnalysis
from evaluation.runner.questions import LETTERS
from evaluation.selectors.analyses import analysis_samples
from evaluation.selectors.outcomes import judged
from evaluation.selectors.questions import released_questions
from evaluation.selectors.runs import latest_responses
from projects.domain.protocol.text import in_language


def case_sheet(analysis: ErrorAnalysis) -> list[dict[str, Any]]:
    """Return template data for the fully marked answers, in drawing order.

    Images are embedded as data URLs, so that the sheet is one file. ``key`` and
    ``chosen`` are empty where the question has options, which are marked instead.
    """
    protocol = analysis.run.release.protocol_version.protocol
    titles = {
        one.id: in_language(one.title, protocol.language)
        for one in protocol.evaluation.error_categories
    }
    questions = released_questions(analysis.run.release)
    responses, read = latest_responses(analysis.run), judged(analysis.run)
    cases: list[dict[str, Any]] = []
    for sample in analysis_samples(analysis).order_by("pk"):
        marks = sorted(sample.marks.all(), key=lambda mark: mark.place)
        # Incomplete marks stay hidden from the other marker.
        if len(marks) < analysis.markers:
            continue
        question = questions[sample.question_id]
        chosen = read[sample.question_id].letter
        cases.append(
            {
                "number": len(cases) + 1,
                "pictures": _pictures(question.item_id),
                "stem": question.stem,
                "options": [
                    {
                        "letter": letter,
                        "text": text,
                        "is_key": letter in question.answer,
                        "is_chosen": letter in chosen,
                    }
                    for letter, text in zip(LETTERS, question.options, strict=False)
                ],
                "key": "" if question.options else question.published.correct_option,
                "chosen": "" if question.options else chosen,
                "response": responses[sample.question_id].record.get("text") or "",
                "marks": [
                    {"category": titles[mark.category], "note": mark.note}
                    for mark in marks
                ],
            }
        )
    return cases


def _pictures(item_id: int) -> list[str]:
    places = ItemImage.objects.filter(item=item_id).order_by("position")
    found = []
    for place in places.select_related("image"):
        with default_storage.open(place.image.preview) as file:
            content = base64.b64encode(file.read()).decode()
        found.append(f"data:image/webp;base64,{content}")
    return found
