"""Services for tests: used if available, required with CI=true."""

import os
import shutil
import socket
from urllib.parse import urlsplit

import pytest

POSTGRESQL = os.environ.get(
    "SUBTEXT_TEST_POSTGRESQL", "postgres://postgres@127.0.0.1:5432/postgres"
)


def _worker_database(url: str) -> str:
    """Return the Redis database of this pytest-xdist process; queue names are equal."""
    parts = urlsplit(url)
    number = int(parts.path.lstrip("/") or 0)
    number += int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return parts._replace(path=f"/{number}").geturl()


REDIS = _worker_database(
    os.environ.get("SUBTEXT_TEST_REDIS", "redis://127.0.0.1:6379/7")
)


def is_reachable(url: str) -> bool:
    """Return whether a service listens at the address."""
    parts = urlsplit(url)
    address = (parts.hostname or "127.0.0.1", parts.port or 0)
    try:
        with socket.create_connection(address, timeout=2):
            return True
    except OSError:
        return False


def require_service(url: str, name: str) -> None:
    """Skip a test if its service is missing; with CI=true, fail it."""
    if is_reachable(url):
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{name} does not answer at {url}")
    pytest.skip(f"{name} does not answer at {url}")


def require_program(name: str) -> None:
    """Skip a test if a program of the system is missing, and say so."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
