"""Two annotate blind: one by the keyboard alone, one in 中文."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from tests.journeys.chain.authors import ADA, CHEN, LABELS, LETTERS
from tests.journeys.chain.office import NAME, SLUG, Office, at_work, name_of, number_of
from tests.journeys.person import Person
from tests.journeys.words import zh

WIDTH = "image => image.getBoundingClientRect().width"
FORM = ["Difficulty", "Image type", "Domain", "Emotion", "Rhetoric"]
FORM_ZH = ["难度", "图像类型", "领域", "情感", "修辞手法"]


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
            ada.page.get_by_role("heading", name="No items to annotate")
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
    ada.tab_to(rail.get_by_role("link", name="Annotation", exact=True))
    ada.press("Enter")


def annotate_by_keyboard(ada: Person) -> None:
    name = name_of(ada.page)
    hand_in_by_keyboard(ada)
    expect(ada.page.get_by_text(f"Item {name} was submitted.")).to_be_visible()


def hand_in_by_keyboard(ada: Person) -> int:
    """The cursor waits in the first field; Alt+↓ is the next one. Which picture it was."""
    page = ada.page
    number = number_of(page)
    if number == 1:
        looks_closer_by_keyboard(ada)
        changes_her_mind_by_keyboard(ada)
    for title, choice in zip(FORM, ADA.labels(number), strict=True):
        expect(chips_of(page, title).and_(page.locator(":focus"))).to_have_count(1)
        ada.press(str(choice), "Alt+ArrowDown")
    # Tab goes from text to text, as Enter does where a text is one line.
    to_next = "Tab" if number % 2 else "Enter"
    page.keyboard.insert_text(ADA.explanation(number))
    ada.press("Tab")
    page.keyboard.type(ADA.stem(number))
    for at, option in enumerate(ADA.options(number)):
        ada.press(to_next)
        page.keyboard.type(option)
        if at == ADA.key(number):
            ada.press("Control+b")
    nothing_is_lost(page, number)
    expect(page.get_by_text("Complete. Submit when")).to_be_visible()
    ada.press("Control+Enter")
    return number


def nothing_is_lost(page: Page, number: int) -> None:
    """Every letter stands where it was typed, and the key is the one that was meant."""
    question = page.get_by_role("region", name="Question 1")
    expect(question.get_by_label("Question", exact=True)).to_have_value(
        ADA.stem(number)
    )
    for letter, option in zip(LETTERS, ADA.options(number), strict=True):
        text = question.get_by_role("textbox", name=f"Option {letter}")
        expect(text).to_have_value(option)
    chosen = question.get_by_role("button", name="is the correct answer", pressed=True)
    expect(chosen).to_have_text(LETTERS[ADA.key(number)])


def looks_closer_by_keyboard(ada: Person) -> None:
    """Larger, turned, brighter, and as it was: from within the form."""
    name = name_of(ada.page)
    image = ada.page.get_by_alt_text(f"Item {name}", exact=True)
    expect(image).to_be_visible()
    width = image.evaluate(WIDTH)
    ada.press("+", "+")
    ada.page.wait_for_function(
        f"image => ({WIDTH})(image) > {width * 1.3}", arg=image.element_handle()
    )
    ada.press("0", "Shift+R", "Shift+B")
    frame = image.locator("..")
    expect(frame).to_have_css("filter", re.compile("brightness"))
    expect(frame).to_have_css("rotate", "90deg")
    ada.press("0")
    expect(frame).to_have_css("rotate", "none")
    expect(frame).to_have_css("filter", "none")


def changes_her_mind_by_keyboard(ada: Person) -> None:
    """A choice is taken back and made again; the cursor is where it happened."""
    first = chips_of(ada.page, FORM[0])
    expect(first.and_(ada.page.locator(":focus"))).to_have_count(1)
    ada.press("1")
    expect(first.nth(0)).to_be_checked()
    ada.press("Control+z")
    expect(first.nth(0)).not_to_be_checked()
    ada.press("Control+Shift+z")
    expect(first.nth(0)).to_be_checked()
    ada.press("Control+z")
    expect(first.and_(ada.page.locator(":focus"))).to_have_count(1)


def chips_of(page: Page, title: str) -> Locator:
    """The choices of a label, whether one of them holds or several."""
    one = page.get_by_role("radiogroup", name=title).get_by_role("radio")
    return one.or_(page.get_by_role("group", name=title).get_by_role("checkbox"))


def annotate_in_chinese(office: Office, chen: Person) -> None:
    name = name_of(chen.page)
    hand_in_in_chinese(office, chen)
    said = zh("annotate:done.submitted", number=name)
    expect(chen.page.get_by_text(said)).to_be_visible()


def hand_in_in_chinese(office: Office, chen: Person) -> int:
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
    page.get_by_role("button", name=zh("annotate:commands.submit")).click()
    return number


def saved_zh() -> re.Pattern[str]:
    return re.compile("^" + re.escape(zh("app:save.saved", time="").strip()))
