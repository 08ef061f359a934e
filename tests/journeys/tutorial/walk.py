"""The steps of the tutorial; `Guide` holds each to the words of the text."""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import Any

from playwright.sync_api import Locator, Page, expect

from annotation.items.domain.slot_codes import slot_id_range_of_code
from subtext_protocol.shipped import shipped_protocol
from tests.journeys.chain.annotating import chips_of
from tests.journeys.chain.authors import ADA, LETTERS
from tests.journeys.chain.office import PASSWORD, name_of
from tests.journeys.looking import SCREENSHOTS, settle
from tests.journeys.person import WIDE, WORK_MS, Person
from tests.journeys.product import DATABASE, ROOT, Product, environment
from tests.journeys.tutorial.guide import SIZE, Guide

PRACTICE = ROOT / "build" / "practice"
EXPORTED = ROOT / "build" / "pictures-1.0.0"
IMAGE_OF_SLOT = """
    SELECT original_path FROM curation_image
    JOIN annotation_itemimage ON annotation_itemimage.image_id = curation_image.id
    JOIN annotation_slot ON annotation_slot.item_id = annotation_itemimage.item_id
    WHERE annotation_slot.id BETWEEN ? AND ?
"""

MADE_UP = {
    "difficulty": "easy",
    "image_type": "illustration",
    "domain": "life",
    "emotion": "neutral",
    "rhetoric": "metaphor",
    "explanation": ADA.explanation(1),
    "questions": [{"stem": ADA.stem(1), "options": ADA.options(1), "key": "C"}],
}
"""Of a plain picture, which Ada may have kept."""


class Walk:
    """Mia and Ada, each at a browser, and a second terminal."""

    def __init__(
        self, guide: Guide, product: Product, mia: Person, ada: Person
    ) -> None:
        self.guide = guide
        self.product = product
        self.mia = mia
        self.ada = ada
        for person in (mia, ada):
            person.page.set_viewport_size(SIZE)

    def type_command(self) -> str:
        """Run the next command in the second terminal; return what it prints."""
        program, *arguments = self.guide.command()
        assert program == ".venv/bin/python"
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment(self.product.data_dir, 8000),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def press(self, page: Page | Locator) -> None:
        """Press the button that the tutorial names next."""
        page.get_by_role("button", name=self.guide.control(), exact=True).click()

    def press_command(self, page: Page) -> None:
        """The same for a button that names its key, such as "Keep K"."""
        name = re.compile(f"^{re.escape(self.guide.control())}")
        page.get_by_role("button", name=name).click()

    def open(self, person: Person) -> Page:
        """Open the page of the sidebar that the tutorial names next."""
        return person.open(self.guide.control())

    def fill(self, page: Page | Locator, text: str) -> None:
        """Fill in the text that the tutorial names next."""
        name = re.compile(f"^{re.escape(self.guide.control())}")
        page.get_by_role("textbox", name=name).fill(text)


def start_an_installation(walk: Walk) -> None:
    with walk.guide.section("1. Start an empty installation"):
        assert walk.guide.command() == ["make", "run", "DEMO=no"]
        walk.type_command()
        assert sum(path.is_file() for path in PRACTICE.rglob("*")) == 78


def create_the_first_account(walk: Walk) -> None:
    page = walk.mia.page
    with walk.guide.section("2. Create the first account"):
        (link,) = [
            line.strip()
            for line in walk.product.printed
            if "/first-maintainer/" in line
        ]
        page.goto(link)
        fill_in_account(walk, page, "Mia")
        walk.guide.image(page)
        walk.press(page)
        page.wait_for_url("**/new-project")


def fill_in_account(walk: Walk, page: Page, name: str) -> None:
    for text in (name, name.lower(), PASSWORD):
        walk.fill(page, text)


def create_a_project(walk: Walk) -> None:
    page = walk.mia.page
    with walk.guide.section("3. Create a project"):
        walk.fill(page, "Pictures")
        page.get_by_role("radio", name=walk.guide.control(), exact=True).click()
        expect(page.get_by_label("Protocol preview")).to_contain_text("2 annotators")
        walk.guide.image(page)
        walk.press(page)
        expect(page.get_by_role("heading", name="Set-up")).to_be_visible()
        walk.guide.image(page)


