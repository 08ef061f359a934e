"""Releases and runs in tests."""

from typing import Any

from evaluation.models import Run
from evaluation.services.runs import create_run
from releases.models import Release
from releases.services.cutting import create_release
from tests.support.cast import Cast
from tests.support.finished import finished_items
from workflow.jobs import run_job
from workflow.services import Actor


def ordered(release: Release, **options: Any) -> Run:
    """A queued run; without options of a served model in the plain setting."""
    served = {"model": "m", "backend": "openai", "by_operator": True}
    settings = {**served, "setting": "none", **options}
    return create_run(release=release, actor=Actor.system(), **settings)


def cut_release(cast: Cast, *, items: int, version: str = "1.0.0") -> Release:
    """A published release with so many further items."""
    finished_items(cast, items)
    cut = create_release(
        project=cast.project, version=version, actor=cast.actor(cast.maintainer)
    )
    assert cut.job is not None
    run_job(cut.job.pk)
    return Release.objects.get(pk=cut.pk)
