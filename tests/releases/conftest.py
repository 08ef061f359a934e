from collections.abc import Callable

import pytest

from core.jobs import run_job
from core.models import JobStatus
from releases.building.services.creation import create_release
from releases.records.models import Release
from releases.records.selectors.releases import get_release
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast
from tests.support.finished import finished_items

Publish = Callable[..., Release]


@pytest.fixture
def done(cast: Cast) -> Cast:
    """A project with six validated items."""
    finished_items(cast, 6)
    return cast


def publish_release(cast: Cast, version: str = "1.0.0", **options: object) -> Release:
    """Cut a version and see its build through."""
    release = create_release(
        project=cast.project,
        version=version,
        actor=cast.actor(cast.maintainer),
        **options,  # type: ignore[arg-type]  # the caller's
    )
    assert release.job is not None
    assert run_job(release.job.pk).status == JobStatus.FINISHED
    return get_release(cast.project, version)


@pytest.fixture
def publish() -> Publish:
    return publish_release


@pytest.fixture(scope="module")
def shared_release(shared_cast: Cast) -> Release:
    """A release of six items that the tests of a module share."""
    finished_items(shared_cast, 6)
    return publish_release(shared_cast)


@pytest.fixture(scope="module")
def ii_bench() -> Protocol:
    return shipped_protocol("ii-bench")
