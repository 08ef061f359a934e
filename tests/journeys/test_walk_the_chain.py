"""From a new project to a leaderboard, in the browser alone.

Seven people, each at a browser of their own: Mateo is the maintainer, Olga the organizer.
Ada, who uses nothing but the keyboard, and 陈晨, who reads 中文, annotate blind. Bo, who
has screened, validates with Dilan and Esi.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.curation.pictures import draw, encoded, folder_of
from tests.journeys.authors import ADA, CHEN, LABELS, LETTERS, Author, author_of
from tests.journeys.looking import DESK, PHONE_DARK, look
from tests.journeys.person import PATIENCE_MS, WIDE, Person
from tests.journeys.product import ROOT, Product
from tests.journeys.words import zh

pytestmark = pytest.mark.timeout(900)

SLUG = "walked"
NAME = "Walked in a browser"
FAILING = CHEN.stem(3)
"""The question that will be found to have two answers."""
COMMENT = "The third and the fourth can both be defended."
FORM = ["Difficulty", "Image type", "Domain", "Emotion", "Rhetoric"]
FORM_ZH = ["难度", "图片类型", "领域", "情感", "修辞手法"]
VALIDATORS = ["Bo", "Dilan", "Esi"]


TRACES = ROOT / "test-results" / "traces"
"""Where the last steps of whoever failed are kept, for `playwright show-trace`."""


class Office:
    """Where people come and go; what went wrong at any browser is kept."""

    def __init__(self, browser: Browser, product: Product, folder: Path) -> None:
        self.browser = browser
        self.product = product
        self.folder = folder
        self.problems: list[str] = []

    @contextmanager
    def person(self, name: str, *, recorded: str = "") -> Iterator[Person]:
        """Somebody at work; with ``recorded`` all that reaches their browser is kept."""
        context = self.browser.new_context(
            locale="en-US",
            viewport=WIDE,
            record_har_path=self.folder / recorded if recorded else None,
            record_har_content="embed",
        )
        context.set_default_timeout(PATIENCE_MS)
        context.tracing.start(screenshots=True, snapshots=True)
        person = Person(self.product, context)
        try:
            yield person
        except BaseException:
            context.tracing.stop(path=TRACES / f"{name}.zip")
            raise
        else:
            self.problems += [f"{name}: {problem}" for problem in person.problems]
        finally:
            context.close()

    def look(self, person: Person, name: str, locale: str = "en") -> None:
        """On a phone in the dark, then at the desk again."""
        for view in (PHONE_DARK, DESK):
            self.problems += look(person.page, name, view, locale)


def test_from_a_new_project_to_the_leaderboard(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    office = Office(browser, product, tmp_path)
    a_project_is_made_and_people_join(office)
    pictures_are_imported_and_filtered(office, raw_files(tmp_path / "raw"))
    one_screens_by_keyboard(office)
    two_annotate_blind(office)
    a_third_decides(office)
    three_validate_and_one_question_comes_back(office)
    the_author_rewords_it_and_it_passes(office)
    rounds_are_closed_to_the_last(office)
    a_version_is_cut_and_scored(office)
    assert office.problems == []


def at_work(person: Person, name: str) -> Page:
    """Logged in, and in the project."""
    page = person.log_in(name).page
    page.get_by_role("link", name=NAME).click()
    return page


def raw_files(folder: Path) -> list[Path]:
    """Five pictures, one of them twice, and a file that is none."""
    folder_of(
        folder,
        {
            **{f"{n}.png": encoded(draw(n)) for n in range(5)},
            "again-1.jpg": encoded(draw(1), "JPEG", quality=80),
            "notes.png": b"This is no picture.",
        },
    )
    return sorted(folder.iterdir())


def a_project_is_made_and_people_join(office: Office) -> None:
    with office.person("Mateo") as mateo:
        page = mateo.log_in("Mateo").page
        page.get_by_role("link", name="New project").click()
        page.get_by_role("textbox", name="Name", exact=True).fill(NAME)
        short = page.get_by_label("Short name")
        expect(short).not_to_have_value("")
        short.fill(SLUG)
        page.get_by_role("radio", name="II-Bench", exact=True).check()
        page.get_by_role("button", name="Make the project").click()
        expect(page.get_by_text("It begins with images")).to_be_visible()

        mateo.open("People")
        links = {role: invite(page, role) for role in ("Organizer", "Annotator")}

    for name in ["Ada", "陈晨", *VALIDATORS]:
        with office.person(name) as person:
            join(person.log_in(name), links["Annotator"], name)
    with office.person("Olga") as olga:
        join(olga.log_in("Olga"), links["Organizer"], "Olga")


def invite(page: Page, role: str) -> str:
    """The link that lets people join in a role."""
    page.get_by_label("Role", exact=True).select_option(role)
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label(f"Link for: {role}").input_value()
    assert "/invite/" in link
    return link


def join(person: Person, link: str, name: str) -> None:
    page = person.page
    page.goto(link)
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    page.get_by_role("button", name=name).click()
    page.wait_for_url("**/projects")
    expect(page.get_by_role("link", name=NAME)).to_be_visible()


def pictures_are_imported_and_filtered(office: Office, files: Sequence[Path]) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Import")
        with page.expect_file_chooser() as choosing:
            page.get_by_role("button", name="Choose files").click()
        choosing.value.set_files(files)
        expect(page.get_by_text("7 files")).to_be_visible()
        upload = page.get_by_role("button", name="Upload and import")
        expect(upload).to_be_disabled()
        page.get_by_role("textbox", name="Source").fill("Drawn by hand")
        page.get_by_role("combobox", name="Licence").fill("CC0-1.0")
        page.keyboard.press("Escape")
        upload.click()

        result = page.get_by_role("article").filter(has_text="Drawn by hand")
        expect(result.get_by_role("link", name="imported")).to_have_text(
            re.compile("^6")
        )
        refused = page.get_by_role("table", name="Files that were rejected")
        expect(refused.get_by_role("row").filter(has_text="notes.png")).to_contain_text(
            "The content is no picture"
        )

        page.get_by_role("button", name="Run the filters").click()
        expect(page.get_by_text("The filters last ran")).to_be_visible(timeout=60_000)
        olga.open("Duplicates")
        cluster = page.get_by_label("2 pictures that are copies of each other")
        expect(cluster).to_contain_text("Kept")
        olga.open("Images")
        to_screen = page.get_by_role("link", name=re.compile(r"^To screen"))
        expect(to_screen).to_have_text(re.compile("5$"))
        olga.open("Overview")
        expect(page.get_by_text("1 duplicate", exact=True)).to_be_visible()


def one_screens_by_keyboard(office: Office) -> None:
    with office.person("Bo") as bo:
        page = at_work(bo, "Bo")
        bo.open("Screen")
        expect(page.get_by_text("5 left")).to_be_visible()
        bo.press("d")
        expect(page.get_by_text("Why is it discarded?")).to_be_visible()
        bo.press("1")
        expect(page.get_by_text("4 left")).to_be_visible()
        # A slip of the finger: taken back, and decided again.
        bo.press("k")
        expect(page.get_by_text("3 left")).to_be_visible()
        bo.press("z")
        expect(page.get_by_text("4 left")).to_be_visible()
        for left in (3, 2, 1):
            bo.press("k")
            expect(page.get_by_text(f"{left} left")).to_be_visible()
        bo.press("k")
        expect(page.get_by_role("heading", name="All screened")).to_be_visible()
        expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()


def two_annotate_blind(office: Office) -> None:
    with (
        office.person("Ada", recorded="ada.har") as ada,
        office.person("陈晨", recorded="chen.har") as chen,
    ):
        by_keyboard_to_the_desk(ada)
        at_work(chen, "陈晨")
        chen.open(zh("app:navigation.annotate"))
        for _ in LABELS:
            annotate_by_keyboard(ada)
            annotate_in_chinese(office, chen)
        expect(
            ada.page.get_by_role("heading", name="Nothing to annotate now")
        ).to_be_visible()
        expect(
            chen.page.get_by_role("heading", name=zh("annotate:empty.title"))
        ).to_be_visible()
        ada.open("My work")
        chen.open(zh("app:navigation.myWork"))
        for person in (ada, chen):
            rows = person.page.get_by_role("main").get_by_role("link")
            expect(rows.first).to_be_visible()
            person.go(f"/projects/{SLUG}/validate")
            expect(person.page.get_by_role("heading", level=2).first).to_be_visible()

    # Not a byte of the other's work came to either browser.
    for recorded, other in (("ada.har", CHEN), ("chen.har", ADA)):
        entries = json.loads((office.folder / recorded).read_text())["log"]["entries"]
        answers = [entry["response"] for entry in entries]
        assert any(f"{SLUG}/annotate" in entry["request"]["url"] for entry in entries)
        assert other.word not in json.dumps(answers)


def by_keyboard_to_the_desk(ada: Person) -> None:
    page = ada.go("/login")
    ada.tab_to(page.get_by_role("button", name="Ada", exact=True))
    ada.press("Enter")
    page.wait_for_url("**/projects")
    ada.tab_to(page.get_by_role("link", name=NAME))
    ada.press("Enter")
    rail = page.get_by_role("navigation")
    ada.tab_to(rail.get_by_role("link", name="Annotate", exact=True))
    ada.press("Enter")


def number_of(page: Page) -> int:
    """Of the picture on the desk."""
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile(r"^(Picture|图片) \d+$"))
    return int(heading.inner_text().split()[1])


def annotate_by_keyboard(ada: Person) -> None:
    """The cursor waits in the first field; Alt+↓ is the next one."""
    page = ada.page
    number = number_of(page)
    for title, choice in zip(FORM, ADA.labels(number), strict=True):
        expect(chips_of(page, title).and_(page.locator(":focus"))).to_have_count(1)
        ada.press(str(choice), "Alt+ArrowDown")
    page.keyboard.insert_text(ADA.explanation(number))
    ada.press("Alt+ArrowDown")
    page.keyboard.type(ADA.stem(number))
    for at, option in enumerate(ADA.options(number)):
        ada.press("Enter")
        page.keyboard.insert_text(option)
        if at == ADA.key(number):
            ada.press("Control+k")
    expect(page.get_by_text("Complete. Hand it in")).to_be_visible()
    ada.press("Control+Enter")
    expect(page.get_by_text(f"Picture {number} is handed in.")).to_be_visible()


def chips_of(page: Page, title: str) -> Locator:
    """The choices of a label, whether one of them holds or several."""
    one = page.get_by_role("radiogroup", name=title).get_by_role("radio")
    return one.or_(page.get_by_role("group", name=title).get_by_role("checkbox"))


def annotate_in_chinese(office: Office, chen: Person) -> None:
    page = chen.page
    number = number_of(page)
    for title, choice in zip(FORM_ZH, CHEN.labels(number), strict=True):
        chips_of(page, title).nth(choice - 1).click()
    page.get_by_label("解释", exact=True).fill(CHEN.explanation(number))
    if number == 1:
        # Whoever closes the tab finds all of it again.
        expect(page.get_by_text(saved_zh())).to_be_visible()
        page.reload()
        folded = page.get_by_role("region", name=zh("annotate:section.written"))
        folded.get_by_role("button").click()
        expect(page.get_by_label("解释", exact=True)).to_have_value(
            CHEN.explanation(number)
        )
    question = page.get_by_role("region", name=zh("annotate:question.title", number=1))
    question.get_by_label(zh("annotate:question.stem"), exact=True).fill(
        CHEN.stem(number)
    )
    for letter, option in zip(LETTERS, CHEN.options(number), strict=True):
        question.get_by_role(
            "textbox", name=zh("annotate:question.option", letter=letter)
        ).fill(option)
    letter = LETTERS[CHEN.key(number)]
    question.get_by_role(
        "button", name=zh("annotate:question.isKey", letter=letter)
    ).click()
    if number == 1:
        office.look(chen, "work-annotate", "zh")
    page.get_by_role("button", name=zh("annotate:commands.handIn")).click()
    said = zh("annotate:done.handedIn", number=number)
    expect(page.get_by_text(said)).to_be_visible()


def saved_zh() -> re.Pattern[str]:
    return re.compile("^" + re.escape(zh("app:save.saved", time="").strip()))


def a_third_decides(office: Office) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Adjudicate")
        for _ in LABELS:
            number = number_of(page)
            expect(page.get_by_text(ADA.mark(number)).first).to_be_visible()
            expect(page.get_by_text(CHEN.mark(number)).first).to_be_visible()
            finish = page.get_by_role("button", name="Make it final")
            expect(finish).to_be_disabled()
            if number == 1:
                domain = page.get_by_role("region", name="Domain")
                expect(domain).to_contain_text("disputed")
                domain.get_by_role("button", name="take what A said").click()
                office.look(olga, "work-adjudicate")
            page.get_by_role("button", name="Explanation: take what A said").click()
            take_question(page, CHEN if number == 3 else ADA, number)
            if number == 4:
                take_question(page, CHEN, number)
            expect(page.get_by_text("Everything is decided.")).to_be_visible()
            finish.click()
            expect(page.get_by_text(f"Picture {number} is final.")).to_be_visible()
            # The next case takes its place; only then is there a number to read.
            heading = page.get_by_role("heading", level=1)
            expect(heading).not_to_have_text(f"Picture {number}")
        expect(
            page.get_by_role("heading", name="Nothing waits for a decision")
        ).to_be_visible()


def take_question(page: Page, author: Author, number: int) -> None:
    page.get_by_role("region", name="Questions").get_by_role("listitem").filter(
        has=page.get_by_text(author.stem(number))
    ).get_by_role("button", name=re.compile(r"^Take question \w+$")).click()


def three_validate_and_one_question_comes_back(office: Office) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        page.get_by_role("button", name="Open round 1").click()
        expect(page.get_by_text("0 of 15 answers")).to_be_visible()

    for name in VALIDATORS:
        with office.person(name) as person:
            page = at_work(person, name)
            person.open("Validate")
            if name == "Bo":
                expect(page.get_by_role("group", name="Options")).to_be_visible()
                office.look(person, "work-validate")
            for _ in range(5):
                answer(page, misled=name != "Esi")
            expect(page.get_by_text("You answered 5 questions")).to_be_visible()

    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        expect(page.get_by_text("15 of 15 answers")).to_be_visible()
        expect(page.get_by_role("link", name="4 passed")).to_be_visible()
        page.get_by_role("link", name="1 came back").click()
        row = page.get_by_role("row").filter(has_text=FAILING)
        expect(row).to_contain_text("Two options can be defended")
        expect(page.get_by_role("row")).to_have_count(2)


def answer(page: Page, *, misled: bool) -> None:
    """The key, as somebody sees it; where two seem right, another one and why."""
    stem = page.get_by_role("heading", level=1)
    expect(stem).to_have_text(re.compile(r"\?$"))
    asked = stem.inner_text()
    author, number = author_of(asked)
    options = page.get_by_role("group", name="Options")
    if asked == FAILING and misled:
        wrong = author.options(number)[(author.key(number) + 1) % 6]
        options.get_by_role("button", name=wrong).click()
        page.get_by_role("button", name="Something is wrong").click()
        page.get_by_role("checkbox", name="Two options can be defended").click()
        page.get_by_label("In your own words").fill(COMMENT)
    else:
        options.get_by_role("button", name=author.right(number)).click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name=asked)).to_be_hidden()


def the_author_rewords_it_and_it_passes(office: Office) -> None:
    with office.person("陈晨") as chen:
        page = at_work(chen, "陈晨")
        chen.open(zh("app:navigation.rework"))
        picture = zh("common:picture.numbered", number=3)
        page.get_by_role("main").get_by_role("link", name=picture).click()
        expect(page.get_by_text(COMMENT).first).to_be_visible()
        expect(page.get_by_text("两个选项都说得通").first).to_be_visible()
        for validator in VALIDATORS:
            expect(page.get_by_text(validator, exact=True)).to_have_count(0)
        office.look(chen, "work-rework", "zh")
        form = page.get_by_role("group", name=zh("rework:question", number=1))
        form.get_by_label(zh("common:question.stem"), exact=True).fill(
            f"At dusk, {FAILING[0].lower()}{FAILING[1:]}"
        )
        hand_in = page.get_by_role("button", name=zh("rework:commands.handIn"))
        expect(hand_in).to_be_disabled()
        page.get_by_label(zh("rework:note.label")).fill("The stem now says when.")
        hand_in.click()
        expect(page.get_by_text(zh("rework:done", number=3))).to_be_visible()

    # Three have seen an older text of it, and two wrote about the picture.
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        let_others_answer(page)
    everybody_answers_what_is_left(office)
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        close(page, 1)
        row = page.get_by_role("row").filter(has_text=f"{CHEN.mark(3)} in the picture")
        expect(row).to_contain_text("(text 2)")
        expect(row).to_contain_text("Passed")


def let_others_answer(page: Page) -> None:
    """Too few have not seen the question: the reason goes into the data card."""
    page.get_by_role("button", name="Let others answer").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Reason").fill("Five people are all we are.")
    dialog.get_by_role("button", name="Let them answer").click()
    expect(page.get_by_text("Others were let in:")).to_contain_text("Five people")


def everybody_answers_what_is_left(office: Office) -> None:
    for name in VALIDATORS:
        with office.person(name) as person:
            page = at_work(person, name)
            person.open("Validate")
            thanks = page.get_by_role("heading", name="Thank you")
            stem = page.get_by_role("heading", name=re.compile(r"\?$"))
            expect(stem.or_(thanks)).to_be_visible()
            while not thanks.is_visible():
                answer(page, misled=False)
                expect(stem.or_(thanks)).to_be_visible()


def close(page: Page, number: int) -> None:
    """Close a round; its report stands in its place."""
    step = page.get_by_role("listitem").filter(
        has=page.get_by_role("heading", name=f"Round {number}:")
    )
    step.get_by_role("button", name="Close with a report").click()
    expect(step.get_by_text("Closed", exact=True)).to_be_visible()


def rounds_are_closed_to_the_last(office: Office) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        page.get_by_role("button", name="Open round 2").click()
        # The one that was reworked, and a fifth of the other pictures.
        expect(page.get_by_text(re.compile(r"^0 of \d+ answers"))).to_be_visible()
        let_others_answer(page)
    everybody_answers_what_is_left(office)
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        close(page, 2)
        for number in (3, 4):
            olga.open("Questions")
            page.get_by_role("button", name=f"Open round {number}").click()
            page.get_by_role("link", name="Go through the pictures").click()
            for gone_through in range(len(LABELS)):
                expect(
                    page.get_by_text(f"{gone_through} of 4 pictures")
                ).to_be_visible()
                if gone_through == 0:
                    office.look(olga, f"work-checklist-{number}")
                picture = page.get_by_role("heading", level=1)
                shown = picture.inner_text()
                tick_all(page)
                page.get_by_role("button", name="All of it holds").click()
                expect(page.get_by_role("heading", name=shown, level=1)).to_be_hidden()
            page.get_by_role("link", name="To the rounds").click()
            close(page, number)
        olga.open("Overview")
        expect(page.get_by_text("4 items have passed every round.")).to_be_visible()


def tick_all(page: Page) -> None:
    points: Locator = page.get_by_role("list", name="Points to tick")
    boxes = points.get_by_role("checkbox")
    boxes.first.check()
    expect(page.get_by_role("button", name="Send back")).to_be_disabled()
    page.get_by_role("button", name="Tick all").click()
    for box in boxes.all():
        expect(box).to_be_checked()


def a_version_is_cut_and_scored(office: Office) -> None:
    with office.person("Mateo") as mateo:
        page = at_work(mateo, "Mateo")
        mateo.open("Releases")
        page.get_by_role("button", name="Cut 1.0.0").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_label("Version")).to_have_value("1.0.0")
        office.look(mateo, "work-cut")
        why = "Four pictures say nothing of agreement."
        for line in dialog.get_by_placeholder("Why it may pass").all():
            line.fill(why)
        dialog.get_by_label("Note").fill("The first, of four pictures.")
        dialog.get_by_role("button", name="Cut 1.0.0").click()
        version = page.get_by_role("link", name="1.0.0", exact=True)
        expect(version).to_be_visible(timeout=60_000)
        expect(page.get_by_text("Published").first).to_be_visible()
        version.click()

        expect(page.get_by_role("heading", level=1)).to_contain_text("1.0.0")
        page.get_by_role("tab", name="Files").click()
        files = page.get_by_role("table", name="Files")
        for name in ("README.md", "SHA256SUMS", "manifest.json"):
            expect(files.get_by_role("link", name=name, exact=True)).to_be_visible()
        expect(files.get_by_role("link", name=re.compile("^images."))).to_have_count(4)
        with page.expect_download() as downloading:
            page.get_by_role("link", name="Download").click()
        content = Path(downloading.value.path()).read_bytes()
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
            assert any(name.endswith("README.md") for name in archive.namelist())

        mateo.open("Evaluation")
        board = page.get_by_role("table", name="Leaderboard")
        for baseline in ("Random choice", "Frequent choice"):
            row = board.get_by_role("row").filter(has_text=baseline)
            expect(row).to_contain_text(re.compile(r"\d+(\.\d+)? ?%"), timeout=60_000)
