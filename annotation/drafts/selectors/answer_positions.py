"""Positions of the correct answers in a person's recent annotations."""

from django.db.models import OuterRef, Subquery

from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.records.domain.check_rules import correct_option_positions
from projects.models import User

MOST_ITEMS = 20
"""Number of a person's latest annotations that are read."""


def recent_answer_positions(slot: Slot, person: User) -> list[int]:
    """Return the key positions in the person's latest submissions of other items."""
    own = Annotation.objects.filter(person=person, slot__project=slot.project_id)
    newest = Annotation.objects.filter(slot=OuterRef("slot")).order_by("-revision")
    latest = own.exclude(slot__item=slot.item_id).filter(
        pk=Subquery(newest.values("pk")[:1])
    )
    contents = latest.order_by("-pk").values_list("content", flat=True)[:MOST_ITEMS]
    return [
        place for content in contents for place in correct_option_positions(content)
    ]
