"""Starting, interrupting and starting again: what `make run` promises."""

import socket
from pathlib import Path

import httpx
import pytest

from tests.journeys.product import GREETING, manage, started

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


@pytest.mark.slow
def test_an_interrupted_set_up_continues_and_a_later_start_keeps_all(
    tmp_path: Path,
) -> None:
    data_dir = tmp_path / "var"
    with started(data_dir) as product:
        product.wait_for("Importing them")
        assert product.stop() == 0
        assert product.printed[-1] == "Stopped."
        assert product.processes() == []
        assert not any(GREETING in line for line in product.printed)

    with started(data_dir) as product:
        product.wait_for(GREETING)
        product.wait_for("Ctrl-C ends it")
        whole = "\n".join(product.printed)
        assert product.url in whole
        for name in ("Ada", "陈晨", "Olga", "Mateo"):
            assert name in whole
        assert "simulated crew" not in whole
        first = funnel(product.url)
        assert product.stop() == 0
        assert product.processes() == []

    with started(data_dir) as product:
        product.wait_for(GREETING)
        assert not any("Drawing" in line for line in product.printed)
        assert funnel(product.url) == first
        assert product.stop() == 0
        assert product.processes() == []


def test_a_port_in_use_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = manage(tmp_path / "var", "embedded", port=port)
    assert ended.returncode != 0
    assert ended.stdout == ""
    assert ended.stderr.strip() == (
        f"CommandError: Port {port} is in use: choose another, "
        f"as in `SUBTEXT_PORT={port + 1} make run`."
    )
