"""An organizer's decisions on possible near-duplicates."""

from django.db import transaction
from django.utils import timezone

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.services import Actor
from curation.filters.services.remaining_stages import enqueue_remaining_filters
from curation.near_duplicates.models import NearDuplicatePair, PairAnswer, PairDecision
from curation.near_duplicates.services.clusters import resettle_duplicates


@transaction.atomic
def decide_pair(*, pair: NearDuplicatePair, answer: str, actor: Actor) -> PairDecision:
    """Record whether two images are the same, different, or variants of one family.

    The same images become a cluster at once, of which the best stays. Raises
    InvalidInputError (answer).
    """
    if answer not in PairAnswer.values:
        problem = FieldProblem("answer", _("Must be same, different or variant."))
        raise InvalidInputError(_("This decision is not valid."), [problem])
    decision, _created = PairDecision.objects.update_or_create(
        left_id=pair.left_id,
        right_id=pair.right_id,
        defaults={
            "answer": answer,
            "decided_by_id": actor.user.pk if actor.user else None,
            "decided_at": timezone.now(),
        },
    )
    _settle(pair, actor)
    return decision


@transaction.atomic
def undo_decision(*, pair: NearDuplicatePair, actor: Actor) -> None:
    """Make a pair undecided again. Raises ConflictError if it is not decided."""
    deleted, _models = PairDecision.objects.filter(
        left_id=pair.left_id, right_id=pair.right_id
    ).delete()
    if not deleted:
        raise ConflictError(_("This pair is not decided."))
    _settle(pair, actor)


def _settle(pair: NearDuplicatePair, actor: Actor) -> None:
    project = pair.left.project
    resettle_duplicates(project, actor)
    enqueue_remaining_filters(project=project, actor=actor)
