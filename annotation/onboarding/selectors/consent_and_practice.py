"""Onboarding: the consent form and the practice item."""

from typing import Literal, NamedTuple

from django.db.models import QuerySet

from annotation.items.domain.slot_states import CLOSED, DECLINED, LEASED, SUBMITTED
from annotation.items.models.items import Item
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.onboarding.models import Consent, ConsentForm, OnboardingSettings
from annotation.ports import finished_items
from core.selectors import first_or_none
from projects.models import Project, User
from projects.roles import Role

PracticeState = Literal["none", "waiting", "done"]


class OnboardingProgress(NamedTuple):
    """A person's progress through onboarding."""

    briefing: ConsentForm | None
    consent: Consent | None
    """Consent to the current consent form."""
    practice: PracticeState

    @property
    def asks_for_consent(self) -> bool:
        return self.briefing is not None and any(self.briefing.consent.values())

    @property
    def may_work(self) -> bool:
        return self.consent is not None or not self.asks_for_consent


def current_consent_form(project: Project) -> ConsentForm | None:
    """Return the current consent form: the latest version."""
    forms = ConsentForm.objects.filter(project=project).order_by("-number")
    return first_or_none(forms[:1])


def onboarding_progress(project: Project, person: User) -> OnboardingProgress:
    """Return this annotator's progress through onboarding."""
    briefing = current_consent_form(project)
    consent = Consent.objects.filter(briefing=briefing, person=person).first()
    return OnboardingProgress(briefing, consent, practice_state(project, person))


def may_work(project: Project, person: User, role: str) -> bool:
    """Return whether the person has given the consent that annotators must give.

    Other roles need none.
    """
    if role != Role.ANNOTATOR:
        return True
    briefing = current_consent_form(project)
    if briefing is None or not any(briefing.consent.values()):
        return True
    return Consent.objects.filter(briefing=briefing, person=person).exists()


def list_consents(project: Project) -> QuerySet[Consent]:
    """Return the consents of all people to every version, unordered."""
    return Consent.objects.filter(briefing__project=project).select_related(
        "briefing", "person"
    )


def practice_item(project: Project) -> Item | None:
    """Return the practice item, if one is set and it still has a final record."""
    training = (
        OnboardingSettings.objects.filter(project=project)
        .select_related("practice_item")
        .first()
    )
    item = training.practice_item if training else None
    if item is None or not finished_items().items_with_final_record([item.pk]):
        return None
    return item


def practice_state(project: Project, person: User) -> PracticeState:
    """Return the state of this person's practice item.

    Only newcomers practise: people who have submitted work or know the item do not.
    """
    own = Slot.objects.filter(project=project, person=person, purpose=Purpose.PRACTICE)
    statuses = set(own.values_list("status", flat=True))
    if statuses & {SUBMITTED, DECLINED, CLOSED}:
        return "done"
    if statuses & {LEASED}:
        return "waiting"
    return "waiting" if get_due_practice_item(project, person) else "none"


def get_due_practice_item(project: Project, person: User) -> Item | None:
    """Return the practice item while this person must do it and has not begun."""
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
    if finished_items().items_known_to_person(person.pk, [item.pk]):
        return None
    return item
