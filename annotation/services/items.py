"""Making items of accepted images, each with its slots."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max

from annotation.domain.states import CLOSED, LEASED, OPEN, RETURNED
from annotation.domain.support import require_supported
from annotation.models import Item, ItemImage, Purpose, Slot
from curation.domain.states import ACCEPTED
from curation.models.images import Image
from projects.models import Project
from projects.selectors import project_of
from workflow.errors import Conflict
from workflow.models import LedgerEntry
from workflow.services import Actor, transition_all

_ATTEMPTS = 5


def items_form(*, project: Project) -> list[Item]:
    """Group accepted images that have no place yet into items, in path order.

    As many images an item as the protocol says, as many open work slots as it asks for
    people. Images that do not fill an item wait for more. Called again it makes nothing
    twice. Raises Invalid when the protocol asks for what is not installed.
    """
    require_supported(project.protocol)
    for _ in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return _form(project)
        except IntegrityError:
            # Somebody formed items at the same moment; what is left is read anew.
            continue
    raise Conflict("Items are being formed by somebody else; please try again.")


def _form(project: Project) -> list[Item]:
    rules = project.protocol
    size, people = rules.item.images, rules.annotation.people
    images = list(
        Image.objects.filter(
            project=project, status=ACCEPTED, place__isnull=True
        ).order_by("original_path", "pk")
    )
    last = Item.objects.filter(project=project).aggregate(last=Max("number"))["last"]
    groups = [
        images[start : start + size] for start in range(0, len(images) - size + 1, size)
    ]
    items = Item.objects.bulk_create(
        Item(
            project=project,
            number=(last or 0) + nth,
            protocol_version=project.current_protocol,
        )
        for nth, _ in enumerate(groups, 1)
    )
    ItemImage.objects.bulk_create(
        ItemImage(item=item, image=image, position=position)
        for item, group in zip(items, groups, strict=True)
        for position, image in enumerate(group)
    )
    Slot.objects.bulk_create(
        Slot(project=project, item=item, purpose=Purpose.WORK, number=number)
        for item in items
        for number in range(1, people + 1)
    )
    return items


def item_adopt(*, project: Project, image: Image) -> Item:
    """An item of a picture that needs no annotating: it has no slots.

    Raises IntegrityError when the picture is in an item already, or when another item
    was made at the same moment.
    """
    assert project.current_protocol is not None  # noqa: S101 - every project has one
    last = Item.objects.filter(project=project).aggregate(last=Max("number"))["last"]
    item = Item.objects.create(
        project=project,
        number=(last or 0) + 1,
        protocol_version=project.current_protocol,
    )
    ItemImage.objects.create(item=item, image=image, position=0)
    return item


def images_accepted(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → accepted."""
    for project_id in {entry.scope_id for entry in entries}:
        items_form(project=project_of(project_id))


def images_taken_back(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → in_screening, discarded: only while nobody has begun.

    Raises Conflict when the image is being annotated; the move does not happen then.
    """
    for item in _items_left(entries):
        if _begun(item):
            raise Conflict(
                f"Picture {item.number} is being annotated already; withdraw it instead."
            )
        _dissolve(item)


def images_withdrawn(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → withdrawn: nobody works on its item any more.

    What has been handed in stays.
    """
    for item in _items_left(entries):
        if _begun(item):
            slots_close(item=item, reason="A picture of it was withdrawn.")
        else:
            _dissolve(item)


def slots_close(*, item: Item, reason: str) -> None:
    """Hand out an item's slots no more; what was handed in and typed stays."""
    unfinished = Slot.objects.filter(item=item, status__in=[OPEN, LEASED, RETURNED])
    transition_all(unfinished, "close", actor=Actor.system(), reason=reason)


def _items_left(entries: Sequence[LedgerEntry]) -> list[Item]:
    left = [entry.subject_id for entry in entries if entry.source == ACCEPTED]
    return list(Item.objects.filter(places__image_id__in=left).distinct())


def _begun(item: Item) -> bool:
    """Whether there is work on it; an imported item has questions and no slots."""
    moved = item.slots.filter(moved_at__isnull=False).exclude(status=CLOSED)
    return moved.exists() or item.questions.exists()


def _dissolve(item: Item) -> None:
    """Take an untouched item apart; its other images are free for another one."""
    slots_close(item=item, reason="Its picture is no longer accepted.")
    project = item.project
    item.delete()
    items_form(project=project)
