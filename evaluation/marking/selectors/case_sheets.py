"""Case-study sheet of an error analysis."""

import base64
from collections import Counter
from collections.abc import Sequence
from typing import Any

from evaluation.marking.models.error_analyses import ErrorAnalysis
from evaluation.marking.selectors.blind_marks import fully_marked
from evaluation.marking.selectors.error_analyses import (
    analysis_samples,
    reference_field,
)
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import (
    item_previews,
    released_items,
    released_questions,
)
from evaluation.runs.selectors.runs import latest_responses
from evaluation.scores.selectors.outcomes import judged_questions
from subtext_protocol.text import in_language
from subtext_runner.questions import LETTERS


def case_sheet(analysis: ErrorAnalysis) -> list[dict[str, Any]]:
    """Return template data for the fully marked responses.

    They are ordered and numbered by the label that was sampled by, correct answers first
    (II-Bench, Appendix G: "Life 1: Correct Case"). Images are embedded as data URLs, so
    that the sheet is one file. ``key`` and ``chosen`` are empty where the question has
    options, which are marked instead. Of a caption, ``key`` is the caption that people
    wrote.
    """
    titles = {
        category.id: in_language(category.title, analysis.run.protocol.language)
        for category in analysis.run.protocol.evaluation.error_categories
    }
    strata = _stratum_titles(analysis)
    order = [*strata, ""]
    samples = sorted(
        analysis_samples(analysis),
        key=lambda sample: (
            order.index(sample.stratum),
            not sample.correct,
            sample.pk,
        ),
    )
    # Incomplete marks stay hidden from the other markers.
    marked = fully_marked(samples, analysis.markers)
    drawn = [sample.question_id for sample in marked]
    responses = latest_responses(analysis.run, drawn)
    contents = _contents_by_question(analysis.run, drawn)
    images = item_previews(item for item, _ in contents.values())
    cases: list[dict[str, Any]] = []
    numbers = Counter[str]()
    for sample, marks in marked.items():
        item, case = contents[sample.question_id]
        numbers[sample.stratum] += 1
        stratum = strata.get(sample.stratum, "")
        cases.append(
            {
                "number": len(cases) + 1,
                "name": f"{stratum} {numbers[sample.stratum]}".strip(),
                "kinds": list(
                    dict.fromkeys(
                        titles[category]
                        for mark in marks
                        for category in mark.categories
                    )
                ),
                "correct": sample.correct,
                "pictures": [*map(_data_url, images[item])],
                **case,
                "response": responses[sample.question_id].record.get("text") or "",
                "marks": [
                    {
                        "categories": [titles[name] for name in mark.categories],
                        "note": mark.note,
                    }
                    for mark in marks
                ],
            }
        )
    return cases


def _stratum_titles(analysis: ErrorAnalysis) -> dict[str, str]:
    """Return the titles of the choices that the analysis sampled by."""
    if not analysis.field:
        return {}
    return {
        choice.id: in_language(choice.released_title, analysis.run.protocol.language)
        for choice in analysis.run.protocol.label(analysis.field).choices
    }


def _contents_by_question(
    run: Run, drawn: Sequence[str]
) -> dict[str, tuple[int, dict[str, Any]]]:
    """Return item and template data of the questions, or of the items with a caption."""
    if not run.asks_questions:
        reference = reference_field(run)
        return {
            item.key: (
                item.item_id,
                {"stem": "", "options": [], "key": item.written.get(reference, "")},
            )
            for item in released_items(run.release, keys=drawn)
        }
    questions = released_questions(run.release, about=drawn)
    read = judged_questions(run, drawn)
    contents = {}
    for uid in drawn:
        question, chosen = questions[uid], read[uid].letter
        contents[uid] = (
            question.item_id,
            {
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
                "chosen": "" if question.options else chosen or "–",
            },
        )
    return contents


def _data_url(image: bytes) -> str:
    return f"data:image/webp;base64,{base64.b64encode(image).decode()}"
