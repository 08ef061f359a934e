"""Releases and runs in tests."""

from typing import Any

from evaluation.models import Run
from evaluation.services.runs import run_create
from releases.models import Release
from releases.services.cutting import release_cut
from tests.support.cast import Cast
from tests.support.finished import finished_items
from workflow.jobs import job_run
from workflow.services import Actor


def ordered(release: Release, **options: Any) -> Run:
    """A queued run; without options of a served model in the plain setting."""
    served = {"model": "m", "backend": "openai", "by_operator": True}
    settings = {**served, "setting": "none", **options}
    return run_create(release=release, actor=Actor.system(), **settings)


def cut_release(cast: Cast, *, items: int) -> Release:
    """A published release of so many items."""
    finished_items(cast, items)
    cut = release_cut(
        project=cast.project, version="1.0.0", actor=cast.actor(cast.maintainer)
    )
    assert cut.job is not None
    job_run(cut.job.pk)
    return Release.objects.get(pk=cut.pk)
