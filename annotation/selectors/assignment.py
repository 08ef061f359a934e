"""Who may be given what: exclusions, what items ask for, caps."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from annotation.domain.assignment import DAY, Cap, lacking_for_all, lacking_tags
from annotation.domain.states import OPEN
from annotation.models import Annotation, Purpose, Slot
from annotation.models.assignment import Exclusion, ItemTag, Terms
from annotation.models.training import Briefing, CalibrationBatch, Training
from annotation.selectors.asked import asks_the_first, handed_out_in_turn
from curation.models.images import Image, Source
from projects.models import Project, User
from workflow.prepared import Given, Prepared
from workflow.selectors import one_of

_COUNTED = (Purpose.WORK, Purpose.EXTRA, Purpose.GOLD)
"""What a cap counts: everything that is plain work to its annotator."""


class Standing(NamedTuple):
    """How a person stands in a project, as far as it decides what they are given."""

    project: Project
    person: User
    terms: Terms
    is_kept: bool
    """Whether there is anything that an organizer keeps them from."""
    is_briefed: bool
    """Whether the project has said what the work is (``Briefing``)."""
    is_prepared: bool
    """Whether the project has said how it prepares people (``Training``)."""
    is_calibrating: bool
    """Whether a calibration batch is open."""

    @property
    def lacking(self) -> list[str]:
        """What the protocol asks of everybody and the person has not."""
        return lacking_for_all(
            self.project.protocol,
            languages=self.terms.languages,
            skills=self.terms.skills,
        )

    def cap(self) -> Cap:
        """The cap that is reached, if any. What is begun may be finished all the same."""
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
        """Tags of items that ask for something which the person has not."""
        terms = self.terms
        lacking = lacking_tags(
            self.project.protocol, languages=terms.languages, skills=terms.skills
        )
        return tuple(lacking)

    def barred(self, item: str) -> Q:
        """Holds of rows whose item, at the path ``item``, the person is not given."""
        return barred(
            self.lacking_tags, self.is_kept, self.project.pk, self.person.pk, item
        )


def barred(
    lacking: Sequence[str],
    is_kept: bool,
    project: int | Given,
    person: int | Given,
    item: str,
) -> Q:
    """``Standing.barred``, of what it depends on."""
    asking = ItemTag.objects.filter(item=OuterRef(item), tag__in=lacking)
    barred = Q(Exists(asking))
    if is_kept:
        barred |= Q(Exists(excluding(project, person, item)))
    return barred


_terms = Prepared(
    lambda: Terms.objects.filter(project=Given("project"), person=Given("person"))
)


def _there(rows: type[Model], **conditions: Any) -> Exists:
    return Exists(rows._default_manager.filter(project=OuterRef("pk"), **conditions))


# Most people work without most of it, so it is asked at once what there is.
_arranged = Prepared(
    lambda: Project.objects.filter(pk=Given("project")).values_list(
        _there(Terms, person=Given("person")),
        _there(Exclusion, person=Given("person"), lifted_at=None),
        _there(Briefing),
        _there(Training),
        _there(CalibrationBatch, status=OPEN),
    )
)


def standing_of(project: Project, person: User) -> Standing:
    """How the person stands; on no terms where none were set."""
    ((on_terms, *others),) = _arranged(project=project.pk, person=person.pk)
    terms = _terms(project=project.pk, person=person.pk) if on_terms else []
    stated = one_of(terms) or Terms(project=project, person=person)
    return Standing(project, person, stated, *others)


_kept = Prepared(
    lambda: Exclusion.objects.filter(
        project=Given("project"), person=Given("person"), lifted_at=None
    ).values_list("pk", flat=True)[:1]
)


def _is_kept(project: Project, person: User) -> bool:
    return bool(_kept(project=project.pk, person=person.pk))


def excluding(
    project: int | Given, person: int | Given, item: str
) -> QuerySet[Exclusion]:
    """What keeps the person from the outer row's item, whose path is ``item``."""
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


def is_excluded(slot: Slot, person: User) -> bool:
    """Whether an organizer keeps the person from the slot's item."""
    if not _is_kept(slot.project, person):
        return False
    slots = Slot.objects.filter(pk=slot.pk)
    return slots.filter(Exists(excluding(slot.project_id, person.pk, "item"))).exists()


def pinned_slots(standing: Standing) -> QuerySet[Slot]:
    """Items that an organizer has put the person's name on, in order."""
    pinned = Slot.objects.filter(
        project=standing.project, person=standing.person, status=OPEN, pinned=True
    )
    free = pinned.exclude(standing.barred("item_id"))
    if asks_the_first(standing.project.protocol):
        free = handed_out_in_turn(free)
    return free.select_related("item").order_by("item_id")


# For organizers


class Assigned(NamedTuple):
    """One annotator, what they may be given and what they are kept from."""

    person: User
    terms: Terms
    pinned: int
    """Items with their name on that they have not begun."""
    exclusions: list[Exclusion]


def assignment_of(project: Project, people: list[User]) -> list[Assigned]:
    """Each of these people, in their order."""
    terms = {one.person_id: one for one in Terms.objects.filter(project=project)}
    pins: dict[int, int] = dict(
        Slot.objects.filter(project=project, pinned=True, status=OPEN)
        .values("person")
        .annotate(n=Count("pk"))
        .values_list("person", "n")
    )
    kept: dict[int, list[Exclusion]] = {}
    for exclusion in exclusions_of(project):
        kept.setdefault(exclusion.person_id, []).append(exclusion)
    return [
        Assigned(
            person,
            terms.get(person.pk) or Terms(project=project, person=person),
            pins.get(person.pk, 0),
            kept.get(person.pk, []),
        )
        for person in people
    ]


def exclusions_of(project: Project) -> QuerySet[Exclusion]:
    """What is in force, oldest first."""
    return (
        Exclusion.objects.filter(project=project, lifted_at=None)
        .select_related("item", "source", "by")
        .order_by("pk")
    )


def tags_of(project: Project) -> list[str]:
    """Every tag that an item of the project has, in order."""
    tags = ItemTag.objects.filter(item__project=project)
    return sorted(tags.values_list("tag", flat=True).distinct())


def sources_of(project: Project) -> QuerySet[Source]:
    """Where the project's pictures come from, by name."""
    return Source.objects.filter(project=project).order_by("name", "pk")
