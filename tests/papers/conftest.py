from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from evaluation.runs.models.runs import Run
from releases.records.models import Release
from subtext_protocol.shipped import shipped_protocol
from tests.evaluation.ordering import cut_release
from tests.support.cast import Cast

ON_ONE_RELEASE = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
"""For property tests whose examples share a release, each in ``rolled_back``."""


def release_under(protocol_id: str, slug: str = "bench") -> Release:
    """A published release under a shipped protocol, without runs."""
    cast = Cast(slug=slug, protocol=shipped_protocol(protocol_id))
    release = cut_release(cast, items=6)
    Run.objects.filter(release=release).delete()
    return release


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo what is written inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def shared_release(
    module_db: None, django_db_blocker: DjangoDbBlocker
) -> Callable[..., Release]:
    """Publish a release that all tests of a module share."""

    def publish(protocol_id: str, slug: str = "bench") -> Release:
        with django_db_blocker.unblock():
            return release_under(protocol_id, slug)

    return publish


@pytest.fixture
def ii_bench(db: None) -> Release:
    return release_under("ii-bench")


@pytest.fixture
def cii_bench(db: None) -> Release:
    return release_under("cii-bench")


@pytest.fixture
def imagemet(db: None) -> Release:
    return release_under("imagemet")
