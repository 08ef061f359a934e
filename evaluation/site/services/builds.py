"""Building the site of a release in the background; only workers import this."""

from collections.abc import Mapping
from typing import Any

from django.core.files.base import File
from django.core.files.storage import default_storage

from core.heartbeats import keep_job_heartbeat
from core.job_kinds import Progress
from core.models import Job
from core.scratch import scratch_folder
from evaluation.site.services.files import write_site_zip
from evaluation.site.services.jobs import finished_sites
from releases.records.models import Release
from releases.records.selectors.files import require_given_out


def build_site(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Write the site and keep it in place of the earlier one.

    Returns its ``path`` in the storage and its size in ``bytes``. Raises NotFoundError
    when an image of the release was taken down.
    """
    release = Release.objects.get(pk=job.parameters["release"])
    earlier = [site.result["path"] for site in finished_sites(release)[:1]]
    with keep_job_heartbeat(job.pk), scratch_folder() as scratch:
        archive = scratch / "site.zip"
        write_site_zip(release=release, archive_path=archive)
        # It may have been taken down meanwhile.
        require_given_out(release)
        with archive.open("rb") as content:
            path = default_storage.save(
                f"sites/{release.project_id}/{release.pk}.zip", File(content)
            )
        size = archive.stat().st_size
    for name in earlier:
        default_storage.delete(name)
    return {"path": path, "bytes": size}
