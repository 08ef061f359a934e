"""Gold items: which finished item a person gets again, unmarked, and when.

The choice is computed from the installation's secret, the person and the number of
items that they have done. So the images loaded ahead are the right ones, and people
cannot predict the choice.
"""

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from annotation.gold.models import GoldItem
from annotation.items.models.slots import MOST_SLOT_ID, Purpose, Slot
from annotation.items.models.submissions import Annotation, Draft
from annotation.onboarding.models import OnboardingSettings
from annotation.ports import finished_items
from annotation.slots.selectors.eligibility import Eligibility
from core.selectors import first_or_none
from projects.models import Project, User


def get_onboarding_settings(project: Project) -> OnboardingSettings:
    """Return the project's onboarding settings, empty where none were set."""
    training = first_or_none(OnboardingSettings.objects.filter(project=project))
    return training or OnboardingSettings(project=project)


def gold_share(project: Project, training: OnboardingSettings | None = None) -> float:
    """Return the share of gold items: the project's own, else the protocol's."""
    share = (training or get_onboarding_settings(project)).gold_share
    return project.protocol.annotation.gold_share if share is None else share


def gold_items(project: Project) -> QuerySet[GoldItem]:
    """Return the gold items, in the order in which they were added."""
    return (
        GoldItem.objects.filter(project=project)
        .select_related("item")
        .prefetch_related("item__places__image")
        .order_by("pk")
    )


def list_unseen_gold_items(eligibility: Eligibility) -> list[int]:
    """Return the ids of finished gold items that the person has never seen.

    They come in a fixed pseudo-random order of the person's own. Items that wait for
    validators are left out: whoever begins one no longer validates it, so the person's
    number of questions to validate would fall and reveal the gold item.
    """
    project, person = eligibility.project, eligibility.person
    slots = Slot.objects.filter(person=person, item__project=project)
    drafts = Draft.objects.filter(person=person, slot__item__project=project)
    wrote = Annotation.objects.filter(person=person, slot__item__project=project)
    items = (
        GoldItem.objects.filter(project=project)
        .exclude(item__in=slots.values("item"))
        .exclude(item__in=drafts.values("slot__item"))
        .exclude(item__in=wrote.values("slot__item"))
    )
    items = eligibility.keep_allowed_rows(items, "item_id")
    ids = set(items.values_list("item", flat=True))
    answers = finished_items()
    left = set(answers.items_with_final_record(ids)).difference(
        answers.items_known_to_person(person.pk, ids),
        answers.items_under_validation(ids),
    )
    return sorted(left, key=lambda item: _chance(project, person, f"item {item}"))


def count_begun_assignments(eligibility: Eligibility) -> int:
    """Return the number of work and gold items that the person has begun."""
    return Slot.objects.filter(
        project=eligibility.project,
        person=eligibility.person,
        purpose__in=(Purpose.WORK, Purpose.GOLD),
        moved_at__isnull=False,
    ).count()


def first_slot_id(eligibility: Eligibility, done: int) -> int:
    """Return the slot id from which the person gets work after ``done`` items.

    If work came from the lowest id up, its ids would be low, while gold ids are random.
    A slot's id would then reveal whether it is gold.
    """
    chance = _chance(eligibility.project, eligibility.person, f"slot {done}")
    return int(chance * MOST_SLOT_ID)


def next_due_gold_item(eligibility: Eligibility, share: float, done: int) -> int | None:
    """Return the gold item due for this person after ``done`` items, if any."""
    project, person = eligibility.project, eligibility.person
    if _chance(project, person, f"turn {done}") >= share:
        return None
    return next(iter(list_unseen_gold_items(eligibility)), None)


def _chance(project: Project, person: User, what: str) -> float:
    """Return a uniform number in [0, 1) that is fixed for the same arguments."""
    digest = salted_hmac("annotation.gold", f"{project.pk} {person.pk} {what}")
    return int(digest.hexdigest()[:12], 16) / 16**12
