"""Publishing a release on the Hugging Face Hub: what may be published, and the job."""

import re
from dataclasses import asdict, dataclass
from typing import Literal, get_args

from django.conf import settings
from django.db import transaction

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, NotAllowedError
from core.jobs import enqueue_job
from core.models import Job
from core.services import Actor
from projects.models import SecurityEventKind
from projects.roles import MAINTAINERS
from projects.security_record.services import record_release_event
from releases.job_kinds import UPLOAD
from releases.records.models import Release
from releases.records.selectors.files import require_given_out
from releases.records.states import PUBLISHED

Visibility = Literal["public", "gated", "private"]
VISIBILITIES: tuple[Visibility, ...] = get_args(Visibility)

_REPO = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}", re.ASCII)


@dataclass(frozen=True)
class HubTarget:
    """A dataset of the Hub."""

    repo: str
    """``organization/name``."""
    visibility: Visibility = "private"
    """``gated``: people share their contact before they can download."""


def require_publishable(release: Release, target: HubTarget) -> None:
    """Raise InvalidInputError for what may not be published, and say why.

    Raises NotFoundError when an image of the release was taken down.
    """
    if not _REPO.fullmatch(target.repo):
        message = _(
            "{hub!r} is not the id of a dataset, such as team/benchmark.",
            hub=target.repo,
        )
        raise InvalidInputError(message, [FieldProblem("repo", message)])
    if release.status != PUBLISHED:
        raise InvalidInputError(
            _("Only a published release that was not withdrawn can go to the Hub.")
        )
    if release.facts.get("simulated_items"):
        raise InvalidInputError(
            _("A release with work by simulated people is not published on the Hub.")
        )
    require_given_out(release)
    if not settings.HUB_TOKEN:
        raise InvalidInputError(
            _("The operator has set no token of the Hub (SUBTEXT_HUB_TOKEN).")
        )


@transaction.atomic
def queue_upload(*, release: Release, target: HubTarget, actor: Actor) -> Job:
    """Queue the upload, for maintainers.

    Raises NotAllowedError, InvalidInputError and ConflictError (one is running).
    """
    if actor.role not in MAINTAINERS:
        raise NotAllowedError(_("Only a maintainer can publish releases."))
    require_publishable(release, target)
    job = enqueue_job(
        kind=UPLOAD,
        scope_id=release.project_id,
        actor=actor,
        parameters={"release": release.pk, **asdict(target)},
    )
    record_release_event(
        SecurityEventKind.RELEASE_UPLOADED, release, actor, visibility=target.visibility
    )
    return job


def last_upload(release: Release) -> Job | None:
    """Return the last job that uploaded this release, if any."""
    jobs = Job.objects.filter(
        kind=UPLOAD, scope_id=release.project_id, parameters__release=release.pk
    )
    return jobs.order_by("-pk").first()
