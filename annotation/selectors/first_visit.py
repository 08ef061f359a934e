"""What comes before a person's first work: what they agree to, a practice item."""

from typing import Literal, NamedTuple

from django.db.models import QuerySet

from annotation.domain.states import CLOSED, DECLINED, LEASED, SUBMITTED
from annotation.models import Annotation, Item, Purpose, Slot
from annotation.models.training import Briefing, Consent, Training
from annotation.ports import finished_items
from projects.models import Project, Role, User
from workflow.selectors import first_or_none

PracticeState = Literal["none", "waiting", "done"]


class Welcome(NamedTuple):
    """How far a person's first visit is."""

    briefing: Briefing | None
    consent: Consent | None
    """To the briefing in force."""
    practice: PracticeState

    @property
    def asks_for_consent(self) -> bool:
        return self.briefing is not None and any(self.briefing.consent.values())

    @property
    def may_work(self) -> bool:
        return self.consent is not None or not self.asks_for_consent


def briefing_of(project: Project) -> Briefing | None:
    """The briefing in force: the latest version."""
    briefings = Briefing.objects.filter(project=project).order_by("-number")
    return first_or_none(briefings[:1])


def welcome(project: Project, person: User) -> Welcome:
    """How far this annotator's first visit is."""
    briefing = briefing_of(project)
    consent = Consent.objects.filter(briefing=briefing, person=person).first()
    return Welcome(briefing, consent, practice_state(project, person))


def may_work(project: Project, person: User, role: str) -> bool:
    """Whether the person agreed to what annotators have to agree to."""
    if role != Role.ANNOTATOR:
        return True
    briefing = briefing_of(project)
    if briefing is None or not any(briefing.consent.values()):
        return True
    return Consent.objects.filter(briefing=briefing, person=person).exists()


def consents(project: Project) -> QuerySet[Consent]:
    """Everybody's agreement to every version; to be ordered."""
    return Consent.objects.filter(briefing__project=project).select_related(
        "briefing", "person"
    )


def practice_item(project: Project) -> Item | None:
    """The item that newcomers practise on, if one is set and still finished."""
    training = (
        Training.objects.filter(project=project).select_related("practice_item").first()
    )
    item = training.practice_item if training else None
    if item is None or not finished_items().finished([item.pk]):
        return None
    return item


def practice_state(project: Project, person: User) -> PracticeState:
    """Whether a practice item waits for this person.

    Only newcomers practise: not who has handed in work, nor who knows the item.
    """
    own = Slot.objects.filter(project=project, person=person, purpose=Purpose.PRACTICE)
    statuses = set(own.values_list("status", flat=True))
    if statuses & {SUBMITTED, DECLINED, CLOSED}:
        return "done"
    if statuses & {LEASED}:
        return "waiting"
    return "waiting" if practice_due(project, person) else "none"


def practice_due(project: Project, person: User) -> Item | None:
    """The practice item, while this person has to do it and has not begun."""
    item = practice_item(project)
    if item is None:
        return None
    own = Slot.objects.filter(project=project, person=person)
    begun = own.filter(purpose=Purpose.PRACTICE) | own.filter(
        purpose=Purpose.WORK, status=SUBMITTED
    )
    wrote = Annotation.objects.filter(slot__item=item, person=person)
    if begun.exists() or wrote.exists():
        return None
    if finished_items().known_to(person.pk, [item.pk]):
        return None
    return item
