"""What a validator sees of their own work."""

from collections.abc import Mapping
from dataclasses import dataclass

from projects.domain.protocol.text import Language
from projects.models import Project
from review.domain.states import ANSWERED, COUNTED
from review.models import ValidationPlace
from review.selectors.freshness import fresh_places
from review.selectors.rounds import open_round
from workflow.selectors import get_or_missing
from workflow.services import Actor


def place_get(project: Project, place_id: int) -> ValidationPlace:
    """A place in a round. Raises Missing."""
    return get_or_missing(
        (
            ValidationPlace.objects.filter(pk=place_id, project=project).select_related(
                "round", "revision__question", "project__current_protocol"
            )
        ),
        "There is no such question to answer.",
    )


@dataclass(frozen=True)
class ValidationProgress:
    """Mine in the round that is on; ``waiting`` may be taken by others before me."""

    round: int | None
    title: Mapping[Language, str] | None
    answered: int
    waiting: int
    may_undo: bool


def validation_progress(project: Project, actor: Actor) -> ValidationProgress:
    """How far this person is."""
    current = open_round(project)
    if current is None or current.rule.kind != "answer" or actor.user is None:
        return ValidationProgress(None, None, 0, 0, False)
    mine = ValidationPlace.objects.filter(
        round=current, person=actor.user.pk, status__in=(ANSWERED, COUNTED)
    )
    last = mine.order_by("-answer__answered_at", "-pk").first()
    waiting = fresh_places(project, actor.user.pk).values("revision").distinct()
    return ValidationProgress(
        current.number,
        current.rule.title,
        mine.count(),
        waiting.count(),
        last is not None and last.status == ANSWERED,
    )
