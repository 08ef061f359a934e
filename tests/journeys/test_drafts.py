"""Nothing that was typed is lost: without a network, in two places at once, by a slip.

And late, when others have taken the place. And the way from a picture to the organizers
and back, without reloading.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.chain.annotating import FORM, chips_of
from tests.journeys.chain.authors import ADA, LETTERS
from tests.journeys.chain.beginning import has_come_in, invite
from tests.journeys.chain.office import name_of, number_of
from tests.journeys.looking import DESK, DESK_DARK, PHONE, PHONE_DARK, look, turn
from tests.journeys.person import WORK_MS, Person, arrive
from tests.journeys.product import Product, manage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

SAVED = re.compile(r"^Saved \d")
FIRST = "The angler keeps what he pulls out of the water."
MORE = " The sea keeps count."
ANNOTATE = "/projects/demo/annotate"
NOTHING_KEPT = """() =>
    !Object.keys(localStorage).some((key) => key.startsWith("subtext.draft."))"""
"""The server has everything: the browser keeps a draft only until then."""
LATE = "/projects/late"
HALF_AN_HOUR = """
from django.utils import timezone
from annotation.models import Slot
Slot.objects.filter(status="leased").update(lease_until=timezone.now())
"""
"""What going away for so long does to everybody's leases."""


@pytest.fixture(scope="module")
def images(browser: Browser, product: Product) -> None:
    """Two pictures of the demo have passed screening."""
    bo = arrive(browser, product, "Bo")
    page = bo.go("/projects/demo/screen")
    for _ in range(2):
        expect(page.get_by_role("button", name=re.compile("^Keep"))).to_be_enabled()
        bo.press("k")
        expect(page.get_by_text(SAVED)).to_be_visible()
    bo.context.close()


@pytest.fixture
def ada(browser: Browser, product: Product, images: None) -> Iterator[Person]:
    ada = arrive(browser, product, "Ada")
    ada.go(ANNOTATE)
    yield ada
    ada.context.close()


def explanation(page: Page) -> Locator:
    """The field, unfolded if it is complete."""
    field = page.get_by_label("Explanation", exact=True)
    folded = page.get_by_role("region", name="Texts").get_by_role("button")
    expect(field.or_(folded).first).to_be_visible()
    if not field.is_visible():
        folded.first.click()
    return field


def saved(page: Page) -> None:
    """Nothing waits any more; an earlier answer says nothing of the last change."""
    page.wait_for_function(NOTHING_KEPT)
    expect(page.get_by_text(SAVED)).to_be_visible()


def write(page: Page, text: str) -> None:
    """Type, and wait until the server has it."""
    explanation(page).fill(text)
    saved(page)


def test_what_is_typed_without_a_network_is_there_after_the_tab_was_closed(
    browser: Browser, product: Product, ada: Person
) -> None:
    page = ada.page
    write(page, FIRST)
    ada.context.set_offline(True)
    field = explanation(page)
    field.press("End")
    field.press_sequentially(MORE)
    expect(page.get_by_text("Offline: 1 change saved in this browser")).to_be_visible()
    turn(page, DESK)
    page.close()

    ada.context.set_offline(False)
    ada.page = page = ada.context.new_page()
    ada.go(ANNOTATE)
    expect(explanation(page)).to_have_value(FIRST + MORE)
    page.wait_for_function(NOTHING_KEPT)
    phone = arrive(browser, product, "Ada")
    phone.go(ANNOTATE)
    expect(explanation(phone.page)).to_have_value(FIRST + MORE)
    phone.context.close()


def test_a_session_that_expires_while_somebody_types(ada: Person) -> None:
    """Every key goes on into the text, none into a password; it is saved after login."""
    page = ada.page
    field = explanation(page)
    field.fill("")
    field.press_sequentially(FIRST)
    saved(page)
    page.context.clear_cookies(name="sessionid")
    for letter in MORE:
        field.press_sequentially(letter, delay=120)
    notice = page.get_by_role("alert").filter(has_text="Your session has expired")
    expect(notice).to_be_visible()
    page.keyboard.type(" And goes on.")
    expect(field).to_be_focused()
    expect(field).to_have_value(FIRST + MORE + " And goes on.")
    for view in (PHONE_DARK, DESK):
        assert look(page, "session-expired", view) == []
    notice.get_by_role("button", name="Log in again").click()
    dialog = page.get_by_role("dialog", name="You have been logged out")
    expect(dialog.get_by_role("textbox", name="Password")).to_be_focused()
    dialog.get_by_role("button", name="Go to login page").click()
    page.get_by_role("button", name="Ada", exact=True).click()
    page.wait_for_url("**/annotate")
    expect(explanation(page)).to_have_value(FIRST + MORE + " And goes on.")
    saved(page)


