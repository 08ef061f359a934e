"""Fixtures that every test may use."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import transaction
from filelock import FileLock
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from demo.drawing.raw_files import draw_all
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import read_protocol
from tests.support.cast import Cast
from tests.support.mail_server import MailServer

# How long an example takes depends on what else the machine does.
settings.register_profile(
    "any_machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any_machine")


_SLOW = 900
"""Seconds for a slow test without a limit of its own: other tests run beside it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(_SLOW))


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """The cache outlives a test: wrong passwords of one would lock out the next."""
    cache.clear()


@pytest.fixture(scope="module")
def module_db(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """The database for what a module's tests share: gone after the last of them.

    What each test does to it is taken back as ever, by ``pytest.mark.django_db``.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder with every demo image, drawn once for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "demo"
    with FileLock(f"{folder}.lock"):
        draw_all(folder)
    return folder


@pytest.fixture
def mail_server(settings: Settings) -> Iterator[MailServer]:
    """The SMTP server of the installation. Without this fixture it has none."""
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = server.port
    settings.EMAIL_USE_TLS = False
    with server.running():
        yield server


@pytest.fixture
def rapidocr(settings: Settings) -> None:
    """What is in pictures is really read, by the engine of an installation."""
    settings.OCR_ENGINE = "rapidocr"


@pytest.fixture
def cast(db: None) -> Cast:
    """A project under II-Bench's protocol with its people."""
    return Cast()


@pytest.fixture(scope="session")
def toy_protocol() -> Protocol:
    """Two images an item, three options, three annotators, own labels."""
    return read_protocol(Path(__file__).parent / "protocols" / "toy.yaml")


@pytest.fixture(scope="module")
def shared_cast(module_db: None) -> Cast:
    """A project that the tests of a module share; their changes are undone."""
    return Cast()


@pytest.fixture
def toy_cast(db: None, toy_protocol: Protocol) -> Cast:
    """A project under the toy protocol with its people."""
    return Cast("toy", toy_protocol)


@pytest.fixture(scope="session")
def solo_protocol() -> Protocol:
    """One annotator, no rounds, three options, own labels."""
    return read_protocol(Path(__file__).parent / "protocols" / "solo.yaml")


@pytest.fixture
def solo_cast(db: None, solo_protocol: Protocol) -> Cast:
    """A project under the solo protocol with its people."""
    return Cast("solo", solo_protocol)


@pytest.fixture(scope="session")
def first_protocol() -> Protocol:
    """Two annotators; the first writes the questions, the second answers them."""
    return read_protocol(Path(__file__).parent / "protocols" / "first.yaml")


@pytest.fixture
def first_cast(db: None, first_protocol: Protocol) -> Cast:
    """A project under that protocol with its people."""
    return Cast("first", first_protocol)
