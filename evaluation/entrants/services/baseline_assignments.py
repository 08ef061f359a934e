"""Human baseline: people answer whole splits without having seen the answers.

II-Bench and CII-Bench print the average and the best of such people (Table 3; Table 1).
"""

import json
from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.items.models.questions import Question
from annotation.onboarding.services.consent_and_practice import require_consent
from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.models import LedgerEntry
from core.services import Actor
from evaluation.entrants.models.baseline_assignments import (
    BaselineAnswer,
    BaselineAssignment,
)
from evaluation.entrants.services.external_results import ExternalFile, score_answers
from evaluation.runs.selectors.released_questions import (
    ReleasedQuestion,
    released_questions,
)
from projects.access.selectors import (
    active_people,
    list_ended_roles,
    list_resumed_roles,
)
from projects.models import Project, User
from projects.roles import Role
from releases.records.models import Release
from review.notifications.models import NotificationKind
from review.notifications.services.sending import send_notifications
from review.rounds.selectors.freshness import known_questions
from subtext_protocol.formats.registry import get_format


@transaction.atomic
def assign_baseline(
    *,
    release: Release,
    people: Sequence[int],
    splits: Sequence[str] = (),
    actor: Actor,
) -> list[BaselineAssignment]:
    """Assign all questions of ``splits`` to people, by default of the main split.

    Each of them gets a notification.

    Raises InvalidInputError for a person who may have seen an answer: organizers see
    all of them. Others know the items that they annotated or validated, former
    organizers also those that were begun in their time.
    """
    if release.status != "published":
        raise InvalidInputError(_("Only published releases can be answered."))
    chosen = list(splits) or [release.protocol.release.main_split]
    questions = released_questions(release, splits=chosen)
    if not questions:
        problem = FieldProblem(
            "splits", _("This release has no questions in these splits.")
        )
        raise InvalidInputError(_("There is nothing to answer."), [problem])
    annotators = {
        person.pk: person for person in active_people(release.project, [Role.ANNOTATOR])
    }
    asked_questions = Question.objects.filter(uid__in=questions)
    problems = [
        FieldProblem(f"people.{at}", reason)
        for at, person in enumerate(people)
        if (reason := _refusal(annotators.get(person), asked_questions))
    ]
    if problems:
        raise InvalidInputError(_("Some people cannot be asked."), problems)
    try:
        with transaction.atomic():
            assignments = [
                BaselineAssignment.objects.create(
                    release=release,
                    person_id=person,
                    splits=chosen,
                    total=len(questions),
                    created_by=person_of(actor),
                )
                for person in people
            ]
    except IntegrityError as error:
        raise ConflictError(
            _("A person already has this release to answer. Choose others.")
        ) from error
    for assignment in assignments:
        send_notifications(
            people=[assignment.person_id],
            project=release.project,
            kind=NotificationKind.TEST_SET_ASSIGNED,
            item_id=None,
            subject_id=assignment.pk,
        )
    return assignments


def end_baseline_assignments(entries: Sequence[LedgerEntry]) -> None:
    """Handler of membership → member or removed: end what former annotators answer.

    Their answers are kept.
    """
    for membership in list_ended_roles(entries):
        BaselineAssignment.objects.filter(
            release__project=membership.project_id,
            person=membership.user_id,
            run=None,
            ended_at=None,
        ).update(ended_at=timezone.now())


def resume_baseline_assignments(entries: Sequence[LedgerEntry]) -> None:
    """Handler of membership → member: resume what an annotator had begun to answer.

    Not if they know one of the questions by now.
    """
    for membership in list_resumed_roles(entries, [Role.ANNOTATOR]):
        ended = BaselineAssignment.objects.filter(
            release__project=membership.project_id,
            person=membership.user_id,
            ended_at__isnull=False,
        )
        for assignment in ended.select_related("release"):
            questions = released_questions(assignment.release, splits=assignment.splits)
            open_questions = Question.objects.filter(uid__in=questions)
            if not known_questions(open_questions, membership.user_id):
                assignment.ended_at = None
                assignment.save(update_fields=["ended_at"])


def _refusal(person: User | None, asked_questions: Any) -> str:
    if person is None:
        return _("Only annotators of the project have not seen the answers.")
    known = known_questions(asked_questions, person.pk)
    if known:
        return _(
            "Knows {known} of these questions from annotation, validation or a former role.",
            known=known,
        )
    return ""


@transaction.atomic
def submit_baseline_answer(
    *,
    assignment: BaselineAssignment,
    question_id: str,
    chosen: Any,
    seconds: float,
    actor: Actor,
) -> None:
    """Store the answer to a question; the last one has all of them scored.

    Sending the same answer again changes nothing. Raises ConflictError for another
    answer to an answered question, InvalidInputError for one that does not fit.
    """
    project: Project = assignment.release.project
    require_consent(project=project, actor=actor)
    # One at a time: of two last answers, only one starts the scoring.
    assignment = BaselineAssignment.objects.select_for_update().get(pk=assignment.pk)
    if assignment.ended_at is not None:
        raise ConflictError(
            _("This test set is no longer assigned to you. Your answers are kept.")
        )
    questions = released_questions(assignment.release, about=[question_id])
    question = questions.get(question_id)
    if question is None or question.split not in assignment.splits:
        raise InvalidInputError(
            _("This question is not assigned to you."), [FieldProblem("question", "")]
        )
    text = _as_text(question, chosen, assignment.release)
    answer, is_new = BaselineAnswer.objects.get_or_create(
        assignment=assignment,
        question=question_id,
        defaults={"answer": text, "seconds": seconds},
    )
    if not is_new and answer.answer != text:
        raise ConflictError(_("You have already answered this question."))
    if assignment.run is None and assignment.answers.count() == assignment.total:
        _score(assignment, actor)


def _as_text(question: ReleasedQuestion, chosen: Any, release: Release) -> str:
    kind = get_format(question.format)
    reason = kind.validate_answer(question.options, chosen)
    if reason:
        problem = FieldProblem("chosen", reason)
        raise InvalidInputError(_("This is no answer to the question."), [problem])
    if isinstance(chosen, str):
        return chosen
    return kind.published_key(
        question.options, chosen, language=release.protocol.language
    ).text


def _score(assignment: BaselineAssignment, actor: Actor) -> None:
    release = assignment.release
    lines = [
        json.dumps({"id": answer.question, "answer": answer.answer})
        for answer in assignment.answers.order_by("pk")
    ]
    number = release.baseline_assignments.filter(pk__lte=assignment.pk).count()
    file = ExternalFile(
        content="\n".join(lines).encode(),
        name=f"human-baseline-{number}.jsonl",
        # Tables hold no names of people.
        model=f"Human {number}",
        note="Answered in this project without the correct answers.",
    )
    assignment.run = score_answers(release=release, file=file, actor=actor)
    assignment.save(update_fields=["run"])
