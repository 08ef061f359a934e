"""Previews of releases: publishing one as it is, removing what was not published."""

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from core.domain.texts import _
from core.errors import ChangedError, ConflictError, NotAllowedError
from core.models import JobStatus
from core.services import Actor, transition
from curation.images.domain.states import WITHDRAWN
from projects.models import Project, SecurityEventKind
from projects.roles import MAINTAINERS
from projects.security_record.services import record_release_event
from releases.records.models import Release
from releases.records.selectors.files import release_prefix, stored_names
from releases.records.selectors.releases import get_release, latest_published_release
from releases.records.states import OUT


@transaction.atomic
def publish_preview(*, release: Release, actor: Actor) -> Release:
    """Publish a preview exactly as it was built.

    Raises ConflictError if something has to be built again: another release was
    published since, an image was withdrawn, or the preview is that of a takedown.
    """
    if "without" in release.asked:
        raise ConflictError(
            _(
                "{version} is the preview of a takedown. Take the image or the "
                "question down to publish it.",
                version=release.version,
            )
        )
    if release.previous != latest_published_release(release.project):
        raise ChangedError(
            _(
                "Another release was published after this preview of {version}. "
                "Create the preview again.",
                version=release.version,
            )
        )
    if release.rows.filter(item__places__image__status=WITHDRAWN).exists():
        raise ChangedError(
            _(
                "An image in this preview of {version} was withdrawn since. "
                "Create the preview again.",
                version=release.version,
            )
        )
    transition(
        release,
        "publish_preview",
        actor=actor,
        data={"sha256": release.manifest_sha256},
        changes={"published_at": timezone.now()},
    )
    return release


@transaction.atomic
def remove_release(*, project: Project, version: str, actor: Actor) -> None:
    """Remove a release that was never published, with its files.

    Raises NotAllowedError, NotFoundError, and ConflictError for a published one or one
    being built.
    """
    if actor.role not in MAINTAINERS:
        raise NotAllowedError(_("Only a maintainer can remove a release."))
    release = get_release(project, version)
    if release.status in OUT:
        raise ConflictError(
            _(
                "Release {version} is published and never removed.",
                version=release.version,
            )
        )
    if release.job and release.job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
        raise ConflictError(
            _(
                "Release {version} is being built. Stop it first.",
                version=release.version,
            )
        )
    prefix = release_prefix(release)
    record_release_event(SecurityEventKind.RELEASE_REMOVED, release, actor)
    release.delete()
    transaction.on_commit(lambda: _delete_files(prefix))


def _delete_files(prefix: str) -> None:
    for name in list(stored_names(prefix)):
        default_storage.delete(name)
