"""CMMMU in 中文, from raw images to a leaderboard.

陈晨 is the maintainer: puts pictures together, asks for an underrepresented subject,
opens the round, decides about what is solved without pictures, cuts the version. 方芳
writes a question of each format and answers those of the crew, which does the rest.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from subtext_protocol.formats.registry import format_title
from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.chain.annotating import chips_of
from tests.journeys.chain.beginning import has_come_in
from tests.journeys.chain.in_chinese import cut, import_and_filter, invite, work
from tests.journeys.chain.office import Office, name_of
from tests.journeys.person import WORK_MS, Person
from tests.journeys.product import MODEL_PORTS, Product
from tests.journeys.words import zh
from tests.support.model_server import KnowsKeys, model_server

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

SLUG, NAME = "xueke", "多学科图文题"
API = f"/api/projects/{SLUG}/"
CREW = ["crew_simulate", SLUG, "--people=2", "--accuracy=1", "--seed=7"]
IMAGES = range(700, 712)
TOGETHER = 4
OPTIONS = ["匀速直线运动", "匀加速直线运动", "简谐运动", "圆周运动"]


def test_from_raw_images_to_the_leaderboard(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    office = Office(browser, product, tmp_path)
    maintainer = ("--protocol=cmmmu", f"--name={NAME}", "--maintainer=demo-chen")
    work(product, "project_create", SLUG, *maintainer)
    raw = {f"{n}.png": encoded(draw(n)) for n in IMAGES}
    # 方芳 joins before there are items, so that no item is assigned to her yet.
    with office.person("陈晨") as chen, office.person("方芳") as fang:
        page = chen.log_in("陈晨").page
        page.get_by_role("link", name=NAME).click()
        folder = folder_of(tmp_path / "raw", raw)
        import_and_filter(chen.open(zh("app:navigation.import")), folder, "大学教材")
        chen.open(zh("app:navigation.people"))
        invitation = invite(page)
        page = fang.log_in("方芳").page
        page.goto(invitation)
        page.get_by_role("button", name="方芳").click()
        has_come_in(page)
    work(product, *CREW, "--until=screening")

    with office.person("陈晨") as chen, office.person("方芳") as fang:
        chen.log_in("陈晨")
        puts_images_together(office, chen)
        fang.log_in("方芳")
        asks_for_physics(chen)
        is_given_what_is_together(chen)
        writes_one_of_each_format(office, fang)
        it_was_physics(chen)
    work(product, *CREW, "--until=adjudication")

    with office.person("陈晨") as chen, office.person("方芳") as fang:
        page = chen.log_in("陈晨").page
        chen.go(f"/projects/{SLUG}/questions")
        page.get_by_role("button", name=zh("rounds:open", number=1)).click()
        expect(page.get_by_text("作者核验").first).to_be_visible()
        fang.log_in("方芳")
        answers_without_keys(fang)
        looks_at_what_came_back(office, chen)
    work(product, *CREW)
    # No agreement can be measured where one person writes each question.
    why = "--override=agreement=每题只有一位标注员。"
    simulated = "--override=simulated=A crew did the work of people."
    work(product, "release_cut", SLUG, "0.9.0", "--wait", why, simulated)
    knows = knowing_the_keys(product, tmp_path / "0.9.0")
    with office.person("陈晨") as chen:
        page = chen.log_in("陈晨").page
        with model_server(knows, port=MODEL_PORTS["laboratory"]):
            models_answer_without_images(chen)
        decides_on_what_needs_no_image(office, chen)
        chen.open(zh("app:navigation.releases"))
        cut(page, "1.0.0")
        chen.open(zh("app:navigation.evaluation"))
        board = page.get_by_role("table", name=zh("evaluation:title"))
        for baseline in ("随机选择", "最常见答案"):
            row = board.get_by_role("row").filter(has_text=baseline)
            expect(row).to_contain_text(re.compile(r"\d+(\.\d+)? ?%"), timeout=WORK_MS)
    assert office.problems == []


def puts_images_together(office: Office, chen: Person) -> None:
    page = chen.go(f"/projects/{SLUG}/images")
    page.get_by_role("button", name=zh("images:join.begin")).click()
    boxes = page.get_by_role("checkbox", name=re.compile(zh("images:join.choose")))
    for number in range(1, TOGETHER + 1):
        # What is chosen is called by its place from then on.
        boxes.first.check()
        place = zh("images:join.place", number=number)
        chosen = page.get_by_role("checkbox", name=re.compile(place))
        expect(chosen).to_be_checked()
    office.look(chen, "cmmmu-joining", "zh")
    page.get_by_role("button", name=zh("images:join.join"), exact=True).click()
    expect(page.get_by_text(zh("images:join.joined"))).to_be_visible()
    marks = page.get_by_text(zh("images:join.together"), exact=True)
    expect(marks).to_have_count(TOGETHER)


def asks_for_physics(chen: Person) -> None:
    page = chen.go(f"/projects/{SLUG}/balance")
    name = zh("balance:call.openFor", name="物理")
    page.get_by_role("button", name=name, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(zh("balance:call.people"), exact=True).click()
    page.keyboard.type("方芳")
    page.get_by_role("option", name="方芳").click()
    dialog.get_by_label(zh("balance:call.wanted")).fill("1")
    dialog.get_by_label(zh("balance:call.note")).fill("力学与光学都可以。")
    dialog.get_by_role("button", name=zh("balance:call.ask", count=1)).click()
    expect(page.get_by_text(zh("balance:calls.done", done=0, wanted=1))).to_be_visible()


def is_given_what_is_together(chen: Person) -> None:
    """方芳 shall write the question about several pictures."""
    items = call(chen, "get", "items/find/")["results"]
    (item,) = [one["id"] for one in items if len(one["images"]) == TOGETHER]
    (fang,) = [
        one["person_id"]
        for one in call(chen, "get", "members/")
        if one["display_name"] == "方芳"
    ]
    call(chen, "post", "items/pin/", {"items": [item], "person_id": fang})


def call(person: Person, method: str, path: str, body: Any = None) -> Any:
    """The API, with what the person's browser is known by."""
    cookies = {one["name"]: one["value"] for one in person.context.cookies()}
    headers = {"X-CSRFToken": cookies["csrftoken"], "Referer": person.url}
    answer = person.context.request.fetch(
        person.url + API + path, method=method, data=body, headers=headers
    )
    assert answer.ok, answer.text()
    return answer.json()


