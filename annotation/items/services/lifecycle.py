"""Items: created from accepted images with their slots, closed and dissolved."""

from collections.abc import Iterable, Iterator, Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max

from annotation.items.domain.slot_states import CLOSED, LEASED, OPEN, RETURNED
from annotation.items.models.items import Item, ItemImage
from annotation.items.models.slots import Purpose, Slot
from annotation.records.domain.capabilities import require_supported
from core.domain.texts import _
from core.errors import ChangedError, ConflictError
from core.models import LedgerEntry
from core.services import Actor, transition_all
from curation.images.domain.states import ACCEPTED, UNDECIDED
from curation.images.models import Image
from projects.access.selectors import get_project_by_id
from projects.models import Project

_ATTEMPTS = 5


def create_items(*, project: Project) -> list[Item]:
    """Create items from the accepted images that are in no item.

    Grouped images become one item once all of them are screened, in their order and at
    most as many as the protocol allows. The other images are taken in path order, as
    many per item as the protocol says; an incomplete item waits for more. Each item
    gets one open work slot per person that the protocol asks for. Idempotent. Raises
    InvalidInputError when the protocol needs something that is not installed.
    """
    require_supported(project.protocol)
    for _attempt in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return _form(project)
        except IntegrityError:
            # Another request created items at the same moment; read the remaining
            # images again.
            continue
    raise ChangedError(_("Someone else is changing items right now. Try again."))


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
    """Return the groups of these accepted images that make items, in path order."""
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
    """Create an item without slots for an image that needs no annotation.

    Raises IntegrityError when the image is already in an item, or when another item was
    created at the same moment.
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


def create_items_of_accepted_images(entries: Sequence[LedgerEntry]) -> None:
    """Create items from accepted images. Handler of image → accepted."""
    for project_id in {entry.scope_id for entry in entries}:
        create_items(project=get_project_by_id(project_id))


def close_items_of_excluded_images(entries: Sequence[LedgerEntry]) -> None:
    """Create the items that waited for an excluded image.

    Handler of image → a state of excluded images, or withdrawn. The other images
    of its group no longer wait for it.
    """
    keys = [entry.subject_id for entry in entries]
    waiting = Image.objects.filter(pk__in=keys).exclude(together="")
    for project_id in set(waiting.values_list("project_id", flat=True)):
        create_items(project=get_project_by_id(project_id))


def reopen_items_of_images(entries: Sequence[LedgerEntry]) -> None:
    """Dissolve the items of images that are no longer accepted.

    Handler of image → in_screening, discarded. Raises ConflictError when an item is
    being annotated; the transition is then rolled back.
    """
    for item in _items_left(entries):
        if has_item_work_begun(item):
            raise ConflictError(
                _("This item is already being annotated. Withdraw its image instead.")
            )
        _dissolve(item)


def close_items_of_withdrawn_images(entries: Sequence[LedgerEntry]) -> None:
    """Stop work on items whose image was withdrawn; submissions stay.

    Handler of image → withdrawn.
    """
    for item in _items_left(entries):
        if has_item_work_begun(item):
            close_slots(item=item, reason=_("An image of this item was withdrawn."))
        else:
            _dissolve(item)


def close_slots(*, item: Item, reason: str) -> None:
    """Close an item's unfinished slots; submissions and drafts stay."""
    unfinished = Slot.objects.filter(item=item, status__in=[OPEN, LEASED, RETURNED])
    end_slots(unfinished, reason=reason)


def _items_left(entries: Sequence[LedgerEntry]) -> list[Item]:
    left = [entry.subject_id for entry in entries if entry.source == ACCEPTED]
    return list(Item.objects.filter(places__image_id__in=left).distinct())


def has_item_work_begun(item: Item) -> bool:
    """Return whether the item has work or questions.

    An imported item has questions and no slots.
    """
    begun_slots = item.slots.filter(moved_at__isnull=False).exclude(status=CLOSED)
    return begun_slots.exists() or item.questions.exists()


def dissolve_item(item: Item, *, reason: str) -> None:
    """Delete an untouched item, so that its images can form another one."""
    close_slots(item=item, reason=reason)
    item.delete()


def _dissolve(item: Item) -> None:
    dissolve_item(item, reason=_("The image of this item is no longer accepted."))
    create_items(project=item.project)


def end_slots(slots: Iterable[Slot], *, reason: str) -> None:
    """Close slots; submissions and drafts stay."""
    transition_all(
        slots,
        "close",
        actor=Actor.system(),
        reason=reason,
        data=lambda slot: slot.lease_record,
        changes={"leased_at": None},
    )
