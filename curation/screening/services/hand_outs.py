"""Hand-outs of images to screeners, who vote on nothing else."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from core.models import LedgerEntry
from curation.images.models import Image
from curation.screening.models import HandOut
from projects.access.selectors import list_ended_roles
from projects.models import User


def hand_out(*, images: Iterable[Image], person: User) -> Mapping[int, int]:
    """Give images to a person to vote on. Return the person's numbers of them by id."""
    ids = [image.pk for image in images]
    hand_outs = HandOut.objects.filter(person=person, image__in=ids, ended_at=None)
    numbers = dict(hand_outs.values_list("image", "number"))
    return numbers if len(numbers) == len(ids) else _hand_out_new(ids, person)


@transaction.atomic
def _hand_out_new(image_ids: Sequence[int], person: User) -> Mapping[int, int]:
    """Number the images that the person was never given, in this order."""
    # Two tabs of a person may ask at once.
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    of_person = HandOut.objects.filter(person=person)
    hand_outs = of_person.filter(image__in=image_ids)
    hand_outs.update(ended_at=None)
    numbers = dict(hand_outs.values_list("image", "number"))
    last = of_person.aggregate(last=Max("number"))["last"] or 0
    new = [pk for pk in image_ids if pk not in numbers]
    rows = [
        HandOut(image_id=pk, person=person, number=number)
        for number, pk in enumerate(new, start=last + 1)
    ]
    HandOut.objects.bulk_create(rows)
    return numbers | {row.image_id: row.number for row in rows}


def end_hand_outs(entries: Sequence[LedgerEntry]) -> None:
    """Handler of membership → removed: end what former members were given."""
    for membership in list_ended_roles(entries):
        HandOut.objects.filter(
            person=membership.user_id, image__project=membership.project_id
        ).update(ended_at=timezone.now())
