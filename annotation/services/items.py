"""Making items of accepted images, each with its slots."""

from collections.abc import Iterator, Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max

from annotation.domain.capabilities import require_supported
from annotation.domain.states import CLOSED, LEASED, OPEN, RETURNED
from annotation.models import Item, ItemImage, Purpose, Slot
from curation.domain.states import ACCEPTED, UNDECIDED
from curation.models.images import Image
from projects.models import Project
from projects.selectors import project_of
from workflow.errors import ConflictError
from workflow.models import LedgerEntry
from workflow.services import Actor, transition_all

_ATTEMPTS = 5


def create_items(*, project: Project) -> list[Item]:
    """Group accepted images that have no place yet into items.

    Images that belong together become one item once each of them is decided on, in
    their order and never more than the protocol allows. The others do in path order, as
    many an item as it says; those that do not fill an item wait for more. Each item has
    as many open work slots as it asks for people. Called again it makes nothing twice.
    Raises Invalid when the protocol asks for what is not installed.
    """
    require_supported(project.protocol)
    for _ in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return _form(project)
        except IntegrityError:
            # Somebody formed items at the same moment; what is left is read anew.
            continue
    raise ConflictError("Someone else is changing items right now. Try again.")


def _form(project: Project) -> list[Item]:
    rules = project.protocol
    people = rules.annotation.people
    images = list(
        Image.objects.filter(
            project=project, status=ACCEPTED, place__isnull=True
        ).order_by("original_path", "pk")
    )
    last = Item.objects.filter(project=project).aggregate(last=Max("number"))["last"]
    groups = _groups(project, images)
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


def _groups(project: Project, images: Sequence[Image]) -> list[list[Image]]:
    """Which of these accepted images make items, in the order of their paths."""
    rules = project.protocol.item
    belonging: dict[str, list[Image]] = {}
    alone: list[Image] = []
    for image in images:
        if image.together:
            belonging.setdefault(image.together, []).append(image)
        else:
            alone.append(image)
    undecided = set(
        Image.objects.filter(
            project=project, together__in=belonging, status__in=UNDECIDED
        ).values_list("together", flat=True)
    )
    groups = list(_of_size(alone, rules.images, rules.images))
    for name, members in belonging.items():
        if name not in undecided:
            members.sort(key=lambda image: (image.together_at, image.pk))
            groups.extend(_of_size(members, rules.up_to, rules.images))
    return sorted(groups, key=lambda group: (group[0].original_path, group[0].pk))


def _of_size(images: list[Image], most: int, least: int) -> Iterator[list[Image]]:
    for start in range(0, len(images), most):
        group = images[start : start + most]
        if len(group) >= least:
            yield group


def adopt_item(*, project: Project, image: Image) -> Item:
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
        create_items(project=project_of(project_id))


def images_excluded(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → duplicate, too_much_text, discarded, withdrawn.

    Those that it belonged with no longer wait for it.
    """
    keys = [entry.subject_id for entry in entries]
    waiting = Image.objects.filter(pk__in=keys).exclude(together="")
    for project_id in set(waiting.values_list("project_id", flat=True)):
        create_items(project=project_of(project_id))


def images_reopened(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → in_screening, discarded: only while nobody has begun.

    Raises ConflictError when the image is being annotated; the move does not happen then.
    """
    for item in _items_left(entries):
        if has_begun(item):
            raise ConflictError(
                "This item is already being annotated. Withdraw its image instead."
            )
        _dissolve(item)


def images_withdrawn(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → withdrawn: nobody works on its item any more.

    What has been handed in stays.
    """
    for item in _items_left(entries):
        if has_begun(item):
            close_slots(item=item, reason="An image of this item was withdrawn.")
        else:
            _dissolve(item)


def close_slots(*, item: Item, reason: str) -> None:
    """Hand out an item's slots no more; what was handed in and typed stays."""
    unfinished = Slot.objects.filter(item=item, status__in=[OPEN, LEASED, RETURNED])
    transition_all(unfinished, "close", actor=Actor.system(), reason=reason)


def _items_left(entries: Sequence[LedgerEntry]) -> list[Item]:
    left = [entry.subject_id for entry in entries if entry.source == ACCEPTED]
    return list(Item.objects.filter(places__image_id__in=left).distinct())


def has_begun(item: Item) -> bool:
    """Whether there is work on it; an imported item has questions and no slots."""
    moved = item.slots.filter(moved_at__isnull=False).exclude(status=CLOSED)
    return moved.exists() or item.questions.exists()


def dissolve_item(item: Item, *, reason: str) -> None:
    """Take an untouched item apart; its images are free for another one."""
    close_slots(item=item, reason=reason)
    item.delete()


def _dissolve(item: Item) -> None:
    dissolve_item(item, reason="The image of this item is no longer accepted.")
    create_items(project=item.project)
