"""A browser, and the real product for all journeys."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.looking import SCREENSHOTS
from tests.journeys.person import PATIENCE_MS
from tests.journeys.product import GREETING, Product, started

LONG_WALKS = {"test_walk_the_chain.py", "test_after_a_release.py", "test_pages.py"}

expect.set_options(timeout=PATIENCE_MS)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Only new screenshots: emptied once, before any worker begins."""
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(SCREENSHOTS, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long walks first: beside them, the other worker goes through the rest."""
    items.sort(key=lambda item: item.path.name not in LONG_WALKS)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
) -> dict[str, Any]:
    """The machine's Chromium where there is one; it talks to nobody but the product."""
    named = os.environ.get("SUBTEXT_CHROMIUM") or shutil.which("chromium")
    arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    where = {"executable_path": named} if named else {}
    return {**browser_type_launch_args, "args": arguments, **where}


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory, drawn: Path) -> Iterator[Product]:
    """The product with its demo project, stopped by Ctrl-C at the end."""
    data_dir = tmp_path_factory.mktemp("product") / "var"
    # As a set-up that was interrupted after drawing leaves it.
    shutil.copytree(drawn, data_dir / "demo-images")
    shutil.copy2(drawn.with_suffix(".json"), data_dir / "demo-images.json")
    with started(data_dir) as product:
        product.wait_for(GREETING)
        yield product
        assert product.stop() == 0
        assert product.processes() == []
