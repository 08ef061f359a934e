"""Somebody at a browser of their own."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.journeys.product import Product

NARROW = {"width": 390, "height": 844}
WIDE = {"width": 1440, "height": 900}
GONE = re.compile(r"net::ERR_ABORTED|NS_BINDING_ABORTED")
"""A request that the page itself no longer wanted when it went on."""

Translate = Callable[[str], str]


class Person:
    """One person: a browser context, a page, and what went wrong in it."""

    def __init__(self, product: Product, context: BrowserContext) -> None:
        self.url = product.url
        self.context = context
        self.problems: list[str] = []
        self.received: list[str] = []
        self.page = self._watched(context.new_page())

    def _watched(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.problems.append(f"Error: {error}"))
        page.on(
            "console",
            lambda message: (
                message.type in {"error", "warning"}
                and self.problems.append(f"Console: {message.text}")
            ),
        )
        page.on(
            "requestfailed",
            lambda request: (
                GONE.search(request.failure or "")
                or self.problems.append(f"Failed: {request.url} {request.failure}")
            ),
        )
        page.on(
            "response",
            lambda response: (
                response.status >= 400
                and self.problems.append(f"{response.status}: {response.url}")
            ),
        )
        return page

    def log_in(self, name: str) -> "Person":
        """By the button on the login page."""
        self.page.goto(f"{self.url}/login")
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.wait_for_url("**/projects")
        return self

    def go(self, path: str) -> Page:
        """To an address of the product, as by a bookmark."""
        self.page.goto(self.url + path)
        return self.page

    def open(self, entry: str) -> Page:
        """A page of the project, by its entry in the rail."""
        leave = self.page.get_by_role(
            "link", name=re.compile("Leave this page|离开此页")
        )
        if leave.is_visible():
            leave.click()
        rail = self.page.get_by_role("navigation").first
        rail.get_by_role("link", name=entry, exact=True).click()
        return self.page

    def tab_to(self, target: Locator, most: int = 60) -> None:
        """With nothing but the tabulator."""
        expect(target).to_be_visible()
        for _ in range(most):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"No way by Tab to {target}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def arrive(
    browser: Browser,
    product: Product,
    name: str,
    *,
    locale: str = "en-US",
    width: dict[str, int] = WIDE,
) -> Person:
    """A person who has opened a browser and logged in as one of the demo people."""
    context = browser.new_context(locale=locale, viewport=width)  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    return Person(product, context).log_in(name)
