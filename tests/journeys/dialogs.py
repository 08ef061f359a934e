"""The dialogs of a finished project: on which page each is, and how it is opened."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.words import say

Opening = Callable[[Page, str], None]
"""Opens a dialog on the page, whose language is the second argument."""


def by_button(*names: str) -> Opening:
    """Buttons pressed one after the other; the names are keys of texts."""

    def opened(page: Page, locale: str) -> None:
        for name in names:
            page.get_by_role("button", name=say(locale, name), exact=True).click()

    return opened


def by_menu(entry: str) -> Opening:
    """An entry of what can be done to a release afterwards."""

    def opened(page: Page, locale: str) -> None:
        by_button("releases:afterwards")(page, locale)
        page.get_by_role("menuitem", name=say(locale, entry)).click()

    return opened


def with_two_items(command: str) -> Opening:
    """What is done to the items that are chosen in the table."""

    def opened(page: Page, locale: str) -> None:
        boxes = page.get_by_role("table").get_by_role("checkbox")
        boxes.nth(1).check()
        boxes.nth(2).check()
        by_button(command)(page, locale)

    return opened


def of_the_first(named: str) -> Opening:
    """A button that says whom or what it is about: the first of them."""

    def opened(page: Page, locale: str) -> None:
        text = re.escape(say(locale, named))
        pattern = re.sub(r"\\{\\{\w+\\}\\}", ".+", text)
        page.get_by_role("button", name=re.compile(f"^{pattern}$")).first.click()

    return opened


def by_hovering(term: str, **words: str) -> Opening:
    """The definition of a term, over its words in the language of the page."""

    def opened(page: Page, locale: str) -> None:
        page.get_by_role("button", name=words[locale], exact=True).hover()
        meaning = say(locale, f"glossary:term.{term}.meaning")
        expect(page.get_by_text(meaning, exact=True)).to_be_visible()

    return opened


def after_the_session(page: Page, locale: str) -> None:
    """Somebody types a name; meanwhile the session ended elsewhere."""
    page.get_by_label(say(locale, "account:me.name"), exact=True).fill("Mateo M.")
    page.context.clear_cookies(name="sessionid")
    by_button("account:me.action")(page, locale)
    by_button("app:sessionOver.open")(page, locale)
    page.get_by_role("dialog").wait_for()


DIALOGS: dict[str, tuple[str, Opening]] = {
    "relabel": ("items", with_two_items("items:commands.relabel")),
    "send-back": ("items", with_two_items("items:commands.sendBack")),
    "pin": ("items", with_two_items("items:commands.pin")),
    "keep-from": ("items", with_two_items("items:commands.keep")),
    "tag": ("items", with_two_items("items:commands.tag")),
    "assignment": ("people", of_the_first("people:assignment.changeOne")),
    "password-link": ("people", of_the_first("people:members.password.linkFor")),
    "call": ("balance", of_the_first("balance:call.openFor")),
    "erratum": ("releases/1.0.0", by_menu("releases:erratum.action")),
    "takedown": (
        "releases/1.0.0?tab=items",
        of_the_first("takedown:action.image"),
    ),
    "withdraw": ("releases/1.0.0", by_menu("releases:yank.action")),
    "run-a-model": ("evaluation", by_button("evaluation:start.open")),
    "draw-errors": ("evaluation/errors", by_button("evaluation:errors.draw")),
}
