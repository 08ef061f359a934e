"""From one item to the next, and to any item, without losing a key or one's way."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.journeys.chain.beginning import invite
from tests.journeys.person import Person, arrive
from tests.journeys.product import Product

pytestmark = pytest.mark.timeout(900)

PROJECT = "/projects/demo"
PASSWORD = "a long password for a journey"


@pytest.fixture(scope="module")
def images(browser: Browser, product: Product) -> None:
    """Three images of the demo have passed screening."""
    bo = arrive(browser, product, "Bo")
    page = bo.go(f"{PROJECT}/screen")
    for _ in range(3):
        expect(page.get_by_role("button", name=re.compile("^Keep"))).to_be_enabled()
        bo.press("k")
        expect(page.get_by_text(re.compile(r"^Saved \d"))).to_be_visible()
    bo.context.close()


@pytest.fixture
def ada(browser: Browser, product: Product, images: None) -> Iterator[Person]:
    ada = arrive(browser, product, "Ada")
    ada.go(f"{PROJECT}/annotate")
    yield ada
    ada.context.close()


def explanation(page: Page) -> Locator:
    return page.get_by_label("Explanation", exact=True)


def test_what_is_typed_after_a_decline_is_not_written_on_the_declined_item(
    ada: Person,
) -> None:
    page = ada.page
    explanation(page).fill("Of the first item.")
    name = page.get_by_role("heading", level=1).inner_text()
    held: list[Route] = []
    page.route("**/decline/", lambda route: held.append(route))
    ada.press("Control+Shift+x")
    page.get_by_label("Decline this item").or_(page.get_by_role("dialog")).get_by_role(
        "button"
    ).first.click()
    expect(page.locator("[inert]")).to_have_count(1)
    page.keyboard.type("Too early.")
    expect(explanation(page)).to_have_value("Of the first item.")
    assert len(held) == 1
    held[0].continue_()
    # The next item is there, nothing of it is written, and its first field has the cursor.
    expect(page.get_by_role("heading", level=1)).not_to_have_text(name)
    expect(page.locator("[inert]")).to_have_count(0)
    expect(explanation(page)).to_have_value("")
    focused = page.locator("[data-field] :focus")
    expect(focused).to_have_count(1)


def test_any_item_is_reached_from_any_page_by_its_number(
    browser: Browser, product: Product, ada: Person
) -> None:
    expect(explanation(ada.page)).to_be_visible()
    olga = arrive(browser, product, "Olga")
    page = olga.go(f"{PROJECT}/overview")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    olga.press("Control+k")
    search = page.get_by_role("textbox", name="Search")
    search.fill("2")
    expect(page.get_by_role("button", name=re.compile("^Item 2"))).to_be_visible()
    olga.press("Enter")
    page.wait_for_url("**/items/2")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Item 2")
    expect(page).to_have_title(re.compile("^Item 2 "))
    expect(page.get_by_text("Kept in screening")).to_be_visible()

    # A page by its name; nothing that an annotator may not see is found for one.
    olga.press("Control+k")
    search.fill("dupl")
    olga.press("Enter")
    page.wait_for_url("**/duplicates")
    assert olga.problems == []
    olga.context.close()
    ada.go(f"{PROJECT}/overview")
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
    ada.press("Control+k")
    ada.page.get_by_role("textbox", name="Search").fill("dupl")
    expect(ada.page.get_by_text("Nothing found.")).to_be_visible()
    assert ada.problems == []


def test_who_joins_reads_first_and_holds_no_item(
    browser: Browser, product: Product, images: None
) -> None:
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go(f"{PROJECT}/people")
    link = invite(page, "Annotator")
    mateo.context.close()

    gita = Person(product, browser.new_context(locale="en-US"))
    page = gita.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(link)
    page.get_by_label("Your name").fill("Gita")
    page.get_by_label("User name").fill("gita")
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("button", name="Join project").click()
    page.wait_for_url("**/welcome")
    start = page.get_by_role("link", name="Start annotating")
    expect(start).to_be_visible()
    assert not any("/annotate/next/" in address for address in asked)
    start.click()
    expect(explanation(page)).to_be_visible()
    assert gita.problems == []
    gita.context.close()
