"""What annotators agree to before they begin, and what they practise on."""

from collections.abc import Mapping

from django.db import IntegrityError, transaction

from annotation.models.training import Briefing, Consent, Training
from annotation.ports import finished_items
from annotation.selectors import get_item
from annotation.selectors.first_visit import briefing_of, may_work
from annotation.services.people import annotator_of, person_of
from projects.models import Project
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
)
from workflow.services import Actor

LANGUAGES = ("en", "zh")


def require_consent(*, project: Project, actor: Actor) -> None:
    """Raises NotAllowedError for an annotator who has not agreed to the text in force."""
    if not may_work(project, person_of(actor), actor.role):
        raise NotAllowedError("Read the consent form and agree to it first.")


def publish_consent_form(
    *,
    project: Project,
    actor: Actor,
    consent: Mapping[str, str],
    content_warning: Mapping[str, str],
) -> Briefing:
    """Put other words in force; everybody is asked anew. The same words change nothing.

    One language stands for the other where that is left empty; an empty consent asks
    nobody. Raises ConflictError when somebody else published at the same moment.
    """
    texts = {"consent": _both(consent), "content_warning": _both(content_warning)}
    current = briefing_of(project)
    if current is not None and all(
        getattr(current, part) == text for part, text in texts.items()
    ):
        return current
    try:
        with transaction.atomic():
            return Briefing.objects.create(
                project=project,
                number=(current.number if current else 0) + 1,
                created_by=person_of(actor),
                **texts,
            )
    except IntegrityError as error:
        raise ConflictError(
            "Someone else changed this text. Reload it and try again."
        ) from error


def _both(text: Mapping[str, str]) -> dict[str, str]:
    said = {language: text.get(language, "").strip() for language in LANGUAGES}
    either = next(filter(None, said.values()), "")
    return {language: words or either for language, words in said.items()}


def give_consent(*, project: Project, actor: Actor, number: int) -> Consent:
    """Agree to the briefing in force; ``number`` is the version that was read.

    Said again it changes nothing. Raises ConflictError when another one is in force.
    """
    person = annotator_of(actor)
    briefing = briefing_of(project)
    if briefing is None or briefing.number != number:
        raise ConflictError("The consent form has changed. Please read it again.")
    consent, _ = Consent.objects.get_or_create(briefing=briefing, person=person)
    return consent


def set_practice_item(
    *, project: Project, actor: Actor, item_id: int | None
) -> Training:
    """Choose what newcomers practise on, or nothing. Raises InvalidInputError, Missing."""
    person_of(actor)
    item = None
    if item_id is not None:
        item = get_item(project, item_id)
        if not finished_items().finished([item.pk]):
            problem = FieldProblem("item_id", "This item has no final record.")
            raise InvalidInputError(
                "Only items with a final record can be practice items.", [problem]
            )
    training, _ = Training.objects.update_or_create(
        project=project, defaults={"practice_item": item}
    )
    return training
