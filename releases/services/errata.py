"""Changes to a published release: errata, withdrawal, takedowns.

The release itself never changes. The next release reports them in its change log.
"""

from django.db import transaction

from curation.domain.states import WITHDRAWN
from curation.models.images import Image
from curation.services.images import withdraw_image
from projects.models import Project
from projects.selectors import MAINTAINERS, ORGANIZERS
from releases.domain.layouts.wording import said
from releases.domain.states import DRAFT, OUT, PUBLISHED
from releases.domain.versions import next_version, read_version
from releases.models import FrozenRow, GateOverride, Notice, NoticeKind, Release
from releases.selectors.records import frozen_items, last_out, past_versions
from releases.services.cutting import build_queue
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
)
from workflow.services import Actor, transition


def yank_release(*, release: Release, actor: Actor, reason: str) -> Release:
    """Withdraw a release with a reason. Its files remain available."""
    transition(release, "yank", actor=actor, reason=reason)
    return release


def add_erratum(
    *, release: Release, text: str, actor: Actor, question: str = ""
) -> Notice:
    """Add an erratum to a published release or to one of its questions.

    Raises NotAllowedError, ConflictError when the release is not published, and
    InvalidInputError (text, question).
    """
    if actor.role not in ORGANIZERS:
        raise NotAllowedError("Only organizers and maintainers can record errata.")
    if release.status not in OUT:
        raise ConflictError("Only a published release can have errata.")
    problems = []
    if not text.strip():
        problems.append(FieldProblem("text", "Please describe the error."))
    key = ""
    if question:
        keys = {
            asked.id: item.key
            for item in frozen_items(release.rows.all())
            for asked in item.questions
        }
        if question not in keys:
            problems.append(
                FieldProblem("question", "This release has no such question.")
            )
        key = keys.get(question, "")
    if problems:
        raise InvalidInputError("The erratum is not valid.", problems)
    return _notice(release, NoticeKind.ERRATUM, key, text, actor, question=question)


def _notice(
    release: Release,
    kind: NoticeKind,
    key: str,
    text: str,
    actor: Actor,
    *,
    question: str = "",
) -> Notice:
    return Notice.objects.create(
        release=release,
        kind=kind,
        key=key,
        question=question,
        text=text.strip(),
        role=actor.role,
        person_id=actor.user.pk if actor.user else None,
    )


@transaction.atomic
def take_down_release(
    *, project: Project, image: Image, actor: Actor, reason: str
) -> Release | None:
    """Take an image out of the benchmark, also where it was released.

    1. Withdraw the image, unless it is withdrawn already.
    2. Add a notice to every release that holds it, and yank those not yet yanked.
    3. Queue the next version: the last one without the items that show the image,
       independent of the project's other work.

    Returns the new version, or None if the last version did not hold the image or would
    be empty without it. Raises NotAllowedError, InvalidInputError (image, reason), and
    ConflictError when another build is running.
    """
    if actor.role not in MAINTAINERS:
        raise NotAllowedError("Only a maintainer can take down an image.")
    rows = FrozenRow.objects.filter(
        release__project=project,
        release__status__in=OUT,
        item__places__image=image,
    )
    held = {row.release_id: row.key for row in rows}
    problems = []
    if not held:
        problems.append(FieldProblem("image", "No release contains this image."))
    if not reason.strip():
        problems.append(FieldProblem("reason", "Please give a reason."))
    if problems:
        raise InvalidInputError("The image cannot be taken down.", problems)
    last = last_out(project)
    if image.status != WITHDRAWN:
        withdraw_image(image=image, reason=reason, actor=actor)
    for release in Release.objects.filter(pk__in=held):
        _notice(release, NoticeKind.TAKEDOWN, held[release.pk], reason, actor)
        if release.status == PUBLISHED:
            yank_release(
                release=release, actor=actor, reason=_takedown(release, reason)
            )
    if last is None or last.pk not in held:
        return None
    return _without(last, {held[last.pk]}, actor=actor, reason=reason)


def _takedown(release: Release, reason: str) -> str:
    """Return why a version is withdrawn or created, in the benchmark's language."""
    language = release.protocol_version.protocol.language
    return said("takedown", language, reason=reason.strip())


def _without(
    last: Release, keys: set[str], *, actor: Actor, reason: str
) -> Release | None:
    """Create the next version from the last one without the items ``keys``."""
    if not last.rows.exclude(key__in=keys).exists():
        return None
    version = next_version(read_version(last.version), added=0, altered=len(keys))
    unfinished = Release.objects.filter(project=last.project, version=str(version))
    if unfinished.exists():
        raise ConflictError(
            f"Release {version} is not published yet: finish or remove it first."
        )
    release = Release.objects.create(
        project=last.project,
        version=str(version),
        name=last.name,
        status=DRAFT,
        protocol_version=last.protocol_version,
        previous=last,
        seed=last.seed,
        note=_takedown(last, reason),
        private=last.private,
        secret=last.secret,
        asked={"without": sorted(keys)},
        created_by_id=actor.user.pk if actor.user else None,
        changes={"added": 0, "removed": len(keys), "changed": 0},
        facts={
            **last.facts,
            "history": [one._asdict() for one in past_versions(last.project)],
            "reasons": {
                key: [(actor.role, "takedown", reason.strip())] for key in sorted(keys)
            },
        },
    )
    GateOverride.objects.bulk_create(
        GateOverride(
            release=release,
            line=one.line,
            message=one.message,
            reason=one.reason,
            person_id=one.person_id,
        )
        for one in last.overrides.all()
    )
    build_queue(release, actor)
    return release
