"""Discussions of dissent: who takes part, what they are about, which are unsettled."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, QuerySet

from annotation.items.models.questions import QuestionRevision
from review.adjudication.domain.case_states import DROPPED
from review.rounds.domain.round_states import COUNTED
from review.rounds.domain.thread_states import CLOSED_THREAD
from review.rounds.models.rounds import Round, ValidationAssignment, Verdict
from review.rounds.models.threads import Thread
from review.rounds.selectors.answer_counts import AnswerCount, count_answers


def validators_of_discussion(person_id: int | None) -> QuerySet[ValidationAssignment]:
    """Return the person's answers that a discussion (the outer query) is about."""
    return ValidationAssignment.objects.filter(
        person=person_id,
        status=COUNTED,
        round=OuterRef("verdict__round"),
        revision=OuterRef("verdict__revision"),
    )


def unsettled_dissents(of: Round) -> QuerySet[Verdict]:
    """Return the round's verdicts whose discussion has to be closed before the round.

    A question that has been changed or dropped since is not waited for.
    """
    return (
        Verdict.objects.filter(
            round=of,
            passed=True,
            discussion__isnull=False,
            revision__question__live=True,
            revision__number=F("revision__question__current_number"),
        )
        .exclude(discussion__status=CLOSED_THREAD)
        .exclude(revision__question__item__case__status=DROPPED)
    )


class Dissent(NamedTuple):
    """The question that a discussion is about, and what its validators answered."""

    revision: QuestionRevision
    agreed: int
    asked: int
    answers: Sequence[AnswerCount]
    holds_up: bool
    """Whether the question passes only once the discussion is closed."""


def get_dissent_of_thread(thread: Thread) -> Dissent | None:
    """Return what a discussion of dissent is about; None for any other."""
    verdict = (
        Verdict.objects.filter(discussion=thread)
        .select_related("revision__question", "round")
        .first()
    )
    if verdict is None:
        return None
    chosen: list[Any] = list(
        ValidationAssignment.objects.filter(
            round=verdict.round_id, revision=verdict.revision_id, status=COUNTED
        ).values_list("chosen", flat=True)
    )
    return Dissent(
        verdict.revision,
        verdict.agreed,
        verdict.asked,
        count_answers(chosen),
        unsettled_dissents(verdict.round).filter(pk=verdict.pk).exists(),
    )
