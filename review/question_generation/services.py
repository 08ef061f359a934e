"""Question generation from decided records by the protocol's rule (ImageMet §4.1).

Generated questions are drafts until an organizer accepts them.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction

from annotation.items.selectors.items import live_questions
from annotation.records.domain.record import normalize_record
from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.services import Actor, transition
from projects.models import Project
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    cases_without_accepted_questions,
    slot_texts_by_case,
)
from review.adjudication.services.comparison import (
    require_version,
    validate_without_rounds,
)
from review.adjudication.services.records import record_question, require_valid_record
from review.ports import similarities
from review.question_generation.domain.rule import (
    drafted_question,
    options_of_another_kind,
)
from subtext_protocol.document import Protocol


@transaction.atomic
def draft_questions(
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
    given_words = dict(words or {})
    cases = list(cases_without_accepted_questions(project).order_by("item__number"))
    unknown = sorted(set(given_words) - {case.item.number for case in cases})
    if unknown:
        problem = FieldProblem(
            f"words.{unknown[0]}", _("Does not need generated questions.")
        )
        raise InvalidInputError(
            _("Item {unknown} does not need generated questions.", unknown=unknown[0]),
            [problem],
        )
    model = similarities()
    slots = {(fixed.made.field, fixed.made.slot) for fixed in rules.fixed if fixed.made}
    words_by_slot = {slot: slot_texts_by_case(project, *slot) for slot in slots}
    for case in cases:
        case.project = project
        known = given_words.get(case.item.number) or case.drafted.get("words") or []
        questions = []
        for fixed in rules.fixed:
            rule = fixed.made
            other_words = words_by_slot[rule.field, rule.slot] if rule else {}
            offered = known or [
                text for of, text in other_words.items() if of != case.pk
            ]
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
def accept_questions(
    *, case: Case, actor: Actor, version: int, questions: Sequence[Mapping[str, Any]]
) -> Case:
    """Accept the generated questions of an item, edited or not.

    Each has ``fixed``, ``options`` and ``answer``. Raises ConflictError if the item
    needs none or has changed since, InvalidInputError if they are not valid.
    """
    require_version(case, version)
    if not case.drafted or live_questions(case.item):
        raise ConflictError(_("This item does not need generated questions."))
    drafts = {draft["fixed"]: draft for draft in case.drafted["questions"]}
    unknown = [
        FieldProblem(
            f"questions.{at}.fixed", _("The protocol has no such generated question.")
        )
        for at, question in enumerate(questions)
        if question["fixed"] not in drafts
    ]
    if unknown:
        raise InvalidInputError(
            _("A question is not one of the generated questions."), unknown
        )
    protocol = case.project.protocol
    content = {
        **case.record,
        "questions": [
            {
                "uid": str(uuid4()),
                **{
                    part: drafts[question["fixed"]][part] for part in ("format", "stem")
                },
                **{part: question[part] for part in ("fixed", "options", "answer")},
            }
            for question in questions
        ],
    }
    if not questions:
        problem = FieldProblem("questions", _("No questions."))
        raise InvalidInputError(_("An item needs at least one question."), [problem])
    require_valid_record(protocol, content)
    _require_one_kind(protocol, questions)
    final = normalize_record(protocol, content)["questions"]
    edited = [
        question["fixed"]
        for question in final
        if any(
            question[part] != drafts[question["fixed"] or ""][part]
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


_KINDS = {"noun": _("noun"), "adjective": _("adjective")}


def _require_one_kind(
    protocol: Protocol, questions: Sequence[Mapping[str, Any]]
) -> None:
    """Raise InvalidInputError if an option's part of speech gives the key away."""
    fixed = {question.id: question for question in protocol.questions.fixed}
    problems = [
        FieldProblem(
            f"questions.{at}.options.{position}",
            _(
                "“{option}” is another part of speech. All options "
                "must be {kind}s, or the answer shows without the image.",
                option=question["options"][position],
                kind=_KINDS[kind],
            ),
        )
        for at, question in enumerate(questions)
        for position, kind in options_of_another_kind(
            protocol, fixed[question["fixed"]], question["options"]
        )
    ]
    if problems:
        raise InvalidInputError(
            _("The options of a question differ in part of speech."), problems
        )
