"""Real services for tests: used when they answer, demanded where CI=true."""

import os
import socket
from urllib.parse import urlsplit

import pytest

POSTGRESQL = os.environ.get(
    "SUBTEXT_TEST_POSTGRESQL", "postgres://postgres@127.0.0.1:5432/postgres"
)


def _of_this_worker(url: str) -> str:
    """A Redis database for each process of pytest-xdist: queues have the same names."""
    parts = urlsplit(url)
    number = int(parts.path.lstrip("/") or 0)
    number += int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return parts._replace(path=f"/{number}").geturl()


REDIS = _of_this_worker(
    os.environ.get("SUBTEXT_TEST_REDIS", "redis://127.0.0.1:6379/7")
)


def answers(url: str) -> bool:
    """Whether something listens at the address."""
    parts = urlsplit(url)
    address = (parts.hostname or "127.0.0.1", parts.port or 0)
    try:
        with socket.create_connection(address, timeout=2):
            return True
    except OSError:
        return False


def need(url: str, name: str) -> None:
    """Skip a test whose service is not there; with CI=true that is a failure."""
    if answers(url):
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{name} does not answer at {url}")
    pytest.skip(f"{name} does not answer at {url}")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
