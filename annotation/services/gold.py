"""Choosing what is asked again unseen, and how often."""

from collections.abc import Sequence

from django.db import transaction

from annotation.models.training import GoldItem, Training
from annotation.ports import finished_items
from annotation.selectors import items_of
from annotation.services.people import person_of
from projects.models import Project
from workflow.errors import FieldProblem, InvalidInputError, NotFoundError
from workflow.services import Actor


@transaction.atomic
def add_gold_items(*, project: Project, actor: Actor, items: Sequence[int]) -> None:
    """Let finished items be asked again. Those that may be already stay.

    Whoever is asked cannot validate the item afterwards. Raises InvalidInputError (items).
    """
    found = set(items_of(project).filter(pk__in=items).values_list("pk", flat=True))
    if found - set(finished_items().finished(found)) or found != set(items):
        problem = FieldProblem("items", "At least one item has no final record.")
        raise InvalidInputError(
            "Only items with a final record can be gold items.", [problem]
        )
    for item_id in dict.fromkeys(items):
        GoldItem.objects.get_or_create(
            item_id=item_id,
            defaults={"project": project, "added_by": person_of(actor)},
        )


def remove_gold_items(*, project: Project, item_id: int) -> None:
    """Ask it of nobody any more; what was answered stays. Raises NotFoundError."""
    removed, _ = GoldItem.objects.filter(project=project, item=item_id).delete()
    if not removed:
        raise NotFoundError("This item is not a gold item.")


def set_gold_share(*, project: Project, share: float | None) -> Training:
    """The share of the work that is gold; None: as the protocol says. Raises InvalidInputError."""
    if share is not None and not 0 <= share <= 0.5:
        problem = FieldProblem("share", "Must be from 0 to 0.5.")
        raise InvalidInputError(
            "At most half of the work can be gold items.", [problem]
        )
    training, _ = Training.objects.update_or_create(
        project=project, defaults={"gold_share": share}
    )
    return training
