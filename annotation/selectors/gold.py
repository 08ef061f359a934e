"""Gold: which finished item a person is asked again, unseen, and when.

Whose turn it is follows from the installation's secret, the person and how much they
have done: the pictures loaded ahead are those that come, and nobody can work it out.
"""

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from annotation.models import Annotation, Draft, Purpose, Slot
from annotation.models.slots import MOST_SLOT_ID
from annotation.models.training import GoldItem, Training
from annotation.ports import finished_items
from annotation.selectors.assignment import Eligibility
from projects.models import Project, User
from workflow.selectors import first_or_none


def training_of(project: Project) -> Training:
    """How the project prepares its annotators; where nothing was said, not at all."""
    training = first_or_none(Training.objects.filter(project=project))
    return training or Training(project=project)


def gold_share(project: Project, training: Training | None = None) -> float:
    """The share of the work that is gold: the project's own, else the protocol's."""
    share = (training or training_of(project)).gold_share
    return project.protocol.annotation.gold_share if share is None else share


def gold_items(project: Project) -> QuerySet[GoldItem]:
    """What may be asked again, in the order in which it was chosen."""
    return (
        GoldItem.objects.filter(project=project)
        .select_related("item")
        .prefetch_related("item__places__image")
        .order_by("pk")
    )


def gold_left(standing: Eligibility) -> list[int]:
    """Items that may still be asked of a person: finished, and never seen by them."""
    project, person = standing.project, standing.person
    slots = Slot.objects.filter(person=person, item__project=project)
    drafts = Draft.objects.filter(person=person, slot__item__project=project)
    wrote = Annotation.objects.filter(person=person, slot__item__project=project)
    items = (
        GoldItem.objects.filter(project=project)
        .exclude(item__in=slots.values("item"))
        .exclude(item__in=drafts.values("slot__item"))
        .exclude(item__in=wrote.values("slot__item"))
        .exclude(standing.barred("item_id"))
    )
    ids = set(items.values_list("item", flat=True))
    answers = finished_items()
    left = set(answers.finished(ids)) - set(answers.known_to(person.pk, ids))
    return sorted(left, key=lambda item: _chance(project, person, f"item {item}"))


def assignments_begun(standing: Eligibility) -> int:
    """How many items of work, gold among them, the person has begun."""
    return Slot.objects.filter(
        project=standing.project,
        person=standing.person,
        purpose__in=(Purpose.WORK, Purpose.GOLD),
        moved_at__isnull=False,
    ).count()


def first_slot_id(standing: Eligibility, done: int) -> int:
    """The slot id from which a person is given work after ``done`` items.

    Handed out from the lowest id on, work would have the low ids of a project and gold
    any: the place of a random number among others would tell them apart.
    """
    chance = _chance(standing.project, standing.person, f"slot {done}")
    return int(chance * MOST_SLOT_ID)


def gold_due(standing: Eligibility, share: float, done: int) -> int | None:
    """The item to ask this person after ``done`` items, if it is time for one."""
    project, person = standing.project, standing.person
    if _chance(project, person, f"turn {done}") >= share:
        return None
    return next(iter(gold_left(standing)), None)


def _chance(project: Project, person: User, what: str) -> float:
    """Evenly spread from 0 to 1, always the same for the same thing."""
    digest = salted_hmac("annotation.gold", f"{project.pk} {person.pk} {what}")
    return int(digest.hexdigest()[:12], 16) / 16**12
