"""What curation's tests share."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from pytest_django import Settings

from curation.models.images import Source
from curation.services.imports import begin_import
from curation.services.sources import create_source
from tests.curation.pictures import folder_of
from tests.support.cast import Cast
from tests.support.site import Site, serve_site
from workflow.jobs import run_job
from workflow.models import Job


@pytest.fixture
def source(cast: Cast) -> Source:
    return create_source(
        project=cast.project,
        name="Open drawings",
        licence="CC0-1.0",
        rights="redistribute",
        actor=cast.actor(cast.organizer),
    )


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    """A site that may be fetched from."""
    settings.FETCH_NETWORKS = ["127.0.0.0/8"]
    settings.FETCH_DELAY = 0
    settings.FETCH_AGENT = "Tester/1"
    with serve_site() as fetched_site:
        yield fetched_site


ImportFiles = Callable[[Mapping[str, bytes]], Job]


@pytest.fixture
def import_files(cast: Cast, source: Source, tmp_path: Path) -> ImportFiles:
    """Import files, given by path and content, as a finished job."""

    def run(files: Mapping[str, bytes]) -> Job:
        folder = folder_of(tmp_path / "raw", files)
        job = begin_import(
            project=cast.project,
            source=source,
            path=folder,
            actor=cast.actor(cast.organizer),
        )
        return run_job(job.pk)

    return run
