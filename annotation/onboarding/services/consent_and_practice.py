"""Onboarding: the consent form and the practice item."""

from collections.abc import Mapping

from django.db import IntegrityError, transaction

from annotation.items.selectors.items import get_item
from annotation.onboarding.models import Consent, ConsentForm, OnboardingSettings
from annotation.onboarding.selectors.consent_and_practice import (
    current_consent_form,
    may_work,
)
from annotation.ports import finished_items
from annotation.slots.services.people import person_of, require_annotator
from core.domain.texts import _
from core.errors import (
    ChangedError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
)
from core.services import Actor
from projects.models import Project

LANGUAGES = ("en", "zh")


def require_consent(*, project: Project, actor: Actor) -> None:
    """Check the annotator's consent.

    Raises NotAllowedError when they have not agreed to the current consent form.
    """
    if not may_work(project, person_of(actor), actor.role):
        raise NotAllowedError(_("Read the consent form and agree to it first."))


def publish_consent_form(
    *,
    project: Project,
    actor: Actor,
    consent: Mapping[str, str],
    content_warning: Mapping[str, str],
) -> ConsentForm:
    """Publish a new version of the consent form, which annotators must agree to again.

    Unchanged texts create no version. An empty language takes the text of the other
    one; an empty consent text asks for no consent. Raises ConflictError when another
    version was published at the same moment.
    """
    texts = {"consent": _both(consent), "content_warning": _both(content_warning)}
    current = current_consent_form(project)
    if current is not None and all(
        getattr(current, part) == text for part, text in texts.items()
    ):
        return current
    try:
        with transaction.atomic():
            return ConsentForm.objects.create(
                project=project,
                number=(current.number if current else 0) + 1,
                created_by=person_of(actor),
                **texts,
            )
    except IntegrityError as error:
        raise ChangedError(
            _("Someone else changed this text. Reload it and try again.")
        ) from error


def _both(text: Mapping[str, str]) -> dict[str, str]:
    translations = {language: text.get(language, "").strip() for language in LANGUAGES}
    either = next(filter(None, translations.values()), "")
    return {language: words or either for language, words in translations.items()}


def give_consent(*, project: Project, actor: Actor, number: int) -> Consent:
    """Record consent to the current consent form; ``number`` is the version that was read.

    Idempotent. Raises ConflictError when another version is current.
    """
    person = require_annotator(actor)
    briefing = current_consent_form(project)
    if briefing is None or briefing.number != number:
        raise ChangedError(_("The consent form has changed. Please read it again."))
    consent, _created = Consent.objects.get_or_create(briefing=briefing, person=person)
    return consent


def set_practice_item(
    *, project: Project, actor: Actor, item_id: int | None
) -> OnboardingSettings:
    """Set the practice item, or none.

    Raises NotFoundError for an unknown item, InvalidInputError (item_id) for an item
    without a final record.
    """
    person_of(actor)
    item = None
    if item_id is not None:
        item = get_item(project, item_id)
        if not finished_items().items_with_final_record([item.pk]):
            problem = FieldProblem("item_id", _("This item has no final record."))
            raise InvalidInputError(
                _("Only items with a final record can be practice items."), [problem]
            )
    training, _created = OnboardingSettings.objects.update_or_create(
        project=project, defaults={"practice_item": item}
    )
    return training
