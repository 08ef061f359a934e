"""Sources of images and their rights."""

from django.db import IntegrityError, transaction

from curation.domain.states import WITHDRAWN
from curation.models.images import Image, Rights, Source, SourceChange
from projects.models import Project
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.services import Actor, transition_all


def create_source(
    *,
    project: Project,
    name: str,
    licence: str,
    rights: str = Rights.REDISTRIBUTE,
    address: str = "",
    actor: Actor,
) -> Source:
    """Create a source.

    Raises InvalidInputError (name, licence, rights) or ConflictError.
    """
    problems = [
        FieldProblem(field, "Required: every image needs a source and a licence.")
        for field, value in (("name", name), ("licence", licence))
        if not value.strip()
    ]
    if rights not in Rights.values:
        problems.append(
            FieldProblem("rights", f"Must be one of {', '.join(Rights.values)}.")
        )
    if problems:
        raise InvalidInputError("The source is incomplete.", problems)
    try:
        with transaction.atomic():
            return Source.objects.create(
                project=project,
                name=name.strip(),
                licence=licence.strip(),
                rights=rights,
                address=address.strip(),
            )
    except IntegrityError as error:
        raise ConflictError(f"A source {name.strip()!r} already exists.") from error


def source_named(
    *, project: Project, name: str, licence: str, rights: str | None, actor: Actor
) -> Source:
    """Return the source of that name and licence, creating it if needed.

    Raises InvalidInputError when the source exists with other rights.
    """
    found = Source.objects.filter(
        project=project, name=name.strip(), licence=licence.strip()
    ).first()
    if found is None:
        return create_source(
            project=project,
            name=name,
            licence=licence,
            rights=rights or Rights.REDISTRIBUTE,
            actor=actor,
        )
    if rights is not None and rights != found.rights:
        problem = FieldProblem(
            "rights", f"The existing source has {found.rights}, not {rights}."
        )
        raise InvalidInputError(
            f"The source {found.name!r} already exists with other rights.", [problem]
        )
    return found


@transaction.atomic
def source_change_rights(
    *, source: Source, rights: str, reason: str, actor: Actor
) -> Source:
    """Change the rights of a source.

    Prohibiting a source withdraws all its images. Raises InvalidInputError (rights,
    reason).
    """
    problems = []
    if rights not in Rights.values:
        problems.append(
            FieldProblem("rights", f"Must be one of {', '.join(Rights.values)}.")
        )
    if not reason.strip():
        problems.append(FieldProblem("reason", "Please give a reason."))
    if problems:
        raise InvalidInputError("The rights cannot be changed this way.", problems)
    # Lock the row first. An import that is about to write files of this source either
    # comes first, and its images are withdrawn too, or it sees the change.
    held = Source.objects.select_for_update().get(pk=source.pk)
    SourceChange.objects.create(
        source=source,
        before=held.rights,
        after=rights,
        reason=reason.strip(),
        changed_by_id=actor.user.pk if actor.user else None,
    )
    source.rights = rights
    source.save(update_fields=["rights"])
    if rights == Rights.PROHIBITED:
        images = Image.objects.filter(source=source).exclude(status=WITHDRAWN)
        transition_all(
            images,
            "withdraw",
            actor=actor,
            reason=reason,
            data=lambda _: {"source": source.pk},
        )
    return source


def source_require_usable(source: Source) -> None:
    """Raise InvalidInputError when nothing may be imported from ``source``."""
    if source.rights == Rights.PROHIBITED:
        problem = FieldProblem("source", "Images of this source may not be used.")
        raise InvalidInputError(f"The source {source.name!r} is prohibited.", [problem])
