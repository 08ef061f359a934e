"""Creating a release: check what is cheap, save the draft, queue the rest.

The job checks, freezes and builds the release (``freezing``, ``building``), so that
exactly the checked content is frozen.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db import IntegrityError, transaction

from projects.models import Project, ProtocolVersion, Role
from releases.domain.gate import LINES
from releases.domain.states import OUT
from releases.models import Release
from releases.selectors.gate import version_problem
from releases.selectors.records import last_out, private_by_default
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
)
from workflow.jobs import enqueue_job
from workflow.services import Actor, transition

BUILD = "releases.build"
"""The kind of job that creates a release; one at a time per project."""


@transaction.atomic
def release_cut(
    *,
    project: Project,
    version: str,
    actor: Actor,
    overrides: Mapping[str, str] | None = None,
    note: str = "",
    seed: int | None = None,
    private: Sequence[str] | None = None,
) -> Release:
    """Queue a release: a job checks and freezes the items and builds the folder.

    ``overrides`` maps blocking checks to the reasons for overriding them. ``private``
    names the splits with private correct answers, and ``seed`` draws the splits; None
    takes the value of the last release.

    A blocking check without a reason ends the job: the release fails, ``blocked`` names
    the checks, and it can be created again. Raises NotAllowedError, InvalidInputError
    (version, private, ``overrides.<line>``), and ConflictError when another build is
    running.
    """
    if actor.role != Role.MAINTAINER:
        raise NotAllowedError("Only a maintainer can publish releases.")
    previous = last_out(project)
    problem = version_problem(version, previous)
    if problem is not None:
        said = f"Version {version} cannot be published: {problem[0]}"
        raise InvalidInputError(said, [FieldProblem("version", said)])
    overrides = overrides or {}
    unknown = [
        FieldProblem(f"overrides.{line}", "There is no such blocking check.")
        for line in overrides
        if line not in LINES
    ]
    if unknown:
        raise InvalidInputError(
            "The release checks have no check of that name.", unknown
        )
    private = _private_splits(project, private)
    release = _blank_release(project, version, actor)
    release.name = project.name
    release.protocol_version = _protocol_version(project)
    release.previous = previous
    release.note = note.strip()
    release.private = private
    release.secret = _secret(release)
    release.asked = {"overrides": dict(overrides), "seed": seed}
    release.blocked = []
    release.changes = {}
    release.frozen_at = None
    release.save()
    build_queue(release, actor)
    return release


def build_queue(release: Release, actor: Actor) -> None:
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
            "Another release of this project is being made. Wait until it is published, "
            "or stop it."
        ) from error
    release.save(update_fields=["job"])


def _private_splits(project: Project, asked: Sequence[str] | None) -> list[str]:
    """Return the private splits.

    Raises InvalidInputError (``private``) for an unknown split or one for examples.
    """
    splits = project.protocol.release.splits
    if asked is None:
        return private_by_default(project)
    may = [split.id for split in splits if not split.shots]
    wrong = [split for split in asked if split not in may]
    if wrong:
        said = f"{wrong[0]!r} cannot be private: only {', '.join(may)} can."
        raise InvalidInputError(said, [FieldProblem("private", said)])
    return [split for split in may if split in asked]


def _secret(release: Release) -> str:
    """Return the secret of the commitments, the same at every attempt at a version."""
    if not release.private:
        return ""
    name = f"commitments:{release.project.slug}:{release.version}"
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, name.encode(), hashlib.sha256).hexdigest()


def _blank_release(project: Project, version: str, actor: Actor) -> Release:
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
            raise ConflictError(f"Release {version} is already being built.") from error
        return release
    if release.status in OUT:
        raise ConflictError(f"Release {version} already exists.")
    transition(release, "recut", actor=actor)
    return release


def _protocol_version(project: Project) -> ProtocolVersion:
    if project.current_protocol is None:
        raise InvalidInputError("The project has no protocol yet.")
    return project.current_protocol
