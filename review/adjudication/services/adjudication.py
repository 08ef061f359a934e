"""Adjudication: decide on the final record of a compared item, or undo the decision.

A third person decides alone, or the annotators reach a consensus. For a consensus they
see each other's work and agree on one record (ImageMet, §3 and Appendix J.1: one of the
two, a merged one, or discard).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from annotation.records.domain.record import Record, normalize_record
from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, NotAllowedError
from core.selectors import list_entries_of_object
from core.services import Actor, transition
from projects.models import User
from review.adjudication.domain.case_states import FINAL, TO_ADJUDICATE, TO_MERGE
from review.adjudication.domain.provenance import (
    QuestionOrigins,
    label_origins,
    person_letter,
    question_origins,
    text_origin,
)
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    UNDECIDED,
    right_to_decide_alone,
    uses_consensus,
)
from review.adjudication.selectors.details import list_compared_records
from review.adjudication.services.comparison import (
    drop_questions,
    require_version,
    validate_without_rounds,
)
from review.adjudication.services.records import (
    record_changes,
    record_question,
    record_without_questions,
    require_valid_record,
    undecided_changes,
)


@dataclass(frozen=True, kw_only=True)
class QuestionChoice:
    """A question of the final record.

    ``sources`` are (annotation, question) positions among the compared records. With
    one source and no ``content``, the question is taken unchanged. ``content`` (format,
    fixed, stem, options, answer) is merged from the sources, or new if there are none.
    """

    sources: Sequence[Sequence[int]] = ()
    content: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class CaseDecision:
    """The record that a person chooses or proposes for an item.

    ``reasons`` by field are required where a label overrides all annotators.
    """

    record: Mapping[str, Any]
    questions: Sequence[QuestionChoice] = ()
    reasons: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class CheckedDecision:
    """A valid decision, and the origin of each part of it."""

    final: Record
    origins: Mapping[str, Any]
    question_origins: Sequence[QuestionOrigins]
    overridden: Sequence[str]
    authors: Sequence[int | None]
    """The author's annotation position of each question; None: the person who decided.
    """


def finalize_case(
    *,
    case: Case,
    actor: Actor,
    record: Mapping[str, Any],
    questions: Sequence[QuestionChoice],
    reasons: Mapping[str, str],
    version: int,
    waiver: str = "",
) -> Case:
    """Decide on the final record of a compared item.

    1. Only a third person may decide, unless the team is too small and ``waiver`` says
       why. Where the annotators decide by consensus, a ``waiver`` is required, as when
       one of them has left.
    2. ``version`` is the case's state_version that the person saw.
    3. The record must be complete and pass the protocol's blocking checks.
    4. ``reasons`` by field are required where a label overrides all annotators.

    The ledger keeps the origin of each field and question. Raises NotAllowedError,
    ConflictError, InvalidInputError.
    """
    _require_third(case, actor, waiver)
    require_version(case, version)
    decision = CaseDecision(record=record, questions=questions, reasons=reasons)
    with transaction.atomic():
        settle_decision(
            case, "finalize", actor, decision, by=actor.user, data={"waiver": waiver}
        )
    return case


def settle_decision(
    case: Case,
    action: str,
    actor: Actor,
    decision: CaseDecision,
    *,
    by: Any,
    data: Mapping[str, Any],
) -> None:
    """Make the decision of ``by`` final. Raises ConflictError, InvalidInputError."""
    checked = check_decision(case, decision)
    transition(
        case,
        action,
        actor=actor,
        changes={
            **record_changes(record_without_questions(checked.final)),
            "adjudicator": actor.user if action == "finalize" else None,
            "proposal": {},
            "drafted": {},
        },
        data={
            "origins": checked.origins,
            "questions": [
                list(map(list, choice.sources)) for choice in decision.questions
            ],
            "question_origins": [asdict(origin) for origin in checked.question_origins],
            "reasons": {field: decision.reasons[field] for field in checked.overridden},
            **data,
        },
    )
    of_questions = zip(checked.final["questions"], checked.authors, strict=True)
    for position, (question, author) in enumerate(of_questions, start=1):
        wrote = by if author is None else _annotator(case, author)
        record_question(case.item, position, dict(question), wrote)
    validate_without_rounds(case)


def check_decision(case: Case, decision: CaseDecision) -> CheckedDecision:
    """Return the record of a decision. Raises InvalidInputError if it is not valid."""
    protocol = case.project.protocol
    records = list_compared_records(case)
    chosen = [
        _resolve(at, choice, records) for at, choice in enumerate(decision.questions)
    ]
    content = {
        **record_without_questions(decision.record),
        "questions": [question for question, _ in chosen],
    }
    require_valid_record(protocol, content)
    final = normalize_record(protocol, content)
    origins, overridden = label_origins(
        protocol, case.comparison["fields"], final["labels"]
    )
    missing = [
        FieldProblem(
            f"reasons.{field}",
            _("No annotator chose this value: please give a reason."),
        )
        for field in overridden
        if not decision.reasons.get(field, "").strip()
    ]
    if missing:
        raise InvalidInputError(
            _("A reason is required if all annotators are overruled."), missing
        )
    written: Mapping[str, Mapping[str, Any]] = {
        "texts": final["texts"],
        "sentences": final["sentences"],
    }
    for part, fields in written.items():
        for field, value in fields.items():
            origins[field] = text_origin(
                value, [record.get(part, {}).get(field) for record in records]
            )
    return CheckedDecision(
        final=final,
        origins=origins,
        question_origins=[
            question_origins(question, _sources(choice, records))
            for question, choice in zip(
                final["questions"], decision.questions, strict=True
            )
        ],
        overridden=overridden,
        authors=[author for _, author in chosen],
    )


def _sources(
    choice: QuestionChoice, records: Sequence[Mapping[str, Any]]
) -> dict[str, Mapping[str, Any]]:
    """Return the compared questions of a choice by their names: A1, B2 …"""
    return {
        f"{person_letter(annotation)}{at + 1}": records[annotation]["questions"][at]
        for annotation, at in choice.sources
    }


def _require_third(case: Case, actor: Actor, waiver: str) -> None:
    """Keep annotators from adjudicating their own item. Raises NotAllowedError."""
    if actor.user is None:
        return
    how = right_to_decide_alone(case, person_of(actor))
    if how == "freely":
        return
    if not waiver.strip():
        raise NotAllowedError(
            _("The annotators of this item decide by consensus.")
            if uses_consensus(case.project)
            else _(
                "Annotators cannot adjudicate their own items. A third person must decide."
            )
        )
    if how == "no":
        raise NotAllowedError(
            _("Only a person who did not annotate this item can adjudicate it.")
        )


def _resolve(
    at: int, choice: QuestionChoice, records: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, Any], int | None]:
    """Return a question's content and its author.

    The author is an annotation's position, None for the person who decides. Raises
    InvalidInputError.
    """
    for annotation, question in choice.sources:
        if not (
            0 <= annotation < len(records)
            and 0 <= question < len(records[annotation].get("questions", ()))
        ):
            problem = FieldProblem(
                f"questions.{at}.sources", _("This item has no such question.")
            )
            raise InvalidInputError(_("A question does not exist."), [problem])
    uid = f"question-{at}"
    if choice.content is not None:
        return {**choice.content, "uid": uid}, None
    if len(choice.sources) != 1:
        problem = FieldProblem(
            f"questions.{at}.content", _("Choose a question or write one.")
        )
        raise InvalidInputError(_("A question is missing."), [problem])
    annotation, question = choice.sources[0]
    return {**records[annotation]["questions"][question], "uid": uid}, annotation


def _annotator(case: Case, position: int) -> User:
    return User.objects.get(pk=case.comparison["people"][position])


@transaction.atomic
def undo_decision(*, case: Case, actor: Actor) -> Case:
    """Undo an adjudication before a round includes the item.

    Its questions are dropped; the ledger keeps the record. Raises ConflictError.
    """
    if case.status != FINAL:
        raise ConflictError(
            _("This decision is already part of a round and cannot be undone.")
        )
    decided = list_entries_of_object(case).filter(action="finalize").last()
    if decided is None:
        raise ConflictError(_("Only adjudications can be undone."))
    back = {TO_ADJUDICATE: "undo_dispute", TO_MERGE: "undo_merge"}
    transition(
        case,
        back[decided.source],
        actor=actor,
        data={"record": case.record},
        changes={**undecided_changes(case.item_id), "adjudicator": None},
    )
    drop_questions(case, actor, _("The adjudication was undone."))
    return case


def propose_record(
    *,
    case: Case,
    actor: Actor,
    version: int,
    decision: CaseDecision | None = None,
    discard: str = "",
) -> Case:
    """Propose a record for an item to its other annotators, or propose to discard it.

    ``discard`` is the reason why no record can be agreed on. A new proposal replaces
    the open one. Raises NotAllowedError for people who did not annotate the item,
    ConflictError, InvalidInputError.
    """
    _require_of_them(case, actor)
    require_version(case, version)
    if decision is None and not discard.strip():
        problem = FieldProblem(
            "discard", _("Propose a record, or give a reason to exclude the item.")
        )
        raise InvalidInputError(_("The proposal is empty."), [problem])
    if decision is not None:
        check_decision(case, decision)
    by = person_of(actor).pk
    proposal = {
        "by": by,
        "agreed": [by],
        "discard": discard.strip() if decision is None else "",
        **(asdict(decision) if decision else {}),
    }
    transition(
        case, "propose", actor=actor, changes={"proposal": proposal}, data=proposal
    )
    return case


@transaction.atomic
def agree_to_proposal(*, case: Case, actor: Actor, version: int) -> Case:
    """Agree to the proposal; once all annotators have, it becomes final.

    The ledger keeps who proposed and who agreed. Raises NotAllowedError for people who
    did not annotate the item, ConflictError if there is no proposal, InvalidInputError.
    """
    _require_of_them(case, actor)
    require_version(case, version)
    proposal = case.proposal
    if not proposal:
        raise ConflictError(_("There is no proposal yet."))
    person = person_of(actor).pk
    if person in proposal["agreed"]:
        raise ConflictError(
            _("You have already agreed. The other annotators have not yet.")
        )
    agreed = [*proposal["agreed"], person]
    transition(
        case,
        "agree_to",
        actor=actor,
        changes={"proposal": {**proposal, "agreed": agreed}},
    )
    if not set(case.comparison["people"]) <= set(agreed):
        return case
    data = {"proposed_by": proposal["by"], "agreed": agreed}
    if proposal["discard"]:
        transition(
            case,
            "discard",
            actor=actor,
            reason=proposal["discard"],
            changes={"proposal": {}},
            data=data,
        )
        return case
    decision = CaseDecision(
        record=proposal["record"],
        questions=[QuestionChoice(**question) for question in proposal["questions"]],
        reasons=proposal["reasons"],
    )
    by = User.objects.get(pk=proposal["by"])
    settle_decision(case, "settle", actor, decision, by=by, data=data)
    return case


def _require_of_them(case: Case, actor: Actor) -> None:
    if not uses_consensus(case.project):
        raise NotAllowedError(
            _("In this project, a third person adjudicates the items.")
        )
    if case.status not in UNDECIDED:
        raise ConflictError(_("There is nothing to decide for this item now."))
    if person_of(actor).pk not in case.comparison["people"]:
        raise NotAllowedError(_("The annotators of this item decide by consensus."))