def invite_people(walk: Walk) -> None:
    page, ada = walk.mia.page, walk.ada.page
    with walk.guide.section("4. Invite people"):
        walk.press(page)
        dialog = page.get_by_role("dialog")
        link = dialog.get_by_label("Invitation link: Annotator").input_value()
        walk.guide.image(page)
        walk.press(dialog)
        ada.goto(link)
        fill_in_account(walk, ada, "Ada")
        walk.guide.image(ada)
        walk.press(ada)
        ada.get_by_role("link", name=walk.guide.control()).click()
        expect(ada.get_by_text("No tasks for you")).to_be_visible()


def import_the_folder(walk: Walk) -> None:
    page = walk.mia.page
    with walk.guide.section("5. Import the folder"):
        band = page.get_by_role("region", name="Next step")
        band.get_by_role("link", name=walk.guide.control()).click()
        with page.expect_file_chooser() as choosing:
            walk.press(page)
        choosing.value.set_files(PRACTICE)
        walk.fill(page, "Practice drawings")
        page.get_by_role("combobox", name=walk.guide.control()).fill("CC0-1.0")
        page.keyboard.press("Escape")
        page.get_by_role("radio", name=walk.guide.control()).check()
        walk.guide.image(page)
        walk.press(page)
        ran = page.get_by_text(walk.guide.control())
        expect(ran).to_be_visible(timeout=WORK_MS)
        walk.guide.image(page)


def look_at_what_was_removed(walk: Walk) -> None:
    with walk.guide.section("6. Look at what the filters removed"):
        page = walk.open(walk.mia)
        expect(page.get_by_label("near-duplicate images").first).to_be_visible()
        walk.guide.image(page)
        page = walk.open(walk.mia)
        expect(page.get_by_text("Current threshold: 30")).to_be_visible()
        walk.guide.image(page)


def screen_the_images(walk: Walk) -> None:
    page = walk.ada.page
    with walk.guide.section("7. Screen the images"):
        screen = page.get_by_role("link", name=walk.guide.control())
        expect(screen).to_be_visible(timeout=WORK_MS)
        screen.click()
        left = page.get_by_text(re.compile(r"^\d+ images left"))
        expect(left).to_be_visible()
        walk.guide.image(page)
        walk.press_command(page)
        page.get_by_role("button", name=re.compile(walk.guide.control())).click()
        walk.press_command(page)
        expect(page.get_by_text("2 done by you")).to_be_visible()
        walk.press_command(page)
        expect(page.get_by_text("1 done by you")).to_be_visible()
        walk.type_command()


def annotate_an_item(walk: Walk) -> None:
    with walk.guide.section("8. Annotate"):
        page = walk.open(walk.ada)
        known = annotation_of(walk.product, name_of(page))
        for field in shipped_protocol("ii-bench").labels:
            chips = chips_of(page, walk.guide.control())
            expect(chips.first).to_be_visible()
            values = [value.id for value in field.choices]
            chosen = known[field.id]
            for value in [chosen] if isinstance(chosen, str) else chosen:
                chips.nth(values.index(value)).click()
        walk.fill(page, known["explanation"])
        question = page.get_by_role("region", name="Question 1")
        (asked, *_) = known["questions"]
        walk.fill(question, asked["stem"])
        assert (walk.guide.control(), walk.guide.control()) == ("Option A", "Option F")
        for letter, option in zip(LETTERS, asked["options"], strict=True):
            question.get_by_role("textbox", name=f"Option {letter}").fill(option)
        key = f"{asked['key']} is the correct answer"
        question.get_by_role("button", name=key).click()
        expect(page.get_by_text("Complete. Submit when")).to_be_visible()
        walk.guide.image(page)
        walk.press_command(page)
        expect(page.get_by_text("was submitted.")).to_be_visible()
        walk.type_command()


def drawn_images() -> list[Any]:
    """Return what is known about each practice image."""
    known = json.loads(PRACTICE.with_suffix(".json").read_text("utf-8"))
    images: list[Any] = known["images"]
    return images


def annotation_of(product: Product, code: str) -> Any:
    """Return the reference annotation of the image behind an assignment's code."""
    with closing(sqlite3.connect(product.data_dir / DATABASE)) as database:
        (path,) = database.execute(
            IMAGE_OF_SLOT, slot_id_range_of_code(code)
        ).fetchone()
    (row,) = [row for row in drawn_images() if path == f"{PRACTICE.name}/{row['path']}"]
    return row.get("annotation", MADE_UP)


