"""A published benchmark is audited in the browser, and repaired in a project."""

import csv
import io
import zipfile
from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.curation.drawn_images import png
from tests.journeys.looking import DESK, DESK_DARK, PHONE, PHONE_DARK, View, look
from tests.journeys.person import WORK_MS, Person, arrive
from tests.journeys.product import ROOT, Product, manage
from tests.published.audit.test_repair import published

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

PROTOCOL = ROOT / "tests" / "protocols" / "solo.yaml"
VIEWS: list[tuple[View, str]] = [
    (DESK, "en"),
    (PHONE, "en"),
    (DESK_DARK, "zh"),
    (PHONE_DARK, "zh"),
]


@pytest.fixture
def mateo(browser: Browser, product: Product) -> Person:
    return arrive(browser, product, "Mateo")


def archive(files: Mapping[str, bytes]) -> FilePayload:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as zipped:
        for path, content in files.items():
            zipped.writestr(path, content)
    return {
        "name": "set.zip",
        "mimeType": "application/zip",
        "buffer": packed.getvalue(),
    }


def table_of_unknown_columns() -> dict[str, bytes]:
    """Two rows a question with columns that no published benchmark names so."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["col_1", "col_2", "col_3", "col_4", "col_5", "col_6"])
    for n in range(6):
        writer.writerow(
            [f"{n}.png", f"What of {n}?", "Love", "Hate", "Hope", "ABC"[n % 3]]
        )
    files = {f"set/{n}.png": png(n) for n in range(6)}
    return {**files, "set/test.csv": text.getvalue().encode()}


def begin(person: Person, files: Mapping[str, bytes]) -> Page:
    """From the page of projects to an audit that has ended."""
    page = person.go("/projects")
    page.get_by_role("link", name="Audit a benchmark").click()
    page.locator("input[type=file]").first.set_input_files(archive(files))
    page.get_by_role("button", name="Start audit").click()
    page.wait_for_url("**/audits/*")
    return page


def seen(person: Person, name: str) -> list[str]:
    """What somebody would complain about, wide and narrow, in both languages."""
    found = []
    for view, locale in VIEWS:
        person.page.evaluate(f"localStorage.setItem('subtext.locale', '{locale}')")
        person.page.reload()
        found += look(person.page, name, view, locale)
    person.page.evaluate("localStorage.removeItem('subtext.locale')")
    person.page.set_viewport_size(DESK.size)
    person.page.reload()
    return found


def test_from_a_folder_to_rework_in_a_project(mateo: Person, product: Product) -> None:
    done = manage(
        product.data_dir,
        *["project_create", "audited", "--protocol", str(PROTOCOL)],
        *["--name", "Audited", "--maintainer", "demo-mateo"],
    )
    assert done.returncode == 0, done.stderr
    page = begin(mateo, published())
    twice = page.get_by_role("heading", name="The same option twice", exact=True)
    expect(twice).to_be_visible(timeout=WORK_MS)
    complaints = seen(mateo, "audit-report")

    page.get_by_role("button", name="Mateo").click()
    page.get_by_text("中文", exact=True).click()
    expect(page.get_by_role("heading", name="重复的选项", exact=True)).to_be_visible()
    expect(twice).to_be_hidden()
    page.get_by_text("English", exact=True).click()
    page.keyboard.press("Escape")
    expect(twice).to_be_visible()

    page.get_by_role("combobox", name="Project").click()
    page.get_by_role("option", name="Audited").click()
    page.get_by_role("combobox", name="Licence").fill("MIT")
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="Redistribution allowed").click()
    page.get_by_role("button", name="Import into project").click()
    rework = page.get_by_role("link", name="Open rework")
    expect(rework).to_be_visible(timeout=WORK_MS)
    expect(page.get_by_text("Items in rework: 3")).to_be_visible()
    complaints += seen(mateo, "audit-imported")
    rework.click()
    page.get_by_role("link", name="Item 3").click()
    expect(page.get_by_text("The same option").first).to_be_visible()
    assert complaints + mateo.problems == []


def test_columns_that_are_not_recognised_are_chosen(mateo: Person) -> None:
    page = begin(mateo, table_of_unknown_columns())
    heading = page.get_by_role("heading", name="Choose the columns")
    expect(heading).to_be_visible(timeout=WORK_MS)
    complaints = seen(mateo, "audit-mapping")
    for column, holds in {
        "Question": "col_2",
        "Image": "col_1",
        "Correct answer": "col_6",
    }.items():
        page.get_by_role("combobox", name=column, exact=True).click()
        page.get_by_role("option", name=holds).click()
    options = page.get_by_role("combobox", name="Options", exact=True)
    options.click()
    for holds in ("col_3", "col_4", "col_5"):
        page.get_by_role("option", name=holds).click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start audit").click()
    expect(page.get_by_text("6 questions")).to_be_visible(timeout=WORK_MS)
    assert complaints + mateo.problems == []
