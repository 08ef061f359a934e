"""Starting, interrupting and starting again: what `make run` promises."""

import os
import signal
import socket
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from tests.journeys.product import IMAGES_READY, Product, free_port, manage, started

pytestmark = pytest.mark.timeout(900)


def funnel(url: str) -> dict[str, int]:
    """The counts of the demo project, as its organizer's browser gets them."""
    with httpx.Client(base_url=url) as browser:
        browser.get("/api/session/")
        browser.post(
            "/api/session/demo/",
            json={"username": "demo-olga"},
            headers={"X-CSRFToken": browser.cookies["csrftoken"]},
        ).raise_for_status()
        answer = browser.get("/api/projects/demo/funnel/")
        counts: dict[str, int] = answer.raise_for_status().json()
        return counts


def demo_jobs(url: str) -> list[dict[str, Any]]:
    """What of the demo is still coming, as everybody is told."""
    jobs: list[dict[str, Any]] = httpx.get(f"{url}/api/instance/").json()["demo_jobs"]
    return jobs


@pytest.mark.slow
def test_an_interrupted_demo_continues_and_a_later_start_keeps_all(
    tmp_path: Path,
) -> None:
    data_dir = tmp_path / "var"
    with started(data_dir) as product:
        product.wait_for("Press Ctrl-C to stop")
        whole = "\n".join(product.printed)
        assert product.url in whole
        for name in ("Ada", "陈晨", "Olga", "Mateo"):
            assert name in whole
        assert demo_jobs(product.url)[0]["status"] in ("queued", "running")
        second = manage(data_dir, "run", port=free_port())
        assert second.returncode != 0
        assert f"already running on {data_dir}: open {product.url}" in second.stderr
        assert product.stop() == 0
        assert product.printed[-1] == "Stopped."
        assert product.processes() == []

    with started(data_dir) as product:
        product.wait_for(IMAGES_READY)
        assert demo_jobs(product.url) == []
        first = funnel(product.url)
        assert first["raw"] > 0
        assert product.stop() == 0
        assert product.processes() == []

    with started(data_dir) as product:
        product.wait_for("Press Ctrl-C to stop")
        assert not any("being drawn" in line for line in product.printed)
        assert funnel(product.url) == first
        assert product.stop() == 0
        assert product.processes() == []


@pytest.mark.slow
def test_a_process_that_dies_is_started_again(tmp_path: Path) -> None:
    with started(tmp_path / "var") as product:
        product.wait_for("Press Ctrl-C to stop")
        first = asked(product, "subtext_runner", "worker")
        # One that ended sooner would be taken for one that cannot run.
        sleep(12)
        os.kill(first, signal.SIGKILL)
        product.wait_for("The gpu-worker had stopped and was restarted.")
        assert asked(product, "subtext_runner", "worker") != first
        assert httpx.get(f"{product.url}/readyz").text == "ok"
        assert product.stop() == 0
        assert product.processes() == []


def asked(product: Product, *arguments: str) -> int:
    """The first process of the product that was started with these arguments."""
    wanted = "\0".join(arguments).encode()
    deadline = monotonic() + 30
    while monotonic() < deadline:
        for pid in sorted(product.processes()):
            with suppress(OSError):
                if wanted in Path(f"/proc/{pid}/cmdline").read_bytes():
                    return pid
        sleep(0.2)
    raise AssertionError(f"Nothing runs with {arguments}.")


def test_a_port_in_use_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = manage(tmp_path / "var", "run", port=port)
    assert ended.returncode != 0
    assert ended.stdout == ""
    assert ended.stderr.strip() == (
        f"CommandError: Port {port} is in use. Choose another one in SUBTEXT_PORT, "
        f"for example SUBTEXT_PORT={port + 1}."
    )
