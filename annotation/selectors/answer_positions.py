"""Where somebody puts the right answers."""

from django.db.models import OuterRef, Subquery

from annotation.domain.checks import key_places
from annotation.models import Annotation, Slot
from projects.models import User

MOST_ITEMS = 20
"""So many of a person's latest annotations are looked at."""


def recent_answer_positions(slot: Slot, person: User) -> list[int]:
    """The places of the keys in what the person handed in of other items, lately."""
    own = Annotation.objects.filter(person=person, slot__project=slot.project_id)
    newest = Annotation.objects.filter(slot=OuterRef("slot")).order_by("-revision")
    latest = own.exclude(slot__item=slot.item_id).filter(
        pk=Subquery(newest.values("pk")[:1])
    )
    contents = latest.order_by("-pk").values_list("content", flat=True)[:MOST_ITEMS]
    return [place for content in contents for place in key_places(content)]