def adjudicate_an_item(walk: Walk) -> None:
    with walk.guide.section("9. Adjudicate"):
        page = walk.open(walk.mia)
        number = name_of(page)
        rows = re.compile(f"^{walk.guide.control()}")
        buttons = page.get_by_role("button").filter(has_text=rows)
        expect(buttons.first).to_be_visible()
        for button in buttons.all():
            button.click()
        expect(page.get_by_text("Everything is decided.")).to_be_visible()
        buttons.first.scroll_into_view_if_needed()
        walk.guide.image(page)
        walk.press_command(page)
        expect(page.get_by_text(f"Item {number} is final.")).to_be_visible()
        walk.type_command()


def validate_a_question(walk: Walk) -> None:
    with walk.guide.section("10. Validate"):
        page = walk.open(walk.mia)
        page.get_by_role("switch", name=walk.guide.control()).click()
        walk.press(page)
        expect(page.get_by_text(re.compile(r"^0 of \d+ answers"))).to_be_visible()
        ada = walk.open(walk.ada)
        choose_the_right_option(ada)
        walk.guide.image(ada)
        walk.press_command(ada)
        expect(ada.get_by_text("1 answered")).to_be_visible()
        assert "Missing answers: 1, open questions: 1." in walk.type_command()
        choose_the_right_option(ada)
        walk.press_command(ada)
        expect(ada.get_by_role("heading", name="Thank you")).to_be_visible()
        # An open page would take a question of the next round.
        ada.close()
        printed = walk.type_command()
        assert "Round 4: " in printed, printed
        page = walk.open(walk.mia)
        expect(page.get_by_text("Closed", exact=True)).to_have_count(4)
        walk.guide.image(page)


def choose_the_right_option(page: Page) -> None:
    """Answer a question of the simulated people; one of Ada's own never comes."""
    stem = page.get_by_role("heading", level=1)
    expect(stem).to_have_text(re.compile(r"\?$"))
    (right,) = {
        question["options"][LETTERS.index(question["key"])]
        for row in drawn_images()
        for question in row.get("annotation", {}).get("questions", ())
        if question["stem"] == stem.inner_text()
    }
    page.get_by_role("group", name="Options").get_by_role("button", name=right).click()


def publish_a_release(walk: Walk) -> None:
    shutil.rmtree(EXPORTED, ignore_errors=True)
    with walk.guide.section("11. Publish release 1.0.0"):
        page = walk.open(walk.mia)
        expect(page.get_by_text("Release checks: 1.0.0")).to_be_visible()
        walk.guide.image(page)
        walk.press(page)
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_label("Version")).to_have_value("1.0.0")
        reasons = dialog.get_by_placeholder(walk.guide.control())
        expect(reasons.first).to_be_visible()
        for line in reasons.all():
            line.fill("A set to practise with.")
        walk.guide.image(page)
        walk.press(dialog)
        version = page.get_by_role("link", name=walk.guide.control(), exact=True)
        expect(version).to_be_visible(timeout=WORK_MS)
        expect(page.get_by_text("Published").first).to_be_visible()
        version.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("1.0.0")
        walk.guide.image(page)
        page.get_by_role("tab", name=walk.guide.control()).click()
        expect(page.get_by_role("table", name="Files")).to_be_visible()
        walk.guide.image(page)
        # Its size follows; "Download site" is the other one.
        download = re.compile(rf"^{re.escape(walk.guide.control())} \(")
        with page.expect_download():
            page.get_by_role("link", name=download).click()
        walk.type_command()
        walk.type_command()


def see_the_first_scores(walk: Walk) -> None:
    with walk.guide.section("12. See the first scores"):
        page = walk.open(walk.mia)
        board = page.get_by_role("table", name="Leaderboard")
        for baseline in ("Random choice", "Frequent choice"):
            row = board.get_by_role("row").filter(has_text=baseline)
            expect(row).to_contain_text(re.compile(r"\d ?%"), timeout=WORK_MS)
        walk.guide.image(page)


def look_at_the_overview(walk: Walk) -> None:
    """Take the image of README.md, which the tutorial does not show."""
    walk.mia.page.set_viewport_size(WIDE)
    page = walk.mia.open("Overview")
    expect(page.get_by_text("Agreement by field")).to_be_visible()
    settle(page)
    page.screenshot(path=SCREENSHOTS / "overview.png")


STEPS = (
    start_an_installation,
    create_the_first_account,
    create_a_project,
    invite_people,
    import_the_folder,
    look_at_what_was_removed,
    screen_the_images,
    annotate_an_item,
    adjudicate_an_item,
    validate_a_question,
    publish_a_release,
    see_the_first_scores,
    look_at_the_overview,
)
