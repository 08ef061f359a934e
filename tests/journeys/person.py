"""Somebody at a browser of their own."""

import re

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
)

from tests.journeys.product import Product

NARROW: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1440, "height": 900}
PATIENCE_MS = 45_000
"""What a slow machine may take; nothing is said about how long it should."""
WORK_MS = 120_000
"""The same for what a job does, or a page asks for only now and then."""
GONE = re.compile(r"net::ERR_ABORTED|NS_BINDING_ABORTED")
"""A request that the page itself no longer wanted when it went on."""


class Person:
    """One person: a browser context, a page, and what went wrong in it."""

    def __init__(self, product: Product, context: BrowserContext) -> None:
        self.url = product.url
        self.context = context
        self.problems: list[str] = []
        self.page = context.new_page()
        self.page.on("pageerror", self._on_error)
        self.page.on("console", self._on_message)
        self.page.on("requestfailed", self._on_failure)

    def _on_error(self, error: Error) -> None:
        self.problems.append(f"Error: {error}")

    def _on_message(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            # Chromium reports responses of status 400 and above, too.
            where = message.location["url"]
            self.problems.append(f"Console: {message.text} ({where})")

    def _on_failure(self, request: Request) -> None:
        if not GONE.search(request.failure or ""):
            self.problems.append(f"Failed: {request.url} {request.failure}")

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
        """
        A page of the project, by its entry in the rail.

        The page before stays until the new one has come, so it is waited out: two pages
        may offer a button of the same name.
        """
        leave = self.page.get_by_role("link", name=re.compile("Leave page|离开页面"))
        rail = self.page.get_by_role("navigation").first
        link = rail.get_by_role("link", name=entry, exact=True)
        expect(leave.or_(link)).to_be_visible()
        if leave.is_visible():
            leave.click()
        before = self.page.get_by_role("heading", level=1)
        left = before.first.element_handle() if before.count() else None
        stays = link.get_attribute("aria-current") == "page"
        link.click()
        if left and not stays:
            self.page.wait_for_function("heading => !heading.isConnected", arg=left)
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


def arrive(browser: Browser, product: Product, name: str) -> Person:
    """Somebody who has opened a browser and logged in as one of the demo people."""
    context = browser.new_context(locale="en-US", viewport=WIDE)
    context.set_default_timeout(PATIENCE_MS)
    return Person(product, context).log_in(name)
