"""Assignments, exclusions, item tags, and annotators' skills and quotas."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone

from annotation.assignment.selectors.pins_and_exclusions import list_image_sources
from annotation.items.domain.slot_states import LEASED, OPEN
from annotation.items.models.items import Item
from annotation.items.models.slots import Purpose, Slot
from annotation.slots.domain import LANGUAGES, protocol_skill_ids, unknown_skills
from annotation.slots.models import AnnotatorQuota, Exclusion, ItemTag
from annotation.slots.selectors.eligibility import (
    exclusions_from_outer_item,
    get_eligibility,
)
from annotation.slots.services.leases import release_lease
from annotation.slots.services.people import person_of, require_annotator
from annotation.slots.services.transitions import unpin_slot
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, NotFoundError
from core.services import Actor, require_reason, transition
from projects.access.selectors import active_people
from projects.models import Project, User
from projects.roles import ANNOTATORS

LONGEST_TAG = 64


class PinResult(NamedTuple):
    """Items that were changed, and why the others were not."""

    changed: list[int]
    skipped: Mapping[int, str]


def pin_items(
    *, project: Project, actor: Actor, items: Sequence[int], person_id: int
) -> PinResult:
    """Assign a free slot of each item to the person, who gets it next.

    The slot is one of the item's k work slots. Skipped are items that the person has or
    had a slot of (``has``), and items without a free slot (``full``). So are items that
    they are excluded from or lack a skill or language for (``kept``). Raises
    NotFoundError for a person who is no annotator here, InvalidInputError (items) for
    unknown items.
    """
    person = _annotator(project, person_id)
    eligibility = get_eligibility(project, person)

    def pin(item: Item) -> str:
        if Slot.objects.filter(item=item, person=person).exists():
            return "has"
        rows = Item.objects.filter(pk=item.pk)
        if not eligibility.keep_allowed_rows(rows, "pk").exists():
            return "kept"
        free = Slot.objects.filter(
            item=item, purpose=Purpose.WORK, status=OPEN, person=None
        )
        slot = free.order_by("number").first()
        if slot is None:
            return "full"
        changes = {"person": person, "pinned": True}
        transition(
            slot, "pin", actor=actor, changes=changes, data={"person": person.pk}
        )
        return ""

    return _each(project, items, pin)


def unpin_items(
    *, project: Project, actor: Actor, items: Sequence[int], person_id: int
) -> PinResult:
    """Unassign the person from items that they have not begun (others: ``none``)."""

    def unpin(item: Item) -> str:
        slot = Slot.objects.filter(
            item=item, person=person_id, pinned=True, status=OPEN
        ).first()
        if slot is None:
            return "none"
        unpin_slot(slot, actor)
        return ""

    return _each(project, items, unpin)


def _each(
    project: Project, items: Sequence[int], act: Callable[[Item], str]
) -> PinResult:
    """Call ``act`` on each item in its own transaction.

    ``act`` returns why it skips the item, or "" after changing it.
    """
    changed, skipped = [], {}
    for item in _items(project, items):
        try:
            with transaction.atomic():
                why = act(item)
        except (ConflictError, IntegrityError):
            why = "changed"
        if why:
            skipped[item.pk] = why
        else:
            changed.append(item.pk)
    return PinResult(changed, skipped)


def tag_items(
    *, project: Project, actor: Actor, items: Sequence[int], tag: str, add: bool
) -> int:
    """Add a tag to items, or remove it. Returns how many items were changed."""
    person_of(actor)
    tag = _tag(tag)
    item_ids = [item.pk for item in _items(project, items)]
    if not add:
        return ItemTag.objects.filter(item__in=item_ids, tag=tag).delete()[0]
    has = ItemTag.objects.filter(tag=tag, item__project=project)
    there = set(has.values_list("item", flat=True))
    new = [ItemTag(item_id=item, tag=tag) for item in item_ids if item not in there]
    ItemTag.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def add_exclusion(
    *,
    project: Project,
    actor: Actor,
    person_id: int,
    reason: str,
    item_id: int | None = None,
    tag: str = "",
    source_id: int | None = None,
) -> Exclusion:
    """Exclude a person from an item, or from all items with a tag or of a source.

    Leases that they hold on such items are released; the drafts stay theirs. What they
    have submitted stays and counts. Idempotent. Raises NotFoundError for a person who
    is no annotator here, InvalidInputError (reason, item_id, tag, source_id).
    """
    person = _annotator(project, person_id)
    require_reason(reason)
    if sum((item_id is not None, bool(tag.strip()), source_id is not None)) != 1:
        problem = FieldProblem(
            "item_id", _("Give exactly one of item_id, tag and source_id.")
        )
        raise InvalidInputError(_("Choose one item, one tag or one source."), [problem])
    if (
        source_id is not None
        and not list_image_sources(project).filter(pk=source_id).exists()
    ):
        problem = FieldProblem("source_id", _("This project has no such source."))
        raise InvalidInputError(_("This project has no such source."), [problem])
    if item_id is not None:
        _items(project, [item_id], field="item_id")
    what: dict[str, Any] = {
        "item_id": item_id,
        "tag": _tag(tag) if tag.strip() else "",
        "source_id": source_id,
    }
    with transaction.atomic():
        exclusion, _created = Exclusion.objects.get_or_create(
            project=project,
            person=person,
            lifted_at=None,
            **what,
            defaults={"reason": reason.strip(), "by": person_of(actor)},
        )
        _take_away(project, person, actor)
    # A lease may have begun meanwhile; services.leases checks again after leasing, too.
    _take_away(project, person, actor)
    return exclusion


def _take_away(project: Project, person: User, actor: Actor) -> None:
    """Release and unassign the slots that the person is now excluded from."""
    own_slots: QuerySet[Slot] = Slot.objects.filter(
        Q(status=LEASED) | Q(status=OPEN, pinned=True), project=project, person=person
    )
    for slot in own_slots.filter(
        Exists(exclusions_from_outer_item(project, person, "item"))
    ):
        if slot.status == LEASED:
            release_lease(slot, actor)
        if slot.status == OPEN and slot.pinned:
            unpin_slot(slot, actor)


def lift_exclusion(*, project: Project, actor: Actor, exclusion_id: int) -> None:
    """Lift an exclusion: the person may get its items again. Raises NotFoundError."""
    lifted = Exclusion.objects.filter(
        project=project, pk=exclusion_id, lifted_at=None
    ).update(lifted_at=timezone.now(), lifted_by=person_of(actor))
    if not lifted:
        raise NotFoundError(_("This project has no such exclusion."))


def state_own_knowledge(
    *,
    project: Project,
    actor: Actor,
    languages: Sequence[str],
    skills: Sequence[str],
) -> AnnotatorQuota:
    """Save the languages and skills that an annotator states.

    Raises InvalidInputError (languages, skills).
    """
    known = _known(project, languages, skills)
    return _terms(project, require_annotator(actor), known)


def set_annotator_quota(
    *,
    project: Project,
    actor: Actor,
    person_id: int,
    languages: Sequence[str],
    skills: Sequence[str],
    most_a_day: int | None,
    most_in_all: int | None,
) -> AnnotatorQuota:
    """Save an annotator's languages, skills and caps, set by an organizer.

    Raises NotFoundError for a person who is no annotator here, InvalidInputError
    (languages, skills).
    """
    person_of(actor)
    caps = {"most_a_day": most_a_day, "most_in_all": most_in_all}
    known = _known(project, languages, skills)
    return _terms(project, _annotator(project, person_id), {**known, **caps})


def _terms(project: Project, person: User, values: Mapping[str, Any]) -> AnnotatorQuota:
    terms, _ = AnnotatorQuota.objects.update_or_create(
        project=project, person=person, defaults=dict(values)
    )
    return terms


def _known(
    project: Project, languages: Sequence[str], skills: Sequence[str]
) -> dict[str, list[str]]:
    problems = [
        FieldProblem(field, _("There is no {wrong!r} in the protocol.", wrong=wrong[0]))
        for field, words, known in (
            ("languages", languages, LANGUAGES),
            ("skills", skills, protocol_skill_ids(project.protocol)),
        )
        if (wrong := unknown_skills(words, known))
    ]
    if problems:
        raise InvalidInputError(
            _("Choose languages and skills that the protocol names."), problems
        )
    return {
        "languages": list(dict.fromkeys(languages)),
        "skills": list(dict.fromkeys(skills)),
    }


def _annotator(project: Project, person_id: int) -> User:
    people = {user.pk: user for user in active_people(project, ANNOTATORS)}
    if person_id not in people:
        raise NotFoundError(_("This project has no such annotator."))
    return people[person_id]


def _items(project: Project, items: Sequence[int], field: str = "items") -> list[Item]:
    item_ids = list(dict.fromkeys(items))
    items_by_id = Item.objects.filter(project=project).in_bulk(item_ids)
    if len(items_by_id) < len(item_ids):
        problem = FieldProblem(field, _("At least one item does not exist."))
        raise InvalidInputError(_("This project has no such item."), [problem])
    return [items_by_id[item] for item in item_ids]


def _tag(tag: str) -> str:
    tag = " ".join(tag.split())
    if not tag or len(tag) > LONGEST_TAG:
        problem = FieldProblem(
            "tag",
            _("Must have 1 to {longest_tag} characters.", longest_tag=LONGEST_TAG),
        )
        raise InvalidInputError(_("The tag is not valid."), [problem])
    return tag
