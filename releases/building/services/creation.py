"""Creating a release: check what is cheap, save the draft, queue the rest.

The job checks, freezes and builds the release (``freezing``, ``building``), so that
exactly the checked content is frozen.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db import IntegrityError, transaction

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, NotAllowedError
from core.jobs import enqueue_job
from core.services import Actor, transition
from projects.models import Project, ProtocolVersion, SecurityEventKind
from projects.roles import Role
from projects.security_record.services import record_release_event
from releases.gate.domain import LINES
from releases.gate.selectors.checks import version_problem
from releases.job_kinds import BUILD
from releases.records.models import Release
from releases.records.selectors.releases import (
    latest_published_release,
    private_by_default,
)
from releases.records.states import OUT


@transaction.atomic
def create_release(
    *,
    project: Project,
    version: str,
    actor: Actor,
    overrides: Mapping[str, str] | None = None,
    note: str = "",
    seed: int | None = None,
    private: Sequence[str] | None = None,
    preview: bool = False,
) -> Release:
    """Queue a release: a job checks and freezes the items and builds the folder.

    A ``preview`` is built in the same way, and ``publish_preview`` publishes it.
    ``overrides`` maps blocking checks to the reasons for overriding them. ``private``
    names the splits with private correct answers, and ``seed`` draws the splits; None
    takes the value of the last release.

    A blocking check without a reason ends the job: the release fails, ``blocked`` names
    the checks, and it can be created again. Raises NotAllowedError, InvalidInputError
    (version, private, ``overrides.<line>``), and ConflictError when another build is
    running.
    """
    if actor.role != Role.MAINTAINER:
        raise NotAllowedError(_("Only a maintainer can publish releases."))
    previous = latest_published_release(project)
    problem = version_problem(version, previous)
    if problem is not None:
        message = _(
            "Version {version} cannot be published: {problem}",
            version=version,
            problem=problem,
        )
        raise InvalidInputError(message, [FieldProblem("version", message)])
    overrides = overrides or {}
    unknown = [
        FieldProblem(f"overrides.{line}", _("There is no such blocking check."))
        for line in overrides
        if line not in LINES
    ]
    if unknown:
        raise InvalidInputError(
            _("The release checks have no check of that name."), unknown
        )
    private = _private_splits(project, private)
    release = blank_release(project, version, actor)
    release.name = project.name
    release.protocol_version = _protocol_version(project)
    release.previous = previous
    release.note = note.strip()
    release.private = private
    release.secret = _secret(release)
    release.asked = {"overrides": dict(overrides), "seed": seed, "preview": preview}
    release.blocked = []
    release.changes = {}
    release.summary = {}
    release.frozen_at = None
    release.save()
    queue_build(release, actor)
    return release


def queue_build(release: Release, actor: Actor) -> None:
    """Queue the job that creates a release. Raises ConflictError if one is running."""
    try:
        release.job = enqueue_job(
            kind=BUILD,
            scope_id=release.project_id,
            actor=actor,
            parameters={"release": release.pk},
        )
    except ConflictError as error:
        raise ConflictError(
            _(
                "Another release of this project is being made. Wait until it is published, "
                "or stop it."
            )
        ) from error
    release.save(update_fields=["job"])
    record_release_event(SecurityEventKind.RELEASE_CREATED, release, actor)


def _private_splits(project: Project, chosen: Sequence[str] | None) -> list[str]:
    """Return the private splits.

    Raises InvalidInputError (``private``) for an unknown split or one for examples.
    """
    splits = project.protocol.release.splits
    if chosen is None:
        return private_by_default(project)
    may = [split.id for split in splits if not split.shots]
    wrong = [split for split in chosen if split not in may]
    if wrong:
        message = _(
            "{wrong!r} cannot be private: only {may} can.",
            wrong=wrong[0],
            may=", ".join(may),
        )
        raise InvalidInputError(message, [FieldProblem("private", message)])
    return [split for split in may if split in chosen]


def _secret(release: Release) -> str:
    """Return the secret of the commitments, the same at every attempt at a version."""
    if not release.private:
        return ""
    name = f"commitments:{release.project.slug}:{release.version}"
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, name.encode(), hashlib.sha256).hexdigest()


def blank_release(project: Project, version: str, actor: Actor) -> Release:
    """Return a new row, or the row of an unfinished attempt at the same version."""
    release = Release.objects.filter(project=project, version=version).first()
    if release is None:
        release = Release(
            project=project,
            version=version,
            protocol_version=_protocol_version(project),
            created_by_id=actor.user.pk if actor.user else None,
        )
        try:
            with transaction.atomic():
                release.save()
        except IntegrityError as error:
            raise ConflictError(
                _("Release {version} is already being built.", version=version)
            ) from error
        return release
    if release.status in OUT:
        raise ConflictError(_("Release {version} already exists.", version=version))
    transition(release, "recut", actor=actor)
    return release


def _protocol_version(project: Project) -> ProtocolVersion:
    if project.current_protocol is None:
        raise InvalidInputError(_("The project has no protocol yet."))
    return project.current_protocol
