"""Queueing the site of a release, which ``site_builds`` builds, and its archive."""

from typing import BinaryIO, cast

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import QuerySet

from core.domain.texts import _
from core.errors import NotFoundError
from core.jobs import enqueue_job
from core.models import Job, JobStatus
from core.services import Actor
from evaluation.job_kinds import SITE
from releases.records.models import Release
from releases.records.selectors.files import require_given_out


def queue_site(*, release: Release, actor: Actor) -> Job:
    """Queue building a release's site, which replaces the one that is kept.

    Raises NotFoundError when an image of the release was taken down, and ConflictError
    while one is built.
    """
    require_given_out(release)
    return enqueue_job(
        kind=SITE,
        scope_id=release.project_id,
        actor=actor,
        parameters={"release": release.pk},
    )


def last_site(release: Release) -> Job | None:
    """Return the last job that built this release's site, if any."""
    return _sites(release).first()


def open_site(release: Release) -> BinaryIO:
    """Open the zip archive of the kept site.

    Raises NotFoundError when there is none, or an image was taken down.
    """
    require_given_out(release)
    site = finished_sites(release).first()
    if site is None:
        raise NotFoundError(_("This release has no site yet. Build it first."))
    return cast("BinaryIO", default_storage.open(site.result["path"]))


def delete_site(release: Release) -> None:
    """Delete the kept site of a release when the transaction ends."""
    paths = [site.result["path"] for site in finished_sites(release)]

    def delete() -> None:
        for path in paths:
            default_storage.delete(path)

    transaction.on_commit(delete)


def _sites(release: Release) -> QuerySet[Job]:
    return Job.objects.filter(
        kind=SITE, scope_id=release.project_id, parameters__release=release.pk
    ).order_by("-pk")


def finished_sites(release: Release) -> QuerySet[Job]:
    """Return the jobs that built this release's site, the last one first."""
    return _sites(release).filter(status=JobStatus.FINISHED)
