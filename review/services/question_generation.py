"""Question generation from decided records by the protocol's rule (ImageMet §4.1).

Generated questions are drafts until an organizer accepts them.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction

from annotation.domain.record import record_normalised
from annotation.selectors import live_questions
from annotation.services.people import person_of
from projects.models import Project
from review.domain.question_generation import drafted_question
from review.models import Case
from review.ports import similarities
from review.selectors.cases import cases_to_make, words_of_others
from review.services.cases import require_version, validate_without_rounds
from review.services.records import record_question, require_sound
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.services import Actor, transition


@transaction.atomic
def questions_draft(
    *,
    project: Project,
    actor: Actor,
    seed: int = 0,
    words: Mapping[int, Sequence[str]] | None = None,
) -> list[Case]:
    """Draft questions for all decided items without any; a seed gives the same drafts.

    ``words``, by item number, fit what an image literally shows; distractors are chosen
    from them. Without words they come from the same slot of other items' records.
    Without a similarity model the words are offered for a manual choice. Raises
    InvalidInputError for an item that needs no questions.
    """
    rules = project.protocol.questions
    given = dict(words or {})
    cases = list(cases_to_make(project).order_by("item__number"))
    unknown = sorted(set(given) - {case.item.number for case in cases})
    if unknown:
        problem = FieldProblem(
            f"words.{unknown[0]}", "Does not need generated questions."
        )
        raise InvalidInputError(
            f"Item {unknown[0]} does not need generated questions.", [problem]
        )
    model = similarities()
    slots = {(one.made.field, one.made.slot) for one in rules.fixed if one.made}
    said = {slot: words_of_others(project, *slot) for slot in slots}
    for case in cases:
        case.project = project
        known = given.get(case.item.number) or case.drafted.get("words") or []
        questions = []
        for fixed in rules.fixed:
            made = fixed.made
            others = said[made.field, made.slot] if made else {}
            offered = known or [text for of, text in others.items() if of != case.pk]
            questions.append(
                drafted_question(
                    project.protocol,
                    fixed,
                    case.record["sentences"],
                    offered,
                    seed=f"{seed}|{case.item.number}|{fixed.id}",
                    similarities=model[1] if model else None,
                )
            )
        drafted = {
            "seed": seed,
            "model": model[0] if model else "",
            "words": list(known),
            "questions": questions,
        }
        transition(
            case,
            "draft_questions",
            actor=actor,
            changes={"drafted": drafted},
            data=drafted,
        )
    return cases


@transaction.atomic
def questions_accept(
    *, case: Case, actor: Actor, version: int, questions: Sequence[Mapping[str, Any]]
) -> Case:
    """Accept the generated questions of an item, edited or not.

    Each has ``fixed``, ``options`` and ``answer``. Raises ConflictError if the item
    needs none or has changed since, InvalidInputError if they are not valid.
    """
    require_version(case, version)
    if not case.drafted or live_questions(case.item):
        raise ConflictError("This item does not need generated questions.")
    drafts = {one["fixed"]: one for one in case.drafted["questions"]}
    unknown = [
        FieldProblem(
            f"questions.{at}.fixed", "The protocol has no such generated question."
        )
        for at, one in enumerate(questions)
        if one["fixed"] not in drafts
    ]
    if unknown:
        raise InvalidInputError(
            "A question is not one of the generated questions.", unknown
        )
    protocol = case.project.protocol
    content = {
        **case.record,
        "questions": [
            {
                "uid": str(uuid4()),
                **{part: drafts[one["fixed"]][part] for part in ("format", "stem")},
                **{part: one[part] for part in ("fixed", "options", "answer")},
            }
            for one in questions
        ],
    }
    if not questions:
        problem = FieldProblem("questions", "No questions.")
        raise InvalidInputError("An item needs at least one question.", [problem])
    require_sound(protocol, content, actor)
    final = record_normalised(protocol, content)["questions"]
    edited = [
        one["fixed"]
        for one in final
        if any(
            one[part] != drafts[one["fixed"] or ""][part]
            for part in ("options", "answer")
        )
    ]
    transition(
        case,
        "accept_questions",
        actor=actor,
        changes={"drafted": {}},
        data={"drafted": case.drafted, "edited": edited},
    )
    for position, question in enumerate(final, start=1):
        record_question(case.item, position, dict(question), person_of(actor))
    validate_without_rounds(case)
    return case
