"""Where the people of the journey come and go, each at a browser of their own."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from annotation.items.domain.slot_codes import slot_id_range_of_code
from tests.journeys.looking import DESK, PHONE_DARK, look
from tests.journeys.person import PATIENCE_MS, WIDE, Person
from tests.journeys.product import DATABASE, ROOT, RUNNING, Product

SLUG = "walked"
NAME = "Walked in a browser"
VALIDATORS = ["Bo", "Dilan", "Esi"]
FRESH = ["Gus", "Hana", "Ivo"]
"""Who join with accounts of their own and come when a question was reworked."""
PASSWORD = "a long enough secret"
FAILURES = ROOT / "test-results" / "failures"
"""Where the last page of whoever failed is kept, as seen and as HTML."""


class Office:
    """Where people come and go; what went wrong at any browser is kept."""

    def __init__(self, browser: Browser, product: Product, folder: Path) -> None:
        self.browser = browser
        self.product = product
        self.folder = folder
        self.problems: list[str] = []

    @contextmanager
    def person(self, name: str, *, recorded: str = "") -> Iterator[Person]:
        """Somebody at work; with ``recorded`` all that reaches their browser is kept."""
        context = self.browser.new_context(
            locale="en-US",
            viewport=WIDE,
            record_har_path=self.folder / recorded if recorded else None,
            record_har_content="embed",
        )
        context.set_default_timeout(PATIENCE_MS)
        person = Person(self.product, context)
        try:
            yield person
        except BaseException:
            keep(person.page, name)
            raise
        else:
            self.problems += [f"{name}: {problem}" for problem in person.problems]
        finally:
            context.close()

    def look(self, person: Person, name: str, locale: str = "en") -> None:
        """On a phone in the dark, then at the desk again."""
        for view in (PHONE_DARK, DESK):
            self.problems += look(person.page, name, view, locale)


def keep(page: Page, name: str) -> None:
    """Keep a page as it is seen and as HTML, to find out why a journey failed."""
    page.screenshot(path=FAILURES / f"{name}.png", full_page=True)
    (FAILURES / f"{name}.html").write_text(page.content(), encoding="utf-8")


def at_work(person: Person, name: str) -> Page:
    """Logged in, and in the project."""
    page = _logged_in(person, name)
    page.get_by_role("link", name=NAME).click()
    return page


def _logged_in(person: Person, name: str) -> Page:
    if name not in FRESH:
        return person.log_in(name).page
    page = person.go("/login")
    page.get_by_label("User name").fill(name.lower())
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/projects")
    return page


def name_of(page: Page) -> str:
    """What the reader's page calls the item: a number, or an annotator's code."""
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile(r"^(Item|条目) [0-9A-Z]+$"))
    return heading.inner_text().split()[1]


def number_of(page: Page) -> int:
    """The number of the item on the page; the database tells whose code it is."""
    name = name_of(page)
    ids = slot_id_range_of_code(name)
    if ids is None:
        return int(name)
    origin = "/".join(page.url.split("/")[:3])
    with closing(sqlite3.connect(RUNNING[origin] / DATABASE)) as database:
        (number,) = database.execute(
            "SELECT number FROM annotation_item WHERE id ="
            " (SELECT item_id FROM annotation_slot WHERE id BETWEEN ? AND ?)",
            ids,
        ).fetchone()
    return int(number)