def test_what_two_devices_wrote_is_shown_side_by_side(
    browser: Browser, product: Product, ada: Person
) -> None:
    write(ada.page, FIRST)
    phone = arrive(browser, product, "Ada")
    there = phone.go(ANNOTATE)
    expect(explanation(there)).to_have_value(FIRST)

    write(ada.page, "Written at the desk.")
    explanation(there).fill("Written on the phone.")
    expect(
        there.get_by_role("heading", name="You edited in two places")
    ).to_be_visible()
    expect(there.get_by_role("main")).to_contain_text("Written at the desk.")
    expect(there.get_by_role("main")).to_contain_text("Written on the phone.")
    complaints = look(there, "draft-conflict", DESK)
    complaints += look(there, "draft-conflict", PHONE_DARK)
    turn(there, DESK)
    there.get_by_role("button", name="Use saved version").click()
    there.get_by_role("button", name="Continue with selection").click()
    expect(explanation(there)).to_have_value("Written at the desk.")

    write(there, "Agreed with myself.")
    explanation(ada.page).fill("Still at the desk.")
    ada.page.get_by_role("button", name="Continue with selection").click()
    saved(ada.page)
    phone.go(ANNOTATE)
    expect(explanation(phone.page)).to_have_value("Still at the desk.")
    phone.context.close()
    assert complaints == []


def test_a_slip_is_taken_back_and_an_older_draft_brought_back(ada: Person) -> None:
    page = ada.page
    write(page, "What stood here before.")
    chips = page.get_by_role("radiogroup", name="Emotion")
    if not chips.is_visible():
        page.get_by_role("region", name="Labels").get_by_role("button").first.click()
    chips.get_by_role("radio").nth(0).click()
    saved(page)
    ada.press("Control+z")
    expect(chips.get_by_role("radio").nth(0)).not_to_be_checked()
    ada.press("Control+Shift+z")
    expect(chips.get_by_role("radio").nth(0)).to_be_checked()

    write(page, "Something else altogether.")
    ada.press("Control+Shift+h")
    history = page.get_by_role("dialog", name="Version history")
    versions = history.get_by_role("listitem").get_by_role("button")
    expect(versions.first).to_be_visible()
    before = versions.count()
    versions.nth(1).click()
    expect(history).to_contain_text("What stood here before.")
    complaints = look(page, "draft-history", DESK)
    complaints += look(page, "draft-history", PHONE_DARK)
    turn(page, DESK)
    history.get_by_role("button", name="Restore version").click()
    expect(explanation(page)).to_have_value("What stood here before.")
    saved(page)
    ada.press("Control+Shift+h")
    expect(versions).to_have_count(before + 1)
    assert complaints == []
    assert ada.problems == []


def test_a_question_to_the_organizers_is_answered_without_reloading(
    browser: Browser, product: Product, ada: Person
) -> None:
    page = ada.page
    expect(page.get_by_role("button", name=re.compile("^Submit"))).to_be_visible()
    ada.press("Control+/")
    page.get_by_label("Your question").fill("Is the boot a symbol?")
    complaints = look(page, "ask", DESK)
    turn(page, DESK)
    ada.press("Control+Enter")
    expect(page.get_by_text("Your question was sent.")).to_be_visible()

    olga = arrive(browser, product, "Olga")
    olga.go("/projects/demo/talk?show=waiting")
    olga.page.get_by_role("link", name="Is the boot a symbol?").click()
    olga.page.get_by_label("Write a message", exact=True).fill(
        "Yes: of what the sea gives."
    )
    olga.press("Control+Enter")
    expect(olga.page.get_by_role("main")).to_contain_text("Answered")
    complaints += look(olga.page, "thread", DESK)
    complaints += look(olga.page, "thread", PHONE_DARK)
    olga.context.close()

    bell = page.get_by_role("button", name="Notifications: 1 new")
    expect(bell).to_be_visible(timeout=WORK_MS)
    bell.click()
    complaints += look(page, "bell", DESK)
    page.get_by_role("link", name=re.compile("New answer")).click()
    expect(page.get_by_text("Yes: of what the sea gives.")).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("Olga")
    expect(
        page.get_by_role("button", name="Notifications: nothing new")
    ).to_be_visible()
    assert complaints == []
    assert ada.problems == []


