"""A request that takes long holds nobody else up."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import httpx

from tests.journeys.product import Product

WAITING = 3
"""Requests that have to wait: one fewer than a web process has threads."""


def test_pages_answer_while_others_wait_for_the_database(product: Product) -> None:
    """Logins wait for another writer; pages of every web process still answer."""

    def log_in(browser: httpx.Client) -> int:
        token = browser.cookies["csrftoken"]
        return browser.post(
            "/api/session/demo/",
            json={"username": "demo-olga"},
            headers={"X-CSRFToken": token},
        ).status_code

    browsers = [httpx.Client(base_url=product.url, timeout=60) for _ in range(WAITING)]
    for browser in browsers:
        browser.get("/api/session/").raise_for_status()
    database = sqlite3.connect(
        product.data_dir / "subtext.sqlite3", isolation_level=None
    )
    with closing(database), ThreadPoolExecutor(WAITING) as people:
        database.execute("BEGIN IMMEDIATE")
        try:
            waiting = [people.submit(log_in, browser) for browser in browsers]
            for _ in range(40):
                # A connection of its own each time: any web process may take it.
                for path in ("/login", "/api/instance/", "/healthz"):
                    httpx.get(product.url + path, timeout=10).raise_for_status()
            assert not any(one.done() for one in waiting)
        finally:
            database.execute("ROLLBACK")
        assert [one.result() for one in waiting] == [200] * WAITING
    for browser in browsers:
        assert browser.get("/api/session/").json()["user"]["username"] == "demo-olga"
        browser.close()
