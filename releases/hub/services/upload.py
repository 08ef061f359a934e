"""Uploading a release to the Hugging Face Hub; only workers and commands import this."""

from collections.abc import Mapping
from typing import Any

import httpx2
from django.conf import settings
from huggingface_hub import HfApi

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import InvalidInputError
from core.heartbeats import keep_job_heartbeat
from core.job_kinds import Progress
from core.models import Job
from core.scratch import scratch_folder
from releases.building.services.folders import export_release
from releases.hub.services.publication import HubTarget, require_publishable
from releases.records.models import Release

_DATASET = "dataset"


def run_upload(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Upload the release that the job names."""
    parameters = job.parameters
    with keep_job_heartbeat(job.pk):
        return upload_release(
            release=Release.objects.get(pk=parameters["release"]),
            target=HubTarget(parameters["repo"], parameters["visibility"]),
            progress=progress,
        )


def upload_release(
    *, release: Release, target: HubTarget, progress: Progress
) -> Mapping[str, Any]:
    """Upload the release as a dataset and tag the commit with its version.

    A repeated call resumes an interrupted one: content that the Hub has is not sent
    again. Files of an earlier version that this one lacks are removed; its tag keeps
    them. Raises InvalidInputError when the release may not be published or the Hub
    refuses.
    """
    require_publishable(release, target)
    api = HfApi(endpoint=settings.HUB_ENDPOINT, token=settings.HUB_TOKEN)
    with scratch_folder() as scratch:
        folder = scratch / "release"
        files = export_release(release=release, folder=folder)
        progress(0, files)
        try:
            api.create_repo(
                target.repo,
                repo_type=_DATASET,
                private=target.visibility == "private",
                exist_ok=True,
            )
            api.update_repo_settings(
                target.repo,
                repo_type=_DATASET,
                private=target.visibility == "private",
                gated="auto" if target.visibility == "gated" else False,
            )
            commit = api.upload_folder(
                repo_id=target.repo,
                repo_type=_DATASET,
                folder_path=folder,
                commit_message=f"Release {release.version}",
                commit_description=f"Release hash {release.manifest_sha256}",
                delete_patterns="*",
            )
            api.create_tag(
                target.repo,
                repo_type=_DATASET,
                tag=release.version,
                tag_message=f"Release hash {release.manifest_sha256}",
                exist_ok=True,
            )
        except (httpx2.HTTPError, RuntimeError, ValueError) as error:
            # The Hub's refusals are httpx2's errors too, those of its storage
            # RuntimeErrors, and bad answers ValueErrors.
            raise InvalidInputError(
                _(
                    "The Hub did not accept the release: {error}",
                    error=describe_failure(error, _("it gives no reason")),
                )
            ) from error
    progress(files, files)
    return {
        "url": f"{settings.HUB_ENDPOINT}/datasets/{target.repo}/tree/{release.version}",
        "commit": commit.oid,
        "files": files,
    }
