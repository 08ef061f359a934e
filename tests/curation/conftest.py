"""What curation's tests share."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from curation.models.images import Source
from curation.services.imports import import_begin
from curation.services.sources import create_source
from tests.curation.pictures import folder_of
from tests.support.cast import Cast
from workflow.jobs import job_run
from workflow.models import Job


@pytest.fixture
def source(cast: Cast) -> Source:
    return create_source(
        project=cast.project,
        name="Open drawings",
        licence="CC0-1.0",
        actor=cast.actor(cast.organizer),
    )


ImportFiles = Callable[[Mapping[str, bytes]], Job]


@pytest.fixture
def import_files(cast: Cast, source: Source, tmp_path: Path) -> ImportFiles:
    """Import files, given by path and content, as a finished job."""

    def run(files: Mapping[str, bytes]) -> Job:
        folder = folder_of(tmp_path / "raw", files)
        job = import_begin(
            project=cast.project,
            source=source,
            path=folder,
            actor=cast.actor(cast.organizer),
        )
        return job_run(job.pk)

    return run
