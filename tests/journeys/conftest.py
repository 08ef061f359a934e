"""A browser, and the real product for all journeys."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import BrowserType, expect

from tests.journeys.looking import SCREENSHOTS
from tests.journeys.person import PATIENCE_MS
from tests.journeys.product import GREETING, IMAGES_READY, Product, started
from tools.check import CHROMIUM, NO_CHROMIUM

expect.set_options(timeout=PATIENCE_MS)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Only new screenshots: emptied once, before any worker begins."""
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(SCREENSHOTS, ignore_errors=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: BrowserType
) -> dict[str, Any]:
    """The machine's Chromium where there is one; it talks to nobody but the product."""
    if not CHROMIUM and not Path(browser_type.executable_path).exists():
        pytest.exit(NO_CHROMIUM, returncode=1)
    arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    where = {"executable_path": CHROMIUM} if CHROMIUM else {}
    return {**browser_type_launch_args, "args": arguments, **where}


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A data folder with the demo project, made once for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "prepared"
    with FileLock(f"{folder}.lock"):
        if not (folder / "ready").exists():
            with started(folder) as product:
                product.wait_for(IMAGES_READY)
                assert product.stop() == 0
            (folder / "ready").touch()
    return folder


@pytest.fixture(scope="session")
def product(
    tmp_path_factory: pytest.TempPathFactory, prepared: Path
) -> Iterator[Product]:
    """The product with its demo project, stopped by Ctrl-C at the end."""
    data_dir = tmp_path_factory.mktemp("product") / "var"
    shutil.copytree(prepared, data_dir)
    with started(data_dir) as product:
        product.wait_for(GREETING)
        yield product
        assert product.stop() == 0
        assert product.processes() == []
