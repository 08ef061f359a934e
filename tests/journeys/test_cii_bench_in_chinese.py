"""CII-Bench in 中文, from raw images to a leaderboard.

陈晨 is the maintainer: imports, opens the first round, cuts a version. 方芳 joins by an
invitation, annotates one picture and answers one question. A crew does the rest.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.chain.annotating import FORM_ZH, chips_of
from tests.journeys.chain.beginning import has_come_in
from tests.journeys.chain.in_chinese import cut, import_and_filter, invite, work
from tests.journeys.chain.office import Office, name_of
from tests.journeys.person import WORK_MS
from tests.journeys.product import Product
from tests.journeys.words import zh

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

SLUG, NAME = "zhongwen", "中文图像隐喻"
IMPLICATION = "这张图片有什么隐喻？"
OPTIONS = [
    "时间像剪刀，一点点剪去人的耐心。",
    "读书是登高的阶梯，越读看得越远。",
    "手机是一条看不见的锁链。",
    "树木总是记得自己的根在哪里。",
    "金钱买不到真正的朋友。",
    "海浪会把信带回远方的家。",
]
CREW = ["crew_simulate", SLUG, "--people=14", "--accuracy=1", "--seed=5"]


def test_from_raw_images_to_the_leaderboard(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    office = Office(browser, product, tmp_path)
    work(
        product,
        "project_create",
        SLUG,
        "--protocol=cii-bench",
        f"--name={NAME}",
        "--maintainer=demo-chen",
    )
    raw = folder_of(
        tmp_path / "raw", {f"{n}.png": encoded(draw(n + 40)) for n in range(6)}
    )
    with office.person("陈晨") as chen:
        page = chen.log_in("陈晨").page
        page.get_by_role("link", name=NAME).click()
        import_and_filter(chen.open(zh("app:navigation.import")), raw, "手绘")
        chen.open(zh("app:navigation.people"))
        invitation = invite(page)
    work(product, *CREW, "--until=screening")

    with office.person("方芳") as fang:
        page = fang.log_in("方芳").page
        page.goto(invitation)
        page.get_by_role("button", name="方芳").click()
        has_come_in(page)
        fang.open(zh("app:navigation.annotate"))
        annotate(page)
        handed_in = zh("annotate:done.submitted", number=name_of(page))
        office.look(fang, "cii-annotate", "zh")
        page.get_by_role("button", name=zh("annotate:commands.submit")).click()
        expect(page.get_by_text(handed_in)).to_be_visible()
    work(product, *CREW, "--until=adjudication")

    with office.person("陈晨") as chen:
        chen.log_in("陈晨")
        page = chen.go(f"/projects/{SLUG}/questions")
        page.get_by_role("button", name=zh("rounds:open", number=1)).click()
        expect(page.get_by_text("交叉验证").first).to_be_visible()
    with office.person("方芳") as fang:
        fang.log_in("方芳")
        validate(fang.go(f"/projects/{SLUG}/validate"))
    work(product, *CREW)

    with office.person("陈晨") as chen:
        chen.log_in("陈晨")
        page = chen.go(f"/projects/{SLUG}/releases")
        cut(page, "1.0.0")
        chen.open(zh("app:navigation.evaluation"))
        board = page.get_by_role("table", name=zh("evaluation:title"))
        for baseline in ("随机选择", "最常见答案"):
            row = board.get_by_role("row").filter(has_text=baseline)
            expect(row).to_contain_text(re.compile(r"\d+(\.\d+)? ?%"), timeout=WORK_MS)
        office.look(chen, "cii-leaderboard", "zh")
        page.get_by_role("link", name=zh("evaluation:parts.ratings")).click()
        expect(page.get_by_role("heading", name="传统绘画理解")).to_be_visible()
        office.look(chen, "cii-ratings", "zh")
    assert office.problems == []


def annotate(page: Page) -> None:
    """The fixed question is there and only its options are to be written."""
    for title, choice in zip(FORM_ZH, (1, 1, 6, 2, 1), strict=True):
        chips_of(page, title).nth(choice - 1).click()
    explanation = (
        "画面中一把巨大的剪刀悬在钟表之上，指针被剪短，周围的人停下脚步抬头看。"
    )
    page.get_by_label("画面解释", exact=True).fill(explanation)
    # Its length is counted in characters.
    expect(
        page.get_by_text(re.compile(rf"^{len(explanation)}\b")).first
    ).to_be_visible()
    page.get_by_label("隐含意义", exact=True).fill("时间会消磨人的耐心。")
    note = page.get_by_label(re.compile("^文化背景与出处"))
    note.fill("“一寸光阴一寸金”，见《增广贤文》：https://example.org/xianwen")
    question = page.get_by_role("region", name=zh("annotate:question.title", number=1))
    expect(question.get_by_text(IMPLICATION)).to_be_visible()
    expect(question.get_by_label(zh("annotate:question.stem"))).to_have_count(0)
    for letter, option in zip("ABCDEF", OPTIONS, strict=True):
        question.get_by_role(
            "textbox", name=zh("annotate:question.option", letter=letter)
        ).fill(option)
    key = zh("annotate:question.isKey", letter="A")
    question.get_by_role("button", name=key).click()


def validate(page: Page) -> None:
    """All that is offered, without the keys: what is on the desk is nobody else's."""
    options = page.get_by_role("group", name=zh("common:question.options"))
    done = page.get_by_role("heading", name=zh("validate:nothing.thanks.title"))
    expect(page.get_by_role("heading", level=1)).to_have_text(IMPLICATION)
    expect(options.get_by_role("button")).to_have_count(6)
    for count in range(1, 7):
        options.get_by_role("button").first.click()
        page.get_by_role("button", name=zh("validate:commands.confirm")).click()
        answered = page.get_by_text(zh("validate:progress.answered", count=count))
        expect(answered.first.or_(done)).to_be_visible()
        if done.is_visible():
            return
