"""What a page says while it waits, when the server fails, and before one has joined."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.journeys.looking import (
    DESK,
    DESK_DARK,
    PHONE,
    PHONE_DARK,
    look,
    look_at_once,
    turn,
)
from tests.journeys.person import PATIENCE_MS, WIDE, Person, arrive
from tests.journeys.product import Product
from tests.journeys.words import zh

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ANSWERS = re.compile(r"/api/projects/demo/")
"""What a page of the project asks for; who one is has been answered before."""
PAGES = ["overview", "images", "duplicates", "adjudicate", "questions", "evaluation"]


def stranger(browser: Browser, product: Product, locale: str) -> Person:
    """Somebody whose browser knows nobody."""
    context: BrowserContext = browser.new_context(viewport=WIDE)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(f"localStorage.setItem('subtext.locale', '{locale}')")
    return Person(product, context)


def test_an_invitation(browser: Browser, product: Product) -> None:
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go("/projects/demo/people")
    page.get_by_role("button", name="Invite people").first.click()
    dialog = page.get_by_role("dialog")
    complaints = look(page, "invite-people", DESK)
    dialog.get_by_role("button", name="Create link").click()
    link = dialog.get_by_label("Invitation link: Annotator").input_value()
    complaints += look(page, "invite-made", DESK)

    guest = stranger(browser, product, "en")
    page = guest.page
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Demo"))
    for view in (DESK, PHONE_DARK):
        complaints += look(page, "invite", view)
    page.get_by_label("Your name").fill("Wren")
    page.get_by_label("User name").fill("demo-ada")
    page.get_by_role("textbox", name="Password").fill("a long enough secret")
    page.get_by_role("button", name="Join project").click()
    expect(page.get_by_label("User name")).to_have_attribute("aria-invalid", "true")
    complaints += look(page, "invite-taken", PHONE)
    guest.problems.clear()
    page.get_by_label("User name").fill("wren")
    page.get_by_role("button", name="Join project").click()
    # To the first task.
    page.wait_for_url(re.compile("/projects/demo/(screen|annotate|validate|welcome)"))

    known = stranger(browser, product, "en")
    page = known.page
    page.goto(link)
    page.get_by_role("link", name="Log in, then join").click()
    page.get_by_role("button", name="Olga", exact=True).click()
    # Olga is an organizer of this project already.
    expect(page.get_by_text("this invitation changes nothing")).to_be_visible()
    expect(page.get_by_role("link", name="Open project")).to_be_visible()
    complaints += look(page, "invite-known", PHONE)

    late = stranger(browser, product, "zh")
    late.page.goto(f"{product.url}/invite/no-such-link")
    expect(late.page.get_by_role("heading", level=1)).to_have_text(
        zh("invitation:invalid.title")
    )
    for view in (DESK_DARK, PHONE):
        complaints += look(late.page, "invite-invalid", view, "zh")
    assert complaints + mateo.problems + guest.problems == []
    for person in (mateo, guest, known, late):
        person.context.close()


@pytest.mark.parametrize("name", PAGES)
def test_while_a_page_waits(browser: Browser, product: Product, name: str) -> None:
    mateo = arrive(browser, product, "Mateo")
    page = mateo.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(ANSWERS, hold)
    page.goto(f"{product.url}/projects/demo/{name}")
    expect(page.locator("[aria-busy=true]").first).to_be_visible()
    complaints = []
    for view in (DESK, PHONE_DARK):
        turn(page, view)
        complaints += look_at_once(page, f"waiting-{name}", view)
    for route in held:
        route.fallback()
    page.unroute_all(behavior="ignoreErrors")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert complaints + mateo.problems == []
    mateo.context.close()


@pytest.mark.parametrize("name", PAGES)
def test_when_the_server_fails(browser: Browser, product: Product, name: str) -> None:
    mateo = arrive(browser, product, "Mateo")
    page = mateo.page
    page.route(ANSWERS, lambda route: route.fulfill(status=500, body="Oh no"))
    page.goto(f"{product.url}/projects/demo/{name}")
    alert = page.get_by_role("alert").first
    expect(alert).to_contain_text("The server")
    complaints = []
    for view in (DESK_DARK, PHONE):
        complaints += look(page, f"failing-{name}", view)
    page.unroute(ANSWERS)
    page.get_by_role("button", name="Try again").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("The server reported an error")).to_have_count(0)
    assert complaints == []
    mateo.context.close()


def test_without_a_connection(browser: Browser, product: Product) -> None:
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go("/projects/demo/images")
    expect(page.get_by_role("heading", level=1)).to_have_text("Images")
    page.route(ANSWERS, lambda route: route.abort())
    mateo.open("Evaluation")
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    complaints = [
        one for view in (DESK, PHONE) for one in look(page, "unreachable", view)
    ]
    page.unroute(ANSWERS)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Leaderboard")
    assert complaints == []
    mateo.context.close()
