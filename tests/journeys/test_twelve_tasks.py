"""Twelve tasks, four for each role, at a desk in English and on a phone in 中文.

Each begins where its person lands and asserts its outcome, and that the next step that
the page names is the right one. No task uses up the work of another.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, expect

from subtext_protocol.shipped import shipped_protocol
from subtext_protocol.text import Language, in_language
from tests.journeys.chain.annotating import chips_of
from tests.journeys.chain.authors import LETTERS
from tests.journeys.chain.office import name_of
from tests.journeys.desk import Desk, at_desk
from tests.journeys.looking import DESK, PHONE, View
from tests.journeys.person import WORK_MS
from tests.journeys.product import Product, manage
from tests.journeys.sight import expect_toast
from tests.support.writing import finished_record

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

PROTOCOL = shipped_protocol("ii-bench")
SCREEN = "overview:mine.task.screen.text"


@pytest.fixture(scope="module")
def projects(product: Product) -> None:
    """One project with work for every role, and one with a release."""
    done = manage(
        product.data_dir,
        "demo_prepare",
        "--started",
        "--finished",
        extra={"SUBTEXT_DEMO": "true"},
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("projects")
@pytest.mark.parametrize(
    ("locale", "view", "annotator"), [("en", DESK, "Ada"), ("zh", PHONE, "方芳")]
)
def test_twelve_tasks(
    browser: Browser, product: Product, locale: str, view: View, annotator: str
) -> None:
    @contextmanager
    def person(name: str, project: str) -> Iterator[Desk]:
        with at_desk(browser, product, name, project, locale, view, "task") as desk:
            yield desk
            assert desk.complaints + desk.person.problems == []

    with person(annotator, "started") as ada:
        answers_a_question(ada)
        screens_an_image_and_takes_it_back(ada)
        annotates_an_item(ada)
        declines_an_item(ada)
    with person("Olga", "started") as olga:
        adjudicates_an_item(olga)
        answers_the_decline(olga)
        finds_an_item_by_its_number(olga)
        invites_annotators(olga)
    with person("Mateo", "finished") as mateo:
        reads_what_follows_a_release(mateo)
        finds_no_release_to_publish(mateo)
        cannot_take_down_by_mistake(mateo)
        begins_a_project(mateo)


def next_step(desk: Desk, key: str, **values: object) -> Locator:
    """The one step that the overview names, and its button."""
    band = desk.page.get_by_role("region", name=desk.say("overview:next.title"))
    name = desk.pattern(key, **values)
    return band.get_by_role("link", name=name).or_(
        band.get_by_role("button", name=name)
    )


def answers_a_question(ada: Desk) -> None:
    page = ada.go("overview")
    next_step(ada, "overview:mine.task.validate.action").click()
    options = page.get_by_role("group", name=ada.say("common:question.options"))
    expect(options.get_by_role("button")).to_have_count(6)
    stem = page.get_by_role("heading", level=1)
    asked = stem.inner_text()
    ada.looks_at("validate")
    options.get_by_role("button").first.click()
    ada.button("validate:commands.confirm").click()
    expect(stem).not_to_have_text(asked)
    answered = ada.pattern("validate:progress.answered", count=r"\d+")
    expect(page.get_by_text(answered).first).to_be_visible()


def screens_an_image_and_takes_it_back(ada: Desk) -> None:
    page = ada.go("overview")
    page.get_by_role("link", name=ada.pattern(SCREEN, count=r"\d+")).click()
    left = page.get_by_text(ada.pattern("screening:left", number=r"\d+")).first
    before = left.inner_text()
    ada.looks_at("screen")
    ada.button("screening:commands.keep").click()
    expect(left).not_to_have_text(before)
    ada.button("screening:commands.undo").first.click()
    expect(left).to_have_text(before)


def annotates_an_item(ada: Desk) -> None:
    page = ada.go("overview")
    to_annotate = ada.pattern("overview:mine.task.annotate.text", count=r"\d+")
    page.get_by_role("link", name=to_annotate).click()
    name = name_of(page)
    # Each language writes other texts: two alike would be found.
    language: Language = "zh" if ada.locale == "zh" else "en"
    record = finished_record(PROTOCOL, mark=ada.locale)
    for field in PROTOCOL.labels:
        chips_of(page, in_language(field.title, language)).first.click()
    for text in PROTOCOL.texts:
        box = page.get_by_role(
            "textbox", name=in_language(text.title, language), exact=True
        )
        box.fill(record["texts"][text.id])
    (written,) = record["questions"]
    question = page.get_by_role(
        "region", name=ada.say("annotate:question.title", number=1)
    )
    stem = ada.say("annotate:question.stem")
    question.get_by_label(stem, exact=True).fill(written["stem"])
    for letter, option in zip(LETTERS, written["options"], strict=True):
        lettered = ada.say("annotate:question.option", letter=letter)
        question.get_by_role("textbox", name=lettered).fill(option)
    ada.button("annotate:question.isKey", question, letter="B").click()
    expect(page.get_by_text(ada.say("annotate:progress.ready"))).to_be_visible()
    ada.looks_at("annotate")
    ada.button("annotate:commands.submit").click()
    expect(page.get_by_role("heading", level=1)).not_to_contain_text(name)
    expect_toast(page, ada.say("annotate:done.submitted", number=name))


def declines_an_item(ada: Desk) -> None:
    page = ada.go("annotate")
    name = name_of(page)
    ada.button("annotate:commands.decline").click()
    reasons = page.get_by_role("dialog")
    expect(reasons).to_be_visible()
    ada.looks_at("decline")
    reasons.get_by_role("button").first.click()
    expect(page.get_by_role("heading", level=1)).not_to_contain_text(name)
    expect_toast(page, ada.say("annotate:done.declined", number=name))
    ada.go("my-work")
    replies = page.get_by_role("heading", name=ada.say("my-work:replies.title"))
    expect(replies).to_be_visible()
    ada.looks_at("my-work")


def adjudicates_an_item(olga: Desk) -> None:
    page = olga.go("overview")
    next_step(olga, "overview:next.adjudicate.action", count=r"\d+").click()
    number = name_of(page)
    finish = olga.button("adjudicate:commands.finish")
    expect(finish).to_be_disabled()
    olga.looks_at("adjudicate")
    use = re.compile("^(Use A|采用 ?A)")
    takes = page.get_by_role("button").filter(has_text=use)
    expect(takes.first).to_be_visible()
    for take in takes.all():
        take.click()
    finish.click()
    # The next case is there, or none is left.
    decided = re.compile(rf"^\S+ {number}$")
    expect(page.get_by_role("heading", level=1)).not_to_have_text(decided)
    expect_toast(page, olga.say("adjudicate:made", number=number))


def answers_the_decline(olga: Desk) -> None:
    page = olga.go("talk")
    page.get_by_role("main").get_by_role("listitem").get_by_role("link").first.click()
    page.wait_for_url(re.compile(r"/talk/\d+"))
    page.get_by_role("textbox").first.fill("Thank you, we look at the image.")
    olga.looks_at("thread")
    olga.button("talk:send").click()
    expect(page.get_by_text("Thank you, we look at the image.").first).to_be_visible()
    olga.go("talk")
    first = page.get_by_role("main").get_by_role("listitem").first
    expect(first).to_contain_text(olga.say("talk:show.answered"))


def finds_an_item_by_its_number(olga: Desk) -> None:
    page = olga.go("overview")
    olga.button("app:palette.title").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("3")
    item = olga.say("app:palette.item", number=3)
    found = dialog.get_by_text(item, exact=True).first
    expect(found).to_be_visible()
    olga.looks_at("palette")
    found.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(item)
    olga.looks_at("item")


def invites_annotators(olga: Desk) -> None:
    page = olga.go("overview")
    olga.button("common:invite.open").first.click()
    dialog = page.get_by_role("dialog")
    olga.button("common:invite.create", dialog).click()
    role = olga.say("common:role.annotator")
    link = dialog.get_by_label(olga.say("common:invite.linkFor", role=role))
    expect(link).to_have_value(re.compile("/invite/"))
    olga.looks_at("invite")


def reads_what_follows_a_release(mateo: Desk) -> None:
    """Models are next; without one no responses can be sampled, and the page says so."""
    page = mateo.go("overview")
    mateo.looks_at("released")
    next_step(mateo, "overview:next.evaluate.action").click()
    page.wait_for_url("**/evaluation")
    page.get_by_role("link", name=mateo.say("evaluation:parts.errors")).first.click()
    mateo.button("evaluation:errors.draw").first.click()
    dialog = page.get_by_role("dialog")
    said = mateo.say("evaluation:errors.noRun", version="1.0.0")
    expect(dialog.get_by_text(said)).to_be_visible()
    mateo.looks_at("no-run")
    dialog.get_by_role("link", name=mateo.say("evaluation:start.open")).click()
    page.wait_for_url("**/evaluation")
    expect(mateo.button("evaluation:start.open")).to_be_visible()


def finds_no_release_to_publish(mateo: Desk) -> None:
    page = mateo.go("releases")
    unchanged = mateo.say("releases:unchanged", version="1.0.0")
    expect(page.get_by_text(unchanged)).to_be_visible(timeout=WORK_MS)
    title = mateo.say("releases:gate.title")
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(mateo.button("releases:cut.action", version="1.0.1")).to_have_count(0)
    mateo.looks_at("unchanged")


def cannot_take_down_by_mistake(mateo: Desk) -> None:
    page = mateo.go("releases/1.0.0?tab=items")
    mateo.button("takedown:action.image").first.click()
    dialog = page.get_by_role("dialog")
    typed = dialog.get_by_label(mateo.say("takedown:confirm", version="1.0.0"))
    expect(typed).to_be_focused()
    typed.fill("1.0.1")
    dialog.get_by_label(mateo.say("common:reason.label")).fill("The wrong version.")
    expect(dialog.get_by_role("img").first).to_be_visible()
    expect(mateo.button("takedown:action.image", dialog)).to_be_disabled()
    mateo.looks_at("takedown")


def begins_a_project(mateo: Desk) -> None:
    page = mateo.person.go("/new-project")
    audit = page.get_by_role("link", name=mateo.say("projects:audit"))
    expect(audit).to_have_attribute("href", "/audits")
    name = page.get_by_role("textbox", name=mateo.say("projects:new.name"), exact=True)
    name.fill(f"Tasks {mateo.locale}")
    page.get_by_role("radio", name="II-Bench", exact=True).check()
    mateo.looks_at("new-project")
    mateo.button("projects:new.action").click()
    invite = next_step(mateo, "overview:next.invite.action")
    expect(invite).to_be_visible()
    mateo.looks_at("set-up")
    invite.click()
    dialog = page.get_by_role("dialog")
    following = mateo.say("overview:next.import.action")
    dialog.get_by_role("link", name=following).click()
    page.wait_for_url("**/import")
