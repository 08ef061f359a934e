"""Places of a validation round: made before anybody is asked."""

from collections.abc import Sequence

from django.utils import timezone

from annotation.models import Question, QuestionRevision
from review.domain.states import ANSWERED, LEASED, OPEN
from review.models import Case, Round, ValidationPlace
from workflow.services import Actor, transition_all


def places_make(*, of: Round, revisions: Sequence[QuestionRevision]) -> int:
    """As many places as the round's rules say for each revision that has none there."""
    there = set(
        ValidationPlace.objects.filter(round=of).values_list("revision_id", flat=True)
    )
    places = [
        ValidationPlace(
            project_id=of.project_id, round=of, revision=revision, number=number
        )
        for revision in revisions
        if revision.pk not in there
        for number in range(1, of.rule.people + 1)
    ]
    ValidationPlace.objects.bulk_create(places, batch_size=500)
    return len(places)


def places_withdraw(
    *, actor: Actor, case: Case | None = None, question: Question | None = None
) -> None:
    """Nobody needs to answer this any more; what was answered is kept."""
    places = ValidationPlace.objects.filter(status__in=(OPEN, LEASED, ANSWERED))
    if case is not None:
        places = places.filter(revision__question__item=case.item_id)
    if question is not None:
        places = places.filter(revision__question=question)
    transition_all(places, "withdraw", actor=actor, changes={"lease_until": None})


def places_expire(*, project_id: int) -> None:
    """Free the places of people who went away. Raises Conflict when one just answers."""
    over = ValidationPlace.objects.filter(
        project_id=project_id, status=LEASED, lease_until__lt=timezone.now()
    )
    transition_all(
        over,
        "expire",
        actor=Actor.system(),
        changes={"lease_until": None, "person": None, "waived": ""},
    )
