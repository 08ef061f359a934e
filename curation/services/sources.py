"""Where images come from, and what may be done with them."""

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
    """A new source. Raises InvalidInputError (name, licence, rights) or ConflictError."""
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
    """The source of that name and licence; made if there is none.

    Raises InvalidInputError when it is there with other rights than the ones given.
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
    """Say anew what may be done with a source's images.

    Prohibited withdraws them, wherever they are. Raises InvalidInputError (rights, reason).
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
    # Holding the row first: an import that is about to take in files of this source
    # comes before, and its images are withdrawn with the others, or finds it changed.
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
    """Raises InvalidInputError when nothing may be imported from ``source``."""
    if source.rights == Rights.PROHIBITED:
        problem = FieldProblem("source", "Images of this source may not be used.")
        raise InvalidInputError(f"The source {source.name!r} is prohibited.", [problem])
