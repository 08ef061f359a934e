"""People who come to an installation that nobody has used, and what they click."""

from playwright.sync_api import Browser, Locator, Page

from tests.journeys.person import PATIENCE_MS, WIDE, Person
from tests.journeys.product import Product

PASSWORD = "a long enough secret"


class Clicks:
    """Counts and prints what people click; typing and human work do not count."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def __call__(self, target: Locator, what: str) -> None:
        target.click()
        self.steps.append(what)
        print(f"{len(self.steps):>3}. {what}")  # noqa: T201 - what it is for


def newcomer(browser: Browser, product: Product) -> Person:
    context = browser.new_context(locale="en-US", viewport=WIDE)
    context.set_default_timeout(PATIENCE_MS)
    return Person(product, context)


def setup_link(product: Product) -> str:
    return next(
        line.strip() for line in product.printed if "/first-maintainer/" in line
    )


def create_account(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("User name").fill(name.lower())
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
