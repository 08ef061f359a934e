"""From an empty installation to a first release with six people, click by click."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from subtext_protocol.shipped import shipped_protocol
from tests.curation.drawn_images import draw, encoded, folder_of
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
MEANT = {
    language: finished_record(shipped_protocol(name))["questions"][0]["options"][0]
    for language, name in (("en", "ii-bench"), ("zh", "cmmmu"))
}
"""How the correct option of every written question begins, by language."""


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Product]:
    """An installation without any account."""
    with started(tmp_path / "var", demo=False) as product:
        product.wait_for("/first-maintainer/")
        yield product


def test_a_first_release_of_cmmmu_takes_few_clicks(
    browser: Browser, empty: Product, tmp_path: Path
) -> None:
    """One annotator an item, one round that one person answers."""
    click = Clicks()
    mia = newcomer(browser, empty)
    link = a_project_is_set_up(click, mia, setup_link(empty), protocol="CMMMU")
    people = [joins(click, newcomer(browser, empty), link, name) for name in ANNOTATORS]
    images_are_imported(click, mia, tmp_path)
    ada, bo = people[:2]
    images_are_screened(click, ada)
    annotates_all(ada, "cmmmu")

    page = mia.page
    rail = page.get_by_role("navigation").first
    click(rail.get_by_role("link", name="Questions", exact=True), "Questions")
    click(page.get_by_role("button", name="Open round 1"), "Open round 1")
    begins_to_validate(click, bo, "Bo")
    validates_all(bo, right=MEANT["zh"])
    closed = page.get_by_text("Closed", exact=True)
    expect(closed).to_be_visible(timeout=WORK_MS)
    fills_in_the_release_form(mia)
    click(rail.get_by_role("link", name="Releases", exact=True), "Releases")
    publish = page.get_by_role("button", name="Publish 1.0.0")
    expect(publish).to_be_enabled(timeout=WORK_MS)
    click(publish, "Publish 1.0.0")
    the_release_is_published(click, mia)

    assert len(click.steps) <= MOST_CLICKS, click.steps
    assert problems_of(mia, *people) == []


def test_a_first_release_of_ii_bench_takes_few_clicks(
    browser: Browser, empty: Product, tmp_path: Path
) -> None:
    """Two annotators an item, a third decides; four rounds, two of them by three people."""
    click = Clicks()
    mia = newcomer(browser, empty)
    link = a_project_is_set_up(click, mia, setup_link(empty), protocol="II-Bench")
    people = [joins(click, newcomer(browser, empty), link, name) for name in ANNOTATORS]
    images_are_imported(click, mia, tmp_path)
    ada, bo, *validators = people
    images_are_screened(click, ada)
    annotates_all(ada, "ii-bench")
    start = bo.page.get_by_role("link", name="Start annotating")
    expect(start).to_be_visible(timeout=WORK_MS)
    click(start, "Bo: Start annotating")
    expect(bo.page.get_by_role("button", name="Submit")).to_be_visible()
    annotates_all(bo, "ii-bench")

    page = mia.page
    rail = page.get_by_role("navigation").first
    adjudication = rail.get_by_role("link", name=re.compile("^Adjudication"))
    click(adjudication, "Adjudication")
    expect(page.get_by_role("button", name="Finalize item")).to_be_visible()
    adjudicates_all(mia)
    mia.go("/projects/cartoons/adjudicate")
    click(page.get_by_role("button", name="Open round 1"), "Open round 1")
    for person, name in zip(validators, ANNOTATORS[2:], strict=True):
        begins_to_validate(click, person, name)
        # Round 2 does not draw this item: who discussed a question is not asked it again.
        dissent = 1 if name == "Eve" else None
        validates_all(person, right=MEANT["en"], dissent=dissent)
    settle = page.get_by_role("link", name="Settle discussions")
    expect(settle).to_be_visible(timeout=WORK_MS)
    click(settle, "Settle discussions")
    settles_the_dissent(mia)

    # Round 2 asks a fifth of the items again; the pages of its people show it by
    # themselves.
    for person in validators:
        expect(person.page.get_by_role("group", name="Options")).to_be_visible(
            timeout=WORK_MS
        )
        validates_all(person, right=MEANT["en"])
    check = page.get_by_role("link", name="Check items")
    expect(check).to_be_visible(timeout=WORK_MS)
    click(check, "Check items")
    for number in (3, 4):
        expect(page).to_have_url(re.compile(f"/checklist/{number}$"), timeout=WORK_MS)
        checks_all(mia)
    fills_in_the_release_form(mia)
    publish = page.get_by_role("link", name="Publish release")
    expect(publish).to_be_visible(timeout=WORK_MS)
    click(publish, "Publish release")
    the_release_is_published(click, mia)

    assert len(click.steps) <= MOST_CLICKS, click.steps
    assert problems_of(mia, *people) == []


def problems_of(*people: Person) -> list[str]:
    return [problem for person in people for problem in person.problems]


def the_release_is_published(click: Clicks, mia: Person) -> None:
    page = mia.page
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Version")).to_have_value("1.0.0", timeout=WORK_MS)
    for line in dialog.get_by_placeholder("Reason for the override").all():
        line.fill(REASON)
    click(dialog.get_by_role("button", name="Publish 1.0.0"), "Publish 1.0.0: confirm")
    version = page.get_by_role("link", name="1.0.0", exact=True)
    expect(version).to_be_visible(timeout=WORK_MS)
    expect(page.get_by_text("Published").first).to_be_visible(timeout=WORK_MS)


def a_project_is_set_up(click: Clicks, mia: Person, link: str, *, protocol: str) -> str:
    """Return the invitation that Mia sends to the others."""
    page = mia.page
    page.goto(link)
    create_account(page, "Mia")
    click(page.get_by_role("button", name="Create account"), "Create account")
    page.wait_for_url("**/new-project")
    page.get_by_role("textbox", name="Name", exact=True).fill("Cartoons")
    click(page.get_by_role("radio", name=protocol, exact=True), f"Choose {protocol}")
    click(page.get_by_role("button", name="Create project"), "Create project")
    create = page.get_by_role("button", name="Create invitation link")
    click(create, "Create invitation link")
    dialog = page.get_by_role("dialog")
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


def images_are_screened(click: Clicks, ada: Person) -> None:
    click(ada.page.get_by_role("link", name="Screen images"), "Ada: Screen images")
    for left in range(IMAGES, 0, -1):
        counted = re.compile(f"^{left} images? left")
        expect(ada.page.get_by_text(counted)).to_be_visible()
        ada.press("k")
    expect(ada.page.get_by_role("heading", name="All images screened")).to_be_visible()
    click(ada.page.get_by_role("link", name="Go to annotation"), "Ada: annotate")
    expect(ada.page.get_by_role("button", name="Submit")).to_be_visible()


def annotates_all(person: Person, protocol_id: str) -> None:
    protocol = shipped_protocol(protocol_id)
    slot = call(person, "post", "annotate/next/")["slot"]
    count = 0
    while slot is not None:
        count += 1
        body = {"content": finished_record(protocol, mark=str(count)), "next": True}
        sent = call(person, "post", f"annotate/slots/{slot['id']}/submit/", body)
        slot = sent["next"]["slot"]
    assert count == IMAGES
    # The page still holds the first item's form.
    person.go("/projects/cartoons/my-work")


def adjudicates_all(mia: Person) -> None:
    """The first annotation of each item is taken whole."""
    for waiting in call(mia, "get", "cases/queue/")["results"]:
        case = call(mia, "get", f"cases/{waiting['id']}/")
        first = case["records"][0]
        sources = [
            {"sources": [{"annotation": 0, "question": at}]}
            for at in range(len(first["questions"]))
        ]
        record = {"labels": first["labels"], "texts": first["texts"]}
        body = {"version": case["version"], "record": record, "questions": sources}
        call(mia, "post", f"cases/{waiting['id']}/finalize/", body)


def begins_to_validate(click: Clicks, person: Person, name: str) -> None:
    validate = person.page.get_by_role("link", name="Validate questions")
    expect(validate).to_be_visible(timeout=WORK_MS)
    click(validate, f"{name}: Validate questions")


def validates_all(person: Person, *, right: str, dissent: int | None = None) -> None:
    """Answer by keyboard until none is left, wrongly the question number ``dissent``."""
    page = person.page
    options = page.get_by_role("group", name="Options").get_by_role("button")
    thanks = page.get_by_role("heading", name="Thank you")
    stem = page.get_by_role("heading", level=1)
    expect(options.first).to_be_visible()
    count = 0
    while not thanks.is_visible():
        asked = stem.inner_text()
        is_right = [right in option for option in options.all_inner_texts()]
        chosen = is_right.index(count != dissent)
        person.press(str(chosen + 1), "Enter")
        expect(stem).not_to_have_text(asked)
        count += 1


def settles_the_dissent(mia: Person) -> None:
    """Reading and settling the discussion leads back to the rounds."""
    page = mia.page
    page.get_by_role("main").get_by_role("listitem").get_by_role("link").first.click()
    page.get_by_role("button", name="Keep question").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("The key holds.")
    dialog.get_by_role("button", name="Close discussion").click()
    page.wait_for_url("**/questions")


def checks_all(mia: Person) -> None:
    """Check every point of every item by keyboard."""
    page = mia.page
    for done in range(IMAGES):
        expect(page.get_by_role("list", name="Points to check")).to_be_visible()
        expect(page.get_by_text(f"{done} of {IMAGES} items")).to_be_visible()
        mia.press("a")
        expect(page.get_by_role("button", name="Pass item")).to_be_enabled()
        mia.press("Enter")
    expect(page.get_by_text(f"{IMAGES - 1} of {IMAGES} items")).to_be_hidden()


def fills_in_the_release_form(mia: Person) -> None:
    """Its page is looked at elsewhere: what it saves is sent here."""
    form = call(mia, "get", "releases/form/")
    texts = dict.fromkeys(form, "Three drawings by one person.")
    author = {"name": "Mia", "affiliation": ""}
    facts = {"authors": [author], "synthetic_data": False, "doi": ""}
    call(mia, "put", "releases/form/", {**texts, **facts})
