"""From an empty installation to a first release with six people, click by click."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from projects.domain.shipped import shipped_protocol
from tests.curation.pictures import draw, encoded, folder_of
from tests.journeys.newcomers import Clicks, create_account, newcomer, setup_link
from tests.journeys.person import WORK_MS, Person
from tests.journeys.product import Product, started
from tests.support.writing import finished_record

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

ANNOTATORS = ("Ada", "Bo", "Cy", "Dot", "Eve")
API = "/api/projects/cartoons/"
IMAGES = 3
MOST_CLICKS = 25
"""Human work, typed fields and the release form do not count."""
REASON = "A first small set."


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Product]:
    """An installation without any account."""
    with started(tmp_path / "var", demo=False) as product:
        product.wait_for("/first-maintainer/")
        yield product


def test_a_first_release_takes_few_clicks(
    browser: Browser, empty: Product, tmp_path: Path
) -> None:
    click = Clicks()
    mia = newcomer(browser, empty)
    link = a_project_is_set_up(click, mia, setup_link(empty))
    people = [joins(click, newcomer(browser, empty), link, name) for name in ANNOTATORS]
    images_are_imported(click, mia, tmp_path)
    ada, bo = people[:2]

    click(ada.page.get_by_role("link", name="Screen images"), "Ada: Screen images")
    for left in range(IMAGES, 0, -1):
        counted = re.compile(f"^{left} images? left")
        expect(ada.page.get_by_text(counted)).to_be_visible()
        ada.press("k")
    expect(ada.page.get_by_role("heading", name="All images screened")).to_be_visible()
    click(ada.page.get_by_role("link", name="Go to annotation"), "Ada: annotate")
    expect(ada.page.get_by_role("button", name="Submit")).to_be_visible()
    annotates_all(ada)

    page = mia.page
    rail = page.get_by_role("navigation").first
    click(rail.get_by_role("link", name="Questions", exact=True), "Questions")
    click(page.get_by_role("button", name="Open round 1"), "Open round 1")
    validate = bo.page.get_by_role("link", name="Validate questions")
    expect(validate).to_be_visible(timeout=WORK_MS)
    click(validate, "Bo: Validate questions")
    expect(bo.page.get_by_role("button", name="Confirm answer")).to_be_visible()
    validates_all(bo)
    close = page.get_by_role("button", name="Close round")
    expect(close).to_be_enabled(timeout=WORK_MS)
    click(close, "Close round 1")

    fills_in_the_release_form(mia)
    click(rail.get_by_role("link", name="Releases", exact=True), "Releases")
    publish = page.get_by_role("button", name="Publish 1.0.0")
    expect(publish).to_be_enabled(timeout=WORK_MS)
    click(publish, "Publish 1.0.0")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Version")).to_have_value("1.0.0")
    for line in dialog.get_by_placeholder("Reason for the override").all():
        line.fill(REASON)
    click(dialog.get_by_role("button", name="Publish 1.0.0"), "Publish 1.0.0: confirm")
    version = page.get_by_role("link", name="1.0.0", exact=True)
    expect(version).to_be_visible(timeout=WORK_MS)
    expect(page.get_by_text("Published").first).to_be_visible(timeout=WORK_MS)

    assert len(click.steps) <= MOST_CLICKS, click.steps
    assert [problem for person in (mia, *people) for problem in person.problems] == []


def a_project_is_set_up(click: Clicks, mia: Person, link: str) -> str:
    """Return the invitation that Mia sends to the others."""
    page = mia.page
    page.goto(link)
    create_account(page, "Mia")
    click(page.get_by_role("button", name="Create account"), "Create account")
    page.wait_for_url("**/new-project")
    page.get_by_role("textbox", name="Name", exact=True).fill("Cartoons")
    click(page.get_by_role("radio", name="CMMMU", exact=True), "Choose CMMMU")
    click(page.get_by_role("button", name="Create project"), "Create project")
    click(page.get_by_role("button", name="Invite annotators"), "Invite annotators")
    dialog = page.get_by_role("dialog")
    click(dialog.get_by_role("button", name="Create link"), "Create link")
    made = dialog.get_by_label("Invitation link: Annotator").input_value()
    click(dialog.get_by_role("link", name="Import images"), "Import images")
    return made


def joins(click: Clicks, person: Person, link: str, name: str) -> Person:
    person.page.goto(link)
    create_account(person.page, name)
    click(person.page.get_by_role("button", name="Join project"), f"{name} joins")
    return person


def images_are_imported(click: Clicks, mia: Person, tmp_path: Path) -> None:
    page = mia.page
    images = {f"{n}.png": encoded(draw(n + 60)) for n in range(IMAGES)}
    folder = folder_of(tmp_path / "raw", images)
    with page.expect_file_chooser() as choosing:
        click(page.get_by_role("button", name="Choose files"), "Choose files")
    choosing.value.set_files(sorted(folder.iterdir()))
    page.get_by_role("textbox", name="Source").fill("Drawn by hand")
    page.get_by_role("combobox", name="Licence").fill("CC0-1.0")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Licence text found: CC0-1.0")).to_be_visible()
    click(page.get_by_role("radio", name="Redistribution allowed"), "Choose rights")
    click(page.get_by_role("button", name="Upload and import"), "Upload and import")
    expect(page.get_by_text("Filters last ran")).to_be_visible(timeout=WORK_MS)


def call(person: Person, method: str, path: str, body: Any = None) -> Any:
    """Human work, which other journeys type, through the person's own session."""
    cookies = {one["name"]: one["value"] for one in person.context.cookies()}
    headers = {"X-CSRFToken": cookies["csrftoken"], "Referer": person.url}
    answer = person.context.request.fetch(
        person.url + API + path, method=method, data=body, headers=headers
    )
    assert answer.ok, answer.text()
    return answer.json()


def annotates_all(person: Person) -> None:
    protocol = shipped_protocol("cmmmu")
    slot = call(person, "post", "annotate/next/")["slot"]
    count = 0
    while slot is not None:
        count += 1
        body = {"content": finished_record(protocol, mark=str(count)), "next": True}
        sent = call(person, "post", f"annotate/slots/{slot['id']}/submit/", body)
        slot = sent["next"]["slot"]
    assert count == IMAGES


def validates_all(person: Person) -> None:
    """Every question is answered as its author meant it: by the option of that text."""
    place = call(person, "post", "validation/next/")["place"]
    written = finished_record(shipped_protocol("cmmmu"), mark="1")["questions"][0]
    begin = written["options"][written["answer"]].removesuffix("1").strip()
    count = 0
    while place is not None:
        count += 1
        chosen = next(
            at for at, option in enumerate(place["options"]) if option.startswith(begin)
        )
        body = {"chosen": chosen, "seconds": 9, "next": True}
        sent = call(person, "post", f"validation/{place['id']}/answer/", body)
        place = sent["place"]
    assert count == IMAGES


def fills_in_the_release_form(mia: Person) -> None:
    """Its page is looked at elsewhere: what it saves is sent here."""
    form = call(mia, "get", "releases/form/")
    texts = dict.fromkeys(form, "Three drawings by one person.")
    author = {"name": "Mia", "affiliation": ""}
    facts = {"authors": [author], "synthetic_data": False, "doi": ""}
    call(mia, "put", "releases/form/", {**texts, **facts})
