"""A demo person at work in one project, in one language before one screen."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page

from tests.journeys.looking import View, look, turn
from tests.journeys.person import PATIENCE_MS, Person
from tests.journeys.product import Product
from tests.journeys.words import say


@dataclass
class Desk:
    """Where the person works; what was looked at is named after the journey."""

    person: Person
    project: str
    locale: str
    view: View
    journey: str
    complaints: list[str] = field(default_factory=list)

    @property
    def page(self) -> Page:
        return self.person.page

    def say(self, key: str, **values: object) -> str:
        return say(self.locale, key, **values)

    def pattern(self, key: str, **values: object) -> re.Pattern[str]:
        """How the text begins; its values are patterns, such as ``\\d+``."""
        text = re.escape(self.say(key, **dict.fromkeys(values, "@")))
        for value in values.values():
            text = text.replace("@", str(value), 1)
        return re.compile(f"^{text}")

    def go(self, path: str) -> Page:
        return self.person.go(f"/projects/{self.project}/{path}")

    def button(
        self, key: str, within: Locator | None = None, **values: object
    ) -> Locator:
        name = re.compile(f"^{re.escape(self.say(key, **values))}")
        return (within or self.page).get_by_role("button", name=name)

    def looks_at(self, name: str) -> None:
        full = f"{self.journey}-{name}"
        self.complaints += look(self.page, full, self.view, self.locale)


@contextmanager
def at_desk(
    browser: Browser,
    product: Product,
    name: str,
    project: str,
    locale: str,
    view: View,
    journey: str,
) -> Iterator[Desk]:
    """Somebody logged in, before a screen of this size."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(f"localStorage.setItem('subtext.locale', '{locale}')")
    person = Person(product, context).log_in(name)
    turn(person.page, view)
    yield Desk(person, project, locale, view, journey)
    context.close()