def writes_one_of_each_format(office: Office, fang: Person) -> None:
    page = fang.go(f"/projects/{SLUG}/annotate")
    for kind, write in WRITING.items():
        code = name_of(page)
        chooses_labels(page, subject="物理" if kind == "single_choice" else "化学")
        page.get_by_label("细分领域", exact=True).fill("力学，机械振动")
        question = page.get_by_role(
            "region", name=zh("annotate:question.title", number=1)
        )
        formats = page.get_by_role("radiogroup", name=zh("common:question.format"))
        name = format_title(kind, "zh")
        formats.get_by_role("radio", name=name).click()
        write(question)
        if kind == "single_choice":
            office.look(fang, "cmmmu-annotate", "zh")
        page.get_by_role("button", name=zh("annotate:commands.submit")).click()
        handed_in = zh("annotate:done.submitted", number=code)
        expect(page.get_by_text(handed_in)).to_be_visible()
        other = re.compile(f"^条目 (?!{code}$)")
        expect(page.get_by_role("heading", level=1)).to_have_text(other)


def chooses_labels(page: Page, *, subject: str) -> None:
    """The discipline goes with the subject, which is found by typing."""
    find = zh("common:choice.find", field="学科")
    page.get_by_placeholder(find, exact=True).fill(subject)
    page.get_by_role("option", name=subject, exact=True).click()
    discipline = page.get_by_role("radiogroup", name="学科门类")
    expect(discipline.get_by_role("radio", name="科学", exact=True)).to_be_checked()
    for title, choice in (("题目层次", 0), ("图片类型", 3), ("难度", 1)):
        chips_of(page, title).nth(choice).click()


def writes_about_images(question: Locator) -> None:
    """Each option is a picture, and a preview shows them."""
    stem(question).fill("下列图中，物体做简谐运动的是（　　）")
    for at, letter in enumerate("ABCD", start=1):
        option(question, letter).click()
        place = zh("annotate:question.placeNamed", number=at)
        question.get_by_role("button", name=place).click()
        expect(option(question, letter)).to_have_value(f"[[image {at}]]")
    preview = question.get_by_role("region", name=zh("annotate:question.preview"))
    expect(preview.get_by_role("img")).to_have_count(TOGETHER)
    marks(question, "C")


def writes_several_answers(question: Locator) -> None:
    stem(question).fill("根据图中的轨迹，物体可能做哪些运动？")
    for letter, text in zip("ABCD", OPTIONS, strict=True):
        option(question, letter).fill(text)
    marks(question, "B", "D")


def writes_a_statement(question: Locator) -> None:
    stem(question).fill("图中所示装置的机械能守恒。")
    truth = question.get_by_role("radiogroup", name=zh("common:question.truth"))
    truth.get_by_role("radio", name=zh("common:question.true")).click()


def writes_a_blank(question: Locator) -> None:
    stem(question).fill("由图可知，重力加速度约为____m/s²。")
    accepted = zh("common:question.acceptedNumber", number=1)
    question.get_by_role("textbox", name=accepted).fill("9.8")
    question.get_by_role("button", name=zh("common:question.addAccepted")).click()
    another = zh("common:question.acceptedNumber", number=2)
    question.get_by_role("textbox", name=another).fill("9.80")
    question.get_by_label(zh("common:question.tolerance")).fill("0.1")
    question.get_by_label(zh("common:question.unit")).fill("m/s²")


