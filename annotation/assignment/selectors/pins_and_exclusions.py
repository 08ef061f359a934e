"""Assignments, exclusions and item tags, as organizers see them."""

from typing import NamedTuple

from django.db.models import Count, QuerySet

from annotation.items.domain.slot_states import OPEN
from annotation.items.models.slots import Slot
from annotation.slots.models import AnnotatorQuota, Exclusion, ItemTag
from curation.images.models import Source
from projects.models import Project, User


class AnnotatorAssignment(NamedTuple):
    """One annotator with their terms, assignments and exclusions."""

    person: User
    terms: AnnotatorQuota
    pinned: int
    """Items assigned to them that they have not begun."""
    exclusions: list[Exclusion]


def annotator_assignments(
    project: Project, people: list[User]
) -> list[AnnotatorAssignment]:
    """Return the assignments and exclusions of each of these people, in their order."""
    terms = {
        quota.person_id: quota
        for quota in AnnotatorQuota.objects.filter(project=project)
    }
    pins: dict[int, int] = dict(
        Slot.objects.filter(project=project, pinned=True, status=OPEN)
        .values("person")
        .annotate(n=Count("pk"))
        .values_list("person", "n")
    )
    exclusions: dict[int, list[Exclusion]] = {}
    for exclusion in list_active_exclusions(project):
        exclusions.setdefault(exclusion.person_id, []).append(exclusion)
    return [
        AnnotatorAssignment(
            person,
            terms.get(person.pk) or AnnotatorQuota(project=project, person=person),
            pins.get(person.pk, 0),
            exclusions.get(person.pk, []),
        )
        for person in people
    ]


def list_active_exclusions(project: Project) -> QuerySet[Exclusion]:
    """Return the exclusions that are not lifted, oldest first."""
    return (
        Exclusion.objects.filter(project=project, lifted_at=None)
        .select_related("item", "source", "by")
        .order_by("pk")
    )


def list_item_tags(project: Project) -> list[str]:
    """Return every tag of the project's items, sorted."""
    tags = ItemTag.objects.filter(item__project=project)
    return sorted(tags.values_list("tag", flat=True).distinct())


def list_image_sources(project: Project) -> QuerySet[Source]:
    """Return the sources of the project's images, by name."""
    return Source.objects.filter(project=project).order_by("name", "pk")
