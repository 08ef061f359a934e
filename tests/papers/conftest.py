import pytest
from hypothesis import HealthCheck, settings

from evaluation.models import Run
from projects.domain.shipped import shipped_protocol
from releases.models import Release
from tests.evaluation.ordering import cut_release
from tests.support.cast import Cast

ON_ONE_RELEASE = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
"""For property tests whose examples share a release, each in a transaction."""


def release_under(protocol_id: str, slug: str = "bench") -> Release:
    """A published release under a shipped protocol, without runs."""
    cast = Cast(slug=slug, protocol=shipped_protocol(protocol_id))
    release = cut_release(cast, items=6)
    Run.objects.filter(release=release).delete()
    return release


@pytest.fixture
def ii_bench(db: None) -> Release:
    return release_under("ii-bench")


@pytest.fixture
def cii_bench(db: None) -> Release:
    return release_under("cii-bench")


@pytest.fixture
def imagemet(db: None) -> Release:
    return release_under("imagemet")
