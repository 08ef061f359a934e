"""Which items an annotator may get: exclusions, required skills, quotas."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.slots.domain import (
    DAY,
    Cap,
    skills_lacking_for_all_items,
    skills_lacking_for_tags,
)
from annotation.slots.models import AnnotatorQuota, Exclusion, ItemTag
from curation.images.models import Image
from projects.models import Membership, Project, User

"""The roles that may annotate. Organizers see all work, so theirs is not independent.
"""

RowT = TypeVar("RowT", bound=Model)
_COUNTED = (Purpose.WORK, Purpose.EXTRA, Purpose.GOLD)
"""Purposes that a cap counts: everything that its annotator sees as ordinary work."""


class Eligibility(NamedTuple):
    """What decides which items a person gets in a project."""

    project: Project
    person: User
    terms: AnnotatorQuota
    is_kept: bool
    """Whether the person has any exclusion."""
    known_until: datetime | None
    """When the person could last read everyone's work, as an organizer."""

    @property
    def missing_qualifications(self) -> list[str]:
        """Skills and languages that the protocol requires and the person lacks."""
        return skills_lacking_for_all_items(
            self.project.protocol,
            languages=self.terms.languages,
            skills=self.terms.skills,
        )

    def reached_cap(self) -> Cap:
        """Return the cap that the person has reached, if any.

        A cap does not stop the person from finishing items that they have begun.
        """
        terms = self.terms
        if terms.most_a_day is None and terms.most_in_all is None:
            return ""
        finished = Annotation.objects.filter(
            person=self.person,
            slot__project=self.project,
            slot__purpose__in=_COUNTED,
            revision=1,
        ).aggregate(
            everything=Count("pk"),
            lately=Count("pk", filter=Q(submitted_at__gt=Now() - DAY)),
        )
        if (
            terms.most_in_all is not None
            and finished["everything"] >= terms.most_in_all
        ):
            return "all"
        if terms.most_a_day is not None and finished["lately"] >= terms.most_a_day:
            return "day"
        return ""

    @property
    def lacking_tags(self) -> tuple[str, ...]:
        """Item tags for skills or languages that the person lacks."""
        terms = self.terms
        lacking = skills_lacking_for_tags(
            self.project.protocol, languages=terms.languages, skills=terms.skills
        )
        return tuple(lacking)

    def keep_allowed_rows(
        self, rows: QuerySet[RowT], item: str, *, with_known: bool = False
    ) -> QuerySet[RowT]:
        """Return the rows whose item the person may get.

        ``item`` is the path from a row to its item. ``with_known`` includes items on
        which the person could read the work of others: for training.
        """
        barred = self._barred(item)
        if self.known_until is not None and not with_known:
            barred |= Q(
                Exists(others_work_known_to(self.person, self.known_until, item))
            )
        # Most people are barred from nothing, and an empty condition takes time, too.
        return rows.exclude(barred) if barred else rows

    def _barred(self, item: str) -> Q:
        barred = Q()
        if self.lacking_tags:
            asking = ItemTag.objects.filter(tag__in=self.lacking_tags)
            barred = Q(Exists(asking.filter(item=OuterRef(item))))
        if self.is_kept:
            barred |= Q(
                Exists(exclusions_from_outer_item(self.project, self.person, item))
            )
        return barred


def get_eligibility(project: Project, person: User) -> Eligibility:
    """Return the person's eligibility, with empty terms where none were set."""
    return get_eligibilities(project, [person])[0]


def get_eligibilities(project: Project, people: Sequence[User]) -> list[Eligibility]:
    """Return the eligibility of each of these people, in their order."""
    quotas = AnnotatorQuota.objects.filter(project=project, person__in=people)
    terms = {quota.person_id: quota for quota in quotas}
    restrictions = _restrictions(project, people)
    return [
        Eligibility(
            project,
            person,
            terms.get(person.pk) or AnnotatorQuota(project=project, person=person),
            *restrictions.get(person.pk, (False, None)),
        )
        for person in people
    ]


def _restrictions(
    project: Project, people: Sequence[User]
) -> dict[int, tuple[bool, datetime | None]]:
    """Return, by person, whether they have exclusions and until when they know all."""
    exclusions = Exclusion.objects.filter(
        project=project, person=OuterRef("user"), lifted_at=None
    )
    members = Membership.objects.filter(project=project, user__in=people)
    rows = members.annotate(has_exclusions=Exists(exclusions))
    return {
        person: (has_exclusions, known_until)
        for person, has_exclusions, known_until in rows.values_list(
            "user", "has_exclusions", "known_until"
        )
    }


def others_work_known_to(
    person: User, until: datetime, item: str
) -> QuerySet[Annotation]:
    """Return the work of others on the outer row's item (path ``item``) at that time.

    A former organizer knows it.
    """
    annotations = Annotation.objects.exclude(person=person)
    return annotations.filter(slot__item=OuterRef(item), submitted_at__lte=until)


def is_blind_to_others_work(slot: Slot, person: User) -> bool:
    """Return whether the person had no access to other people's work on the item."""
    period = Membership.objects.filter(project=slot.project_id, user=person)
    annotations = Annotation.objects.filter(slot__item=slot.item_id)
    known = annotations.exclude(person=person).filter(
        submitted_at__lte=Subquery(period.values("known_until"))
    )
    return not known.exists()


def exclusions_from_outer_item(
    project: Project, person: User, item: str
) -> QuerySet[Exclusion]:
    """Return the exclusions of the person from the outer row's item (path ``item``)."""
    tags = ItemTag.objects.filter(item=OuterRef(OuterRef(item))).values("tag")
    sources = Image.objects.filter(place__item=OuterRef(OuterRef(item)))
    return Exclusion.objects.filter(
        Q(item=OuterRef(item))
        | Q(tag__in=tags)
        | Q(source__in=sources.values("source")),
        project=project,
        person=person,
        lifted_at=None,
    )


def is_person_excluded(slot: Slot, person: User) -> bool:
    """Return whether the person must not get the slot's item.

    An organizer has excluded them, or they know the work of others on it.
    """
    restrictions = _restrictions(slot.project, [person])
    has_exclusion, known_until = restrictions.get(person.pk, (False, None))
    if known_until is not None and not is_blind_to_others_work(slot, person):
        return True
    if not has_exclusion:
        return False
    slots = Slot.objects.filter(pk=slot.pk)
    return slots.filter(
        Exists(exclusions_from_outer_item(slot.project, person, "item"))
    ).exists()
