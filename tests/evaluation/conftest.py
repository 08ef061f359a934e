import pytest

from releases.models import Release
from releases.services.cutting import release_cut
from tests.support.cast import Cast
from tests.support.finished import finished_items
from workflow.jobs import job_run


@pytest.fixture
def release(cast: Cast) -> Release:
    """A published release of six items; its own runs wait for a commit."""
    finished_items(cast, 6)
    cut = release_cut(
        project=cast.project, version="1.0.0", actor=cast.actor(cast.maintainer)
    )
    assert cut.job is not None
    job_run(cut.job.pk)
    return Release.objects.get(pk=cut.pk)