def run(product: Product, command: str, *more: str) -> None:
    done = manage(product.data_dir, *command.split(), *more)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def latecomer(browser: Browser, product: Product, tmp_path: Path) -> Iterator[Person]:
    """Ada, invited to a project of her own with two screened pictures."""
    files = {f"{n}.png": encoded(draw(n)) for n in (800, 801)}
    folder = folder_of(tmp_path / "raw", files)
    run(
        product,
        "project_create late --protocol ii-bench --name Late --maintainer demo-mateo",
    )
    run(
        product,
        f"images_import late {folder} --source Drawn --licence CC0-1.0 --rights redistribute",
    )
    run(product, "curation_run late --wait")
    run(product, "crew_simulate late --people 3 --until screening")
    mateo = arrive(browser, product, "Mateo")
    link = invite(mateo.go(f"{LATE}/people"), "Annotator")
    mateo.context.close()
    ada = arrive(browser, product, "Ada")
    ada.page.goto(link)
    ada.page.get_by_role("button", name="Ada").click()
    has_come_in(ada.page)
    yield ada
    ada.context.close()


def seen(page: Page, name: str) -> list[str]:
    """What somebody would complain about, in both languages and widths."""
    found = []
    for locale, views in {"zh": (DESK_DARK, PHONE), "en": (PHONE_DARK, DESK)}.items():
        page.evaluate(f"localStorage.setItem('subtext.locale', '{locale}')")
        page.reload()
        for view in views:
            found += look(page, name, view, locale)
    return found


@pytest.mark.slow
def test_what_came_too_late_is_completed_and_handed_in(
    product: Product, latecomer: Person
) -> None:
    ada, page = latecomer, latecomer.page
    ada.go(f"{LATE}/annotate")
    write(page, FIRST)
    declined = name_of(page)
    page.get_by_role("button", name="Decline item").click()
    page.get_by_role("button", name=re.compile("^Offensive")).click()
    expect(page.get_by_text("goes to another annotator")).to_be_visible()
    expect(page.get_by_role("heading", name=f"Item {declined}")).to_have_count(0)
    write(page, MORE)
    page.goto("about:blank")
    run(product, "shell -c", HALF_AN_HOUR)
    run(product, "crew_simulate late --people 3 --until annotation")

    ada.go(f"{LATE}/my-work")
    drafts = page.get_by_role("region", name="Unsubmitted drafts")
    expect(drafts).to_contain_text("You declined this item")
    complaints = seen(page, "late-drafts")
    drafts.get_by_role("link", name=re.compile("^Complete and submit")).click()
    expect(page.get_by_text("Someone else now has this item")).to_be_visible()
    expect(page.get_by_role("button", name="Decline item")).to_have_count(0)
    complaints += seen(page, "late-desk")
    expect(explanation(page)).to_have_value(MORE)

    name, number = name_of(page), number_of(page)
    write(page, ADA.explanation(number))
    for title, choice in zip(FORM, ADA.labels(number), strict=True):
        chips_of(page, title).nth(choice - 1).click()
    page.get_by_label("Question", exact=True).fill(ADA.stem(number))
    for letter, option in zip(LETTERS, ADA.options(number), strict=True):
        page.get_by_role("textbox", name=f"Option {letter}").fill(option)
    page.get_by_role("button", name="B is the correct answer").click()
    page.get_by_role("button", name=re.compile("^Submit")).click()
    page.wait_for_url("**/my-work")
    expect(page.get_by_text(f"Item {name} was submitted.")).to_be_visible()
    expect(drafts.get_by_role("listitem")).to_have_count(1)
    expect(
        page.get_by_role("main").get_by_text("Submitted", exact=True).last
    ).to_be_visible()
    assert complaints == []
    assert ada.problems == []
