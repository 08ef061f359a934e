"""A project, its people, its pictures, and what is left after screening."""

import re
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.chain.office import (
    FRESH,
    NAME,
    PASSWORD,
    SLUG,
    VALIDATORS,
    Office,
    at_work,
)
from tests.journeys.person import WORK_MS, Person


def a_project_is_made_and_people_join(office: Office) -> None:
    with office.person("Mateo") as mateo:
        page = mateo.log_in("Mateo").page
        page.get_by_role("link", name="New project").click()
        page.get_by_role("textbox", name="Name", exact=True).fill(NAME)
        short = page.get_by_label("Short name")
        expect(short).not_to_have_value("")
        short.fill(SLUG)
        page.get_by_role("radio", name="II-Bench", exact=True).check()
        page.get_by_role("button", name="Create project").click()
        expect(page.get_by_role("heading", name="Set-up")).to_be_visible()

        mateo.open("People")
        links = {role: invite(page, role) for role in ("Organizer", "Annotator")}

    for name in ["Ada", "陈晨", *VALIDATORS]:
        with office.person(name) as person:
            join(person.log_in(name), links["Annotator"], name)
    for name in FRESH:
        with office.person(name) as person:
            join_as_new(person, links["Annotator"], name)
    with office.person("Olga") as olga:
        join(olga.log_in("Olga"), links["Organizer"], "Olga")


def invite(page: Page, role: str) -> str:
    """The link that lets people join in a role."""
    page.get_by_role("button", name="Invite people").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Role", exact=True).select_option(role)
    dialog.get_by_role("button", name="Create link").click()
    link = dialog.get_by_label(f"Invitation link: {role}").input_value()
    assert "/invite/" in link
    dialog.get_by_role("button", name="Done").click()
    return link


def join(person: Person, link: str, name: str) -> None:
    page = person.page
    page.goto(link)
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    page.get_by_role("button", name=name).click()
    has_come_in(page)


def join_as_new(person: Person, link: str, name: str) -> None:
    """With an account that is made on the way in."""
    page = person.page
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("User name").fill(name.lower())
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("button", name="Join project").click()
    has_come_in(page)


def has_come_in(page: Page) -> None:
    """Whoever joins is led to the first task, or to the overview."""
    page.wait_for_url(re.compile("/projects/[^/]+/[a-z]"))


def raw_files(folder: Path) -> list[Path]:
    """Seven pictures, one of them twice, and a file that is none."""
    folder_of(
        folder,
        {
            **{f"{n}.png": encoded(draw(n)) for n in range(7)},
            "again-1.jpg": encoded(draw(1), "JPEG", quality=80),
            "notes.png": b"This is no picture.",
        },
    )
    return sorted(folder.iterdir())


def pictures_are_imported_and_filtered(office: Office, files: Sequence[Path]) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Import")
        with page.expect_file_chooser() as choosing:
            page.get_by_role("button", name="Choose files").click()
        choosing.value.set_files(files)
        expect(page.get_by_text("9 files")).to_be_visible()
        upload = page.get_by_role("button", name="Upload and import")
        expect(upload).to_be_disabled()
        page.get_by_role("textbox", name="Source").fill("Drawn by hand")
        page.get_by_role("combobox", name="Licence").fill("CC0-1.0")
        page.keyboard.press("Escape")
        expect(page.get_by_text("Licence text found: CC0-1.0")).to_be_visible()
        page.get_by_role("radio", name="Redistribution allowed").check()
        upload.click()

        result = page.get_by_role("article").filter(has_text="Drawn by hand")
        expect(result.get_by_role("link", name="imported")).to_have_text(
            re.compile("^8")
        )
        refused = page.get_by_role("table", name="Rejected files and the reasons")
        expect(refused.get_by_role("row").filter(has_text="notes.png")).to_contain_text(
            "The content is not an image"
        )

        # The filters begin by themselves.
        expect(page.get_by_text("Filters last ran")).to_be_visible(timeout=WORK_MS)
        olga.open("Duplicates")
        cluster = page.get_by_label("2 near-duplicate images")
        expect(cluster).to_contain_text("Kept")
        olga.open("Images")
        to_screen = page.get_by_role("link", name=re.compile(r"^To screen"))
        expect(to_screen).to_have_text(re.compile("7$"))
        olga.open("Overview")
        expect(page.get_by_role("link", name="Duplicate: 1")).to_be_visible()


def one_screens_by_keyboard(office: Office) -> None:
    with office.person("Bo") as bo:
        page = at_work(bo, "Bo")
        bo.open("Screening")
        expect(page.get_by_text("7 images left")).to_be_visible()
        bo.press("d")
        expect(page.get_by_text("Why do you discard it?")).to_be_visible()
        bo.press("1")
        expect(page.get_by_text("6 images left")).to_be_visible()
        # A slip of the finger: taken back, and decided again.
        bo.press("k")
        expect(page.get_by_text("5 images left")).to_be_visible()
        bo.press("z")
        expect(page.get_by_text("6 images left")).to_be_visible()
        for left in (5, 4, 3, 2, 1):
            bo.press("k")
            expect(
                page.get_by_text(re.compile(f"^{left} images? left"))
            ).to_be_visible()
        bo.press("k")
        expect(page.get_by_role("heading", name="All images screened")).to_be_visible()
        expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()
