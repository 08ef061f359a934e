"""Two pictures for everybody before the real work, and the talk about them."""

import re
from typing import Literal

from playwright.sync_api import Page, expect

from tests.journeys.chain.annotating import (
    by_keyboard_to_the_desk,
    hand_in_by_keyboard,
    hand_in_in_chinese,
)
from tests.journeys.chain.authors import ADA, CHEN, SHARED, TALKED_ABOUT
from tests.journeys.chain.office import SLUG, Office, at_work, number_of
from tests.journeys.words import zh

REMARK = "A picture of a person at work belongs to society, I think."
PLACE = list(SHARED).index(TALKED_ABOUT) + 1
ANSWER = "看指南：以画面想说的意思为准。"


def shared_pictures_come_first(office: Office) -> None:
    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Calibration")
        for number in SHARED:
            page.get_by_role("checkbox", name=f"Item {number}", exact=True).check()
        page.get_by_role("button", name="Share 2 items").click()
        expect(page.get_by_role("heading", name="Batch 1")).to_be_visible()

    with office.person("Ada") as ada, office.person("陈晨") as chen:
        by_keyboard_to_the_desk(ada)
        at_work(chen, "陈晨")
        chen.open(zh("app:navigation.annotate"))
        for number in SHARED:
            shared = ada.page.get_by_text("Everyone annotates this item")
            expect(shared).to_be_visible()
            assert hand_in_by_keyboard(ada) == number
            # What others said of it comes as soon as one's own is in.
            ada.page.get_by_role("link", name="Next item").click()
            is_at_the_desk(chen.page)
            assert hand_in_in_chinese(office, chen) == number
            reads(chen.page, "first", ADA.mark(number))
            chen.page.get_by_role("link", name=zh("calibration:item.next")).click()
        is_at_the_desk(ada.page)
        assert number_of(ada.page) == 1

        page = ada.go(f"/projects/{SLUG}/calibration")
        expect(page.get_by_text("2 of 2 submitted")).to_be_visible()
        page.get_by_role("link", name=f"Item {PLACE}").click()
        reads(page, "last", CHEN.mark(TALKED_ABOUT))
        expect(page.get_by_text("陈晨")).to_have_count(0)
        page.get_by_label("Your view").fill(REMARK)
        page.get_by_role("button", name="Send").click()

        page = chen.go(f"/projects/{SLUG}/calibration")
        image = zh("calibration:items.picture", number=PLACE)
        page.get_by_role("link", name=image).click()
        expect(page.get_by_text(REMARK)).to_be_visible()
        page.get_by_label(zh("calibration:talk.write")).fill(ANSWER)
        page.get_by_role("button", name=zh("calibration:talk.send")).click()
        expect(page.get_by_role("list").get_by_text(ANSWER)).to_be_visible()
        office.look(chen, "work-shared", "zh")

    with office.person("Olga") as olga:
        page = at_work(olga, "Olga")
        olga.open("Calibration")
        table = page.get_by_role("table", name="Results by annotator")
        expect(table.get_by_text("2 of 2")).to_have_count(2)
        office.look(olga, "work-calibration")
        page.get_by_role("button", name="Close and unblock everyone").click()
        expect(page.get_by_text(re.compile("^Closed"))).to_be_visible()


def reads(page: Page, which: Literal["first", "last"], mark: str) -> None:
    """What somebody else wrote, folded away under their letter."""
    folded = page.get_by_role("main").locator("summary")
    expect(folded).to_have_count(2)
    (folded.first if which == "first" else folded.last).click()
    expect(page.get_by_text(mark).first).to_be_visible()


def is_at_the_desk(page: Page) -> None:
    """There an item is called by a code, among the calibration by its place."""
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile(r" [0-9A-Z]{8}$"))
