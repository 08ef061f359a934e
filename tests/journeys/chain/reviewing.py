"""A third decides, three validate, one question is reworked, four rounds are closed."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.journeys.chain.authors import ADA, CHEN, LABELS, Author, author_of
from tests.journeys.chain.office import (
    FRESH,
    VALIDATORS,
    Office,
    at_work,
    name_of,
    number_of,
)
from tests.journeys.words import zh

FAILING = CHEN.stem(3)
"""The question that will be found to have two answers."""
COMMENT = "The third and the fourth can both be defended."


def a_third_decides(office: Office) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Adjudication")
        for _ in LABELS:
            number = number_of(page)
            expect(page.get_by_text(ADA.mark(number)).first).to_be_visible()
            expect(page.get_by_text(CHEN.mark(number)).first).to_be_visible()
            finish = page.get_by_role("button", name="Finalize item")
            expect(finish).to_be_disabled()
            if number == 1:
                domain = page.get_by_role("region", name="Domain")
                expect(domain).to_contain_text("disputed")
                domain.get_by_role("button", name="use A’s answer").click()
                office.look(olga, "work-adjudicate")
            page.get_by_role("button", name="Explanation: use A’s answer").click()
            take_question(page, CHEN if number == 3 else ADA, number)
            if number == 4:
                take_question(page, CHEN, number)
            expect(page.get_by_text("Everything is decided.")).to_be_visible()
            finish.click()
            expect(page.get_by_text(f"Item {number} is final.")).to_be_visible()
            # The next case takes its place; only then is there a number to read.
            heading = page.get_by_role("heading", level=1)
            expect(heading).not_to_have_text(f"Item {number}")
        expect(
            page.get_by_role("heading", name="No items to adjudicate")
        ).to_be_visible()


def take_question(page: Page, author: Author, number: int) -> None:
    page.get_by_role("region", name="Questions").get_by_role("listitem").filter(
        has=page.get_by_text(author.stem(number))
    ).get_by_role("button", name=re.compile(r"^Use question \w+$")).click()


def three_validate_and_one_question_comes_back(office: Office) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        page.get_by_role("switch", name="Run rounds automatically").click()
        page.get_by_role("button", name="Open round 1").click()
        expect(page.get_by_text("0 of 15 answers")).to_be_visible()

    for name in VALIDATORS:
        with office.person(name) as person:
            page = at_work(person, name)
            person.open("Validation")
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
        page.get_by_role("link", name="1 returned").click()
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
        page.get_by_role("button", name="Report a problem").click()
        page.get_by_role("checkbox", name="Two options can be defended").click()
        page.get_by_label("Comment").fill(COMMENT)
    else:
        options.get_by_role("button", name=author.right(number)).click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name=asked)).to_be_hidden()


def the_author_rewords_it_and_it_passes(office: Office) -> None:
    with office.person("陈晨") as chen:
        page = at_work(chen, "陈晨")
        chen.open(zh("app:navigation.rework"))
        item = re.compile(zh("common:item.numbered", number="[0-9A-Z]+"))
        page.get_by_role("main").get_by_role("link", name=item).click()
        assert number_of(page) == 3
        expect(page.get_by_text(COMMENT).first).to_be_visible()
        expect(page.get_by_text("两个选项都说得通").first).to_be_visible()
        for validator in VALIDATORS:
            expect(page.get_by_text(validator, exact=True)).to_have_count(0)
        office.look(chen, "work-rework", "zh")
        form = page.get_by_role("group", name=zh("rework:question", number=1))
        form.get_by_label(zh("common:question.stem"), exact=True).fill(
            f"At dusk, {FAILING[0].lower()}{FAILING[1:]}"
        )
        name = name_of(page)
        hand_in = page.get_by_role("button", name=zh("rework:commands.submit"))
        expect(hand_in).to_be_disabled()
        page.get_by_label(zh("rework:note.label")).fill("The stem now says when.")
        hand_in.click()
        expect(page.get_by_text(zh("rework:done", number=name))).to_be_visible()

    # Three have seen an older text of it, and two wrote about the picture.
    answer_what_is_left(office, FRESH)
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        close(page, 1)
        row = page.get_by_role("row").filter(has_text=f"{CHEN.mark(3)} in the picture")
        expect(row).to_contain_text("(revision 2)")
        expect(row).to_contain_text("Passed")


def let_others_answer(page: Page) -> None:
    """Too few have not seen the question: the reason goes into the data card."""
    page.get_by_role("button", name="Admit other people").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Reason").fill("Ten people are all we are.")
    dialog.get_by_role("button", name="Admit people").click()
    expect(page.get_by_text("Other people were admitted:")).to_contain_text(
        "Ten people"
    )


def answer_what_is_left(office: Office, people: Sequence[str]) -> None:
    for name in people:
        with office.person(name) as person:
            page = at_work(person, name)
            person.open("Validation")
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
    step.get_by_role("button", name="Close round").click()
    expect(step.get_by_text("Closed", exact=True)).to_be_visible()


def rounds_are_closed_to_the_last(office: Office) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        page.get_by_role("button", name="Open round 2").click()
        # A fifth of the pictures: the one that was reworked, which everybody has met.
        expect(page.get_by_text(re.compile(r"^0 of \d+ answers"))).to_be_visible()
        let_others_answer(page)
    answer_what_is_left(office, VALIDATORS)
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Questions")
        close(page, 2)
        for number in (3, 4):
            olga.open("Questions")
            page.get_by_role("button", name=f"Open round {number}").click()
            page.get_by_role("link", name="Check items").click()
            for gone_through in range(len(LABELS)):
                expect(page.get_by_text(f"{gone_through} of 4 items")).to_be_visible()
                if gone_through == 0:
                    office.look(olga, f"work-checklist-{number}")
                image = page.get_by_role("heading", level=1)
                shown = image.inner_text()
                tick_all(page)
                page.get_by_role("button", name="Pass item").click()
                expect(page.get_by_role("heading", name=shown, level=1)).to_be_hidden()
            page.get_by_role("link", name="Back to rounds").click()
            close(page, number)
        olga.open("Overview")
        expect(page.get_by_text("4 items have passed all rounds.")).to_be_visible()


def tick_all(page: Page) -> None:
    points: Locator = page.get_by_role("list", name="Points to check")
    boxes = points.get_by_role("checkbox")
    boxes.first.check()
    expect(page.get_by_role("button", name="Return for rework")).to_be_disabled()
    page.get_by_role("button", name="Check all points").click()
    for box in boxes.all():
        expect(box).to_be_checked()
