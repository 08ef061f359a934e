"""Gold items and their share of the work."""

from collections.abc import Sequence

from django.db import transaction

from annotation.gold.models import GoldItem
from annotation.items.selectors.items import list_items_with_slots
from annotation.onboarding.models import OnboardingSettings
from annotation.ports import finished_items
from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, NotFoundError
from core.services import Actor
from projects.models import Project


@transaction.atomic
def add_gold_items(*, project: Project, actor: Actor, items: Sequence[int]) -> None:
    """Add finished items to the gold items; those already there stay.

    People who get a gold item cannot validate it later. Raises InvalidInputError
    (items).
    """
    known = set(
        list_items_with_slots(project).filter(pk__in=items).values_list("pk", flat=True)
    )
    if known - set(finished_items().items_with_final_record(known)) or known != set(
        items
    ):
        problem = FieldProblem("items", _("At least one item has no final record."))
        raise InvalidInputError(
            _("Only items with a final record can be gold items."), [problem]
        )
    for item_id in dict.fromkeys(items):
        GoldItem.objects.get_or_create(
            item_id=item_id,
            defaults={"project": project, "added_by": person_of(actor)},
        )


def remove_gold_items(*, project: Project, item_id: int) -> None:
    """Remove a gold item; its annotations stay. Raises NotFoundError."""
    removed, _rest = GoldItem.objects.filter(project=project, item=item_id).delete()
    if not removed:
        raise NotFoundError(_("This item is not a gold item."))


def set_gold_share(*, project: Project, share: float | None) -> OnboardingSettings:
    """Set the share of gold items, 0 to 0.5; None uses the protocol's share.

    Raises InvalidInputError (share).
    """
    if share is not None and not 0 <= share <= 0.5:
        problem = FieldProblem("share", _("Must be from 0 to 0.5."))
        raise InvalidInputError(
            _("At most half of the work can be gold items."), [problem]
        )
    training, _created = OnboardingSettings.objects.update_or_create(
        project=project, defaults={"gold_share": share}
    )
    return training
