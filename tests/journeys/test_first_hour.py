"""From an empty installation to a project whose annotators can work, click by click."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.looking import DESK, PHONE, look
from tests.journeys.newcomers import (
    PASSWORD,
    Clicks,
    create_account,
    newcomer,
    setup_link,
)
from tests.journeys.person import WIDE, WORK_MS
from tests.journeys.product import Product, started

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

NAME, SLUG = "Cartoons", "cartoons"
ANNOTATORS = ("Ada", "Bo", "Cy", "Dot", "Eve")
MOST_CLICKS = 20
"""Up to the first image to screen; the first release may take 25 in all."""


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """An installation without any account."""
    with started(tmp_path_factory.mktemp("empty") / "var", demo=False) as product:
        product.wait_for("/first-maintainer/")
        yield product


def wide_and_narrow(page: Page, name: str, locale: str = "en") -> list[str]:
    """What somebody would complain about on the page as it is."""
    full = f"first-hour-{name}"
    found = [one for view in (DESK, PHONE) for one in look(page, full, view, locale)]
    page.set_viewport_size(WIDE)
    return found


def seen(page: Page, name: str) -> list[str]:
    """The same in both languages, loaded anew."""
    found = []
    for locale in ("zh", "en"):
        page.evaluate(f"localStorage.setItem('subtext.locale', '{locale}')")
        page.reload()
        found += wide_and_narrow(page, name, locale)
    return found


def step(page: Page, title: str) -> Locator:
    """A line of the set-up checklist."""
    return page.get_by_role("listitem").filter(has_text=title)


def test_from_an_empty_installation_to_the_first_task(
    browser: Browser, empty: Product, tmp_path: Path
) -> None:
    click = Clicks()
    complaints: list[str] = []
    mia = newcomer(browser, empty)
    page = mia.page

    page.goto(setup_link(empty))
    create_account(page, "Mia")
    click(page.get_by_role("button", name="Create account"), "Create account")

    page.wait_for_url("**/new-project")
    complaints += seen(page, "new-project")
    page.get_by_role("textbox", name="Name", exact=True).fill(NAME)
    create = page.get_by_role("button", name="Create project")
    expect(create).to_be_disabled()
    click(page.get_by_role("radio", name="II-Bench", exact=True), "Choose II-Bench")
    expect(page.get_by_label("Protocol preview")).to_contain_text("2 annotators")
    complaints += wide_and_narrow(page, "protocol-preview")
    click(create, "Create project")

    expect(step(page, "Choose protocol")).to_contain_text("Done")
    expect(step(page, "Invite annotators")).to_contain_text("Next step")
    complaints += seen(page, "overview-empty")
    create = page.get_by_role("button", name="Create invitation link")
    click(create, "Create invitation link")
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_label("Invitation link: Annotator").input_value()
    complaints += wide_and_narrow(page, "invite")
    click(dialog.get_by_role("link", name="Import images"), "Import images")
    page.wait_for_url("**/import")
    page.go_back()
    expect(step(page, "Invite annotators")).to_contain_text("In progress")
    expect(step(page, "Import images")).to_contain_text("Next step")

    people = []
    for name in ANNOTATORS:
        person = newcomer(browser, empty)
        people.append(person)
        person.page.goto(link)
        if name == ANNOTATORS[0]:
            complaints += seen(person.page, "join")
        create_account(person.page, name)
        click(person.page.get_by_role("button", name="Join project"), f"{name} joins")
        expect(person.page.get_by_text("No items to annotate yet")).to_be_visible()
    expect(step(page, "Invite annotators")).to_contain_text("5 annotators")

    band = page.get_by_role("region", name="Next step")
    band.get_by_role("link", name="Import images").click()
    complaints += seen(page, "import")
    images = {f"{n}.png": encoded(draw(n + 60)) for n in range(4)}
    folder = folder_of(tmp_path / "raw", images)
    with page.expect_file_chooser() as choosing:
        click(page.get_by_role("button", name="Choose files"), "Choose files")
    choosing.value.set_files(sorted(folder.iterdir()))
    page.get_by_role("textbox", name="Source").fill("Drawn by hand")
    page.get_by_role("combobox", name="Licence").fill("CC0-1.0")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Licence text found: CC0-1.0")).to_be_visible()
    complaints += wide_and_narrow(page, "import-licence")
    upload = page.get_by_role("button", name="Upload and import")
    expect(upload).to_be_disabled()
    click(page.get_by_role("radio", name="Redistribution allowed"), "Choose rights")
    click(upload, "Upload and import")
    expect(page.get_by_text("Filters last ran")).to_be_visible(timeout=WORK_MS)

    click(
        page.get_by_role("navigation").first.get_by_role("link", name="Overview"),
        "Overview",
    )
    expect(step(page, "Run filters")).to_contain_text("Done")
    expect(step(page, "Screen images")).to_contain_text("Next step")
    expect(band).to_contain_text("4 images to screen")
    complaints += seen(page, "overview-filtered")

    ada = people[0]
    screen = ada.page.get_by_role("link", name="Screen images")
    expect(screen).to_be_visible(timeout=WORK_MS)
    click(screen, "Ada starts to screen")
    expect(ada.page.get_by_text("4 images left")).to_be_visible()
    for left in (3, 2, 1):
        ada.press("k")
        expect(
            ada.page.get_by_text(re.compile(f"^{left} images? left"))
        ).to_be_visible()
    ada.press("k")
    expect(ada.page.get_by_role("heading", name="All images screened")).to_be_visible()

    # Everything is done: the checklist goes, and the work is next.
    expect(page.get_by_role("heading", name="Set-up")).to_be_hidden(timeout=WORK_MS)
    expect(band).to_contain_text("4 items are being annotated")
    complaints += seen(page, "overview-set-up")

    assert len(click.steps) <= MOST_CLICKS, click.steps
    problems = [problem for person in (mia, *people) for problem in person.problems]
    assert complaints + problems == []


def test_settings_history_archive_and_end_of_a_project(
    browser: Browser, empty: Product
) -> None:
    """The project of the test above, and another that was made by mistake."""
    mia = newcomer(browser, empty)
    page = mia.go("/login")
    page.get_by_label("User name").fill("mia")
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name=NAME).click()

    mia.open("Settings")
    complaints = seen(page, "settings")
    page.get_by_label("Description").fill("Metaphors in cartoons.")
    page.get_by_role("switch", name="Archived").click()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("The settings are saved.")).to_be_visible()
    mia.open("Overview")
    expect(page.get_by_text("reactivate the project")).to_be_visible()
    expect(page.get_by_role("button", name="Invite people")).to_be_hidden()
    complaints += seen(page, "archived")

    page.get_by_role("link", name="Open settings").click()
    page.get_by_role("switch", name="Archived").click()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("The settings are saved.")).to_be_visible()
    assert mia.problems == []
    delete_here(page, SLUG)
    expect(page.get_by_text("Archive it instead.")).to_be_visible()
    mia.problems.clear()
    complaints += wide_and_narrow(page, "delete-refused")

    mia.go(f"/projects/{SLUG}/history")
    table = page.get_by_role("table", name="Project history")
    page.get_by_label("Person").select_option("Ada")
    page.get_by_label("Kind").select_option("Image")
    expect(table.get_by_role("row").filter(has_text="Kept")).to_have_count(4)
    complaints += seen(page, "history")

    mia.go("/new-project")
    page.get_by_role("textbox", name="Name", exact=True).fill(NAME)
    page.get_by_role("radio", name="ImageMet", exact=True).check()
    page.get_by_role("button", name="Create project").click()
    taken = page.get_by_label("Short name")
    expect(taken).to_have_attribute("aria-invalid", "true")
    mia.problems.clear()
    taken.fill("mistake")
    page.get_by_role("button", name="Create project").click()
    expect(page.get_by_role("heading", name="Set-up")).to_be_visible()
    mia.open("Settings")
    delete_here(page, "mistake")
    page.wait_for_url("**/projects")
    expect(page.get_by_role("link", name=NAME)).to_have_count(1)
    assert complaints + mia.problems == []


def delete_here(page: Page, slug: str) -> None:
    page.get_by_role("button", name="Delete project").click()
    dialog = page.get_by_role("dialog")
    confirm = dialog.get_by_role("button", name="Delete project")
    expect(confirm).to_be_disabled()
    dialog.get_by_label(f"Type {slug} to confirm").fill(slug)
    confirm.click()
