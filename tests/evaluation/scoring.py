"""Runs with known answers, and people's answers, in tests."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from annotation.items.models.questions import QuestionRevision
from evaluation.dispatch.services.runs import run_in_this_process
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import (
    ReleasedQuestion,
    released_questions,
)
from evaluation.runs.services.responses import record_responses
from projects.models import User
from releases.records.models import Release
from review.rounds.domain.round_states import COUNTED
from review.rounds.models.rounds import Round, ValidationAssignment
from tests.evaluation.ordering import ordered

LETTERS = "ABCDEF"


def key(question: ReleasedQuestion) -> str:
    return question.answer


def another(question: ReleasedQuestion) -> str:
    """The letter after the key's."""
    return LETTERS[(LETTERS.index(question.answer) + 1) % len(LETTERS)]


def scored(
    release: Release, text: Callable[[ReleasedQuestion], str], **options: Any
) -> Run:
    """A finished run that answered each question with ``text`` of it."""
    run = ordered(release, base_url="http://127.0.0.1:9", **options)
    asked = released_questions(release, splits=run.splits)
    batch = [
        {"question_id": uid, "text": text(one), "finish_reason": "stop"}
        for uid, one in asked.items()
    ]
    record_responses(run_id=run.pk, responses=batch)
    # Nothing is left to be asked: it is only scored.
    run = run_in_this_process(run=run)
    assert run.status == "finished"
    return run


def right_on(*ids: str) -> Callable[[ReleasedQuestion], str]:
    """The key for these questions, another letter for the others."""
    return lambda question: key(question) if question.id in ids else another(question)


def people_answer(
    release: Release, person: User, right: Callable[[ReleasedQuestion], bool]
) -> None:
    """The person's counted answers to all questions of the release."""
    of, _ = Round.objects.get_or_create(
        project=release.project,
        number=1,
        defaults={
            "based_on": 1,
            "rules": release.protocol_version.protocol.review.rounds[0].model_dump(
                mode="json"
            ),
            "protocol_version": release.protocol_version,
            "status": "closed",
        },
    )
    for question in released_questions(release).values():
        revision = QuestionRevision.objects.get(question__uid=question.id, number=1)
        chosen = question.given if right(question) else (question.given + 1) % 6
        ValidationAssignment.objects.create(
            project=release.project,
            round=of,
            revision=revision,
            number=ValidationAssignment.objects.filter(
                round=of, revision=revision
            ).count(),
            person=person,
            status=COUNTED,
            order=list(range(6)),
            chosen=chosen,
            answered_at=timezone.now(),
        )