WRITING: dict[str, Callable[[Locator], None]] = {
    "single_choice": writes_about_images,
    "multiple_choice": writes_several_answers,
    "true_false": writes_a_statement,
    "fill_in_blank": writes_a_blank,
}


def stem(question: Locator) -> Locator:
    return question.get_by_label(zh("annotate:question.stem"), exact=True)


def option(question: Locator, letter: str) -> Locator:
    name = zh("annotate:question.option", letter=letter)
    return question.get_by_role("textbox", name=name)


def marks(question: Locator, *letters: str) -> None:
    for letter in letters:
        key = zh("annotate:question.isKey", letter=letter)
        question.get_by_role("button", name=key).click()


def it_was_physics(chen: Person) -> None:
    page = chen.go(f"/projects/{SLUG}/balance")
    expect(page.get_by_text(zh("balance:calls.done", done=1, wanted=1))).to_be_visible()
    row = page.get_by_role("row").filter(
        has=page.get_by_role("link", name="物理", exact=True)
    )
    expect(row).to_contain_text(zh("balance:ofWanted", count=1, wanted=20))


def answers_without_keys(fang: Person) -> None:
    """All that is offered, mostly wrong."""
    page = fang.go(f"/projects/{SLUG}/validate")
    done = page.get_by_role("heading", name=zh("validate:nothing.thanks.title"))
    confirm = page.get_by_role("button", name=zh("validate:commands.confirm"))
    blank = page.get_by_label(zh("common:question.yourAnswer"))
    options = page.get_by_role("group", name=zh("common:question.options"))
    several = page.get_by_text(zh("common:question.chooseAll"))
    for count in range(1, len(IMAGES) + 1):
        expect(confirm).to_be_visible()
        if blank.is_visible():
            blank.fill("1 厘米")
        else:
            options.get_by_role("button").first.click()
            if several.is_visible():
                options.get_by_role("button").nth(1).click()
        confirm.click()
        answered = page.get_by_text(zh("validate:progress.answered", count=count))
        expect(answered.first.or_(done)).to_be_visible()
        if done.is_visible():
            return


def looks_at_what_came_back(office: Office, chen: Person) -> None:
    page = chen.go(f"/projects/{SLUG}/rework")
    page.get_by_role("main").get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    office.look(chen, "cmmmu-rework", "zh")


def knowing_the_keys(product: Product, folder: Path) -> KnowsKeys:
    """What answers every question of the version, with or without a picture."""
    work(product, "release_export", SLUG, "0.9.0", str(folder))
    lines = [
        line
        for file in (folder / "questions").glob("*.jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return KnowsKeys([json.loads(line) for line in lines], accuracy=1)


def models_answer_without_images(chen: Person) -> None:
    page = chen.go(f"/projects/{SLUG}/evaluation?version=0.9.0")
    for model in ("语言模型甲", "语言模型乙"):
        page.get_by_role("button", name=zh("evaluation:start.open")).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label(zh("evaluation:start.model")).fill(model)
        endpoints = dialog.get_by_label(zh("evaluation:start.endpoint"))
        endpoints.select_option("laboratory")
        settings = dialog.get_by_role("group", name=zh("evaluation:start.settings"))
        settings.get_by_role("checkbox", name="纯文本（不给图）").click()
        settings.get_by_role("checkbox", name="零样本").click()
        start = zh("evaluation:start.action", count=1)
        dialog.get_by_role("button", name=start).click()
        board = page.get_by_role("table", name=zh("evaluation:title"))
        row = board.get_by_role("row").filter(has_text=model)
        expect(row).to_contain_text("100", timeout=WORK_MS)


def decides_on_what_needs_no_image(office: Office, chen: Person) -> None:
    page = chen.go(f"/projects/{SLUG}/evaluation/shortcuts?version=0.9.0")
    keep = page.get_by_role("button", name=zh("evaluation:givenAway.keep"), exact=True)
    expect(keep.first).to_be_visible()
    # Pictures in texts are called by their names.
    expect(page.get_by_text("[[image")).to_have_count(0)
    office.look(chen, "cmmmu-shortcuts", "zh")
    for button, done in (
        (keep, "givenAway.doneKept"),
        (
            page.get_by_role(
                "button", name=zh("evaluation:givenAway.remove"), exact=True
            ),
            "givenAway.doneRemoved",
        ),
    ):
        button.first.click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox").fill("题干已给出全部条件。")
        dialog.get_by_role("button").filter(has_text=re.compile("保留|移除")).click()
        expect(page.get_by_text(zh(f"evaluation:{done}"))).to_be_visible()
