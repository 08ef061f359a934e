"""Sources of images and their rights."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db import IntegrityError, transaction

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.services import Actor, transition_all
from curation.images.domain.states import WITHDRAWN
from curation.images.models import Image, Rights, Source, SourceChange
from curation.material.domain.manifests.options import StatedSource
from projects.models import Project


def create_source(
    *,
    project: Project,
    name: str,
    licence: str,
    rights: str,
    address: str = "",
    actor: Actor,
) -> Source:
    """Create a source.

    Raises InvalidInputError (name, licence, rights) or ConflictError.
    """
    problems = [
        FieldProblem(field, _("Required: every image needs a source and a licence."))
        for field, value in (("name", name), ("licence", licence))
        if not value.strip()
    ]
    if rights not in Rights.values:
        problems.append(
            FieldProblem(
                "rights", _("Must be one of {names}.", names=", ".join(Rights.values))
            )
        )
    if problems:
        raise InvalidInputError(_("The source is incomplete."), problems)
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
        raise ConflictError(
            _("A source {name!r} already exists.", name=name.strip())
        ) from error


def find_or_create_source(
    *,
    project: Project,
    name: str,
    licence: str,
    rights: str | None,
    rights_if_new: str = "",
    actor: Actor,
) -> Source:
    """Return the source of that name and licence, creating it if needed.

    ``rights_if_new``: the rights of a new source where ``rights`` is None. There is no
    other default, because a wrong one would publish images that may not be.

    Raises InvalidInputError when the source exists with other rights, or is new and has
    none.
    """
    same = Source.objects.filter(
        project=project, name=name.strip(), licence=licence.strip()
    )
    source = same.first()
    if source is None:
        try:
            return create_source(
                project=project,
                name=name,
                licence=licence,
                rights=rights or rights_if_new,
                actor=actor,
            )
        except ConflictError:
            # Another worker has just created it.
            source = same.get()
    if rights is not None and rights != source.rights:
        problem = FieldProblem(
            "rights",
            _(
                "The rights of the existing source are {existing}, not {rights}.",
                existing=source.rights,
                rights=rights,
            ),
        )
        raise InvalidInputError(
            _(
                "The source {name!r} already exists with other rights.",
                name=source.name,
            ),
            [problem],
        )
    return source


def refused_sources(
    source: Source, stated: Collection[StatedSource]
) -> Mapping[StatedSource, str]:
    """Return the stated sources that contradict existing ones or each other.

    ``source`` is the one of files about which a manifest states none.
    """
    rights = {
        (known.name, known.licence): known.rights
        for known in Source.objects.filter(project=source.project_id)
    }
    rights_by_source: dict[tuple[str, str], set[str]] = defaultdict(set)
    for each in stated:
        if each.rights:
            rights_by_source[
                each.source or source.name, each.licence or source.licence
            ].add(each.rights)
    refused = {}
    for each in stated:
        key = each.source or source.name, each.licence or source.licence
        if key in rights:
            if each.rights not in ("", rights[key]):
                refused[each] = _(
                    "the source {name} has the rights {existing}, not {rights}",
                    name=key[0],
                    existing=rights[key],
                    rights=each.rights,
                )
        elif len(rights_by_source[key] | {each.rights or source.rights}) > 1:
            refused[each] = _(
                "other rows state other rights for the source {name}", name=key[0]
            )
    return refused


@transaction.atomic
def change_source_rights(
    *, source: Source, rights: str, reason: str, actor: Actor, licence: str = ""
) -> Source:
    """Change the rights of a source, or correct its ``licence`` if one is given.

    Published releases keep the licence that they were published with. Prohibiting a
    source withdraws all its images. Raises InvalidInputError (rights, licence, reason).
    """
    problems = []
    if rights not in Rights.values:
        problems.append(
            FieldProblem(
                "rights", _("Must be one of {names}.", names=", ".join(Rights.values))
            )
        )
    if not reason.strip():
        problems.append(FieldProblem("reason", _("Please give a reason.")))
    same = Source.objects.filter(
        project=source.project_id, name=source.name, licence=licence.strip()
    )
    if same.exclude(pk=source.pk).exists():
        problems.append(
            FieldProblem(
                "licence",
                _(
                    "There is another source {name} under {licence}.",
                    name=source.name,
                    licence=licence,
                ),
            )
        )
    if problems:
        raise InvalidInputError(_("The rights cannot be changed this way."), problems)
    # Lock the row first. An import that is about to write files of this source either
    # comes first, and its images are withdrawn too, or it sees the change.
    held = Source.objects.select_for_update().get(pk=source.pk)
    licence = licence.strip() or held.licence
    is_corrected = licence != held.licence
    SourceChange.objects.create(
        source=source,
        before=held.rights,
        after=rights,
        licence_before=held.licence if is_corrected else "",
        licence_after=licence if is_corrected else "",
        reason=reason.strip(),
        changed_by_id=actor.user.pk if actor.user else None,
    )
    source.rights = rights
    source.licence = licence
    source.save(update_fields=["rights", "licence"])
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


def require_usable_source(source: Source) -> None:
    """Raise InvalidInputError when nothing may be imported from ``source``."""
    if source.rights == Rights.PROHIBITED:
        problem = FieldProblem("source", _("Images of this source may not be used."))
        raise InvalidInputError(
            _("The source {name!r} is prohibited.", name=source.name), [problem]
        )
