"""An organizer merges two annotators' questions part by part, mostly by keyboard."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.looking import DESK, PHONE_DARK, look, settle, turn
from tests.journeys.person import Person, arrive
from tests.journeys.product import Product, manage
from tests.journeys.sight import in_sight

pytestmark = pytest.mark.timeout(900)

MERGE = "/projects/merging/adjudicate"
COMMANDS = [
    "project_create merging --protocol ii-bench --name Merging --maintainer demo-mateo",
    "images_import merging {folder} --source Drawn --licence CC0-1.0 --rights redistribute",
    "curation_run merging --wait",
    # So careless that the two rarely choose the same key.
    "crew_simulate merging --people 3 --accuracy 0.3 --until annotation",
]

CASE = re.compile(r"/cases/\d+/$")
ALIKE = "The image compares a person who works late at night to a burning candle. " * 4
EXPLANATIONS = [
    f"{ALIKE}Success that is bought with health {ends}, and nobody sees what it costs."
    for ends in ("fades", "remains")
]
"""Of some 70 words each, with one that differs."""
FIELDS_IN_SIGHT = 4


@pytest.fixture
def annotated(product: Product, tmp_path: Path) -> None:
    """A project with items of two annotations each."""
    files = {f"{n}.png": encoded(draw(n)) for n in range(900, 904)}
    folder = folder_of(tmp_path / "raw", files)
    for command in COMMANDS:
        done = manage(product.data_dir, *command.format(folder=folder).split())
        assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("annotated")
def test_two_questions_are_merged_by_part(browser: Browser, product: Product) -> None:
    mateo = arrive(browser, product, "Mateo")
    long_explanations_leave_room(mateo)
    page = mateo.go(MERGE)
    questions = page.get_by_role("region", name="Questions")
    expect(questions).to_be_visible()
    heading = page.get_by_role("heading", level=1).inner_text()
    address = page.url
    # One key a field: everything up to the questions is taken from A, but one label.
    has_third = False
    for _ in range(page.get_by_role("region").count()):
        if questions.get_attribute("aria-current"):
            break
        if not has_third and (has_third := takes_a_third_label(mateo)):
            continue
        mateo.press("ArrowLeft")
    assert has_third
    mateo.press("m")
    keys = questions.get_by_role("group", name="Choose the correct answer")
    expect(
        questions.get_by_role("group", name=re.compile("^Choose"))
    ).not_to_have_count(0)
    complaints = look(page, "merge-questions", DESK)
    complaints += look(page, "merge-questions", PHONE_DARK)
    turn(page, DESK)
    choose_all(questions)
    of_b = keys.get_by_role("button", name=re.compile("^B1"))
    if of_b.count():
        of_b.click()
    expect(page.get_by_text("Everything is decided.")).to_be_visible()
    parts = questions.get_by_role("list", name="Origin of each part")
    said = parts.get_by_role("listitem").all_inner_texts()
    assert all(re.search(r"[AB]1", part) for part in said), said
    mateo.press("Control+Enter")
    expect(page.get_by_text(f"{heading} is final.")).to_be_visible()

    # What was recorded is what was seen.
    mateo.page.goto(address)
    later = page.get_by_role("list", name="Origin of each part")
    expect(later.get_by_role("listitem")).to_have_text(said)
    assert complaints == []
    assert mateo.problems == []
    mateo.context.close()


def long_explanations_leave_room(mateo: Person) -> None:
    """The image and four fields of both records are whole in sight at a desk."""
    mateo.page.route(CASE, explain_at_length)
    page = mateo.go(MERGE)
    fields = page.get_by_role("region").filter(has=page.get_by_role("heading", level=2))
    expect(fields.first).to_have_attribute("aria-current", "true")
    settle(page)
    assert in_sight(fields) >= FIELDS_IN_SIGHT, fields.all_inner_texts()
    assert in_sight(page.get_by_role("main").locator("img")) == 1
    explanation = page.get_by_role("region", name="Explanation")
    assert_shows_differences(explanation)
    expect(explanation).not_to_contain_text("compares a person")

    # By the keyboard: a field that is worked on is shown whole.
    for _ in range(fields.count()):
        if explanation.get_attribute("aria-current"):
            break
        mateo.press("ArrowDown")
    for text in EXPLANATIONS:
        expect(explanation).to_contain_text(text)
    assert_shows_differences(explanation)
    page.unroute(CASE)


def assert_shows_differences(explanation: Locator) -> None:
    for word in ("fades", "remains"):
        found = explanation.get_by_text(word, exact=True)
        found.scroll_into_view_if_needed()
        assert in_sight(found) == 1, word


def explain_at_length(route: Route) -> None:
    """Whatever the simulated annotators wrote, the page gets long explanations."""
    response = route.fetch()
    case = response.json()
    for record, text in zip(case["records"], EXPLANATIONS, strict=True):
        record["texts"]["explanation"] = text
    route.fulfill(response=response, json=case)


def takes_a_third_label(mateo: Person) -> bool:
    """Neither A's nor B's: one key for the label, and its reason has the cursor.

    Returns whether the current field has such a label, and only one of all.
    """
    row = mateo.page.locator("section[aria-current='true']")
    title = row.get_by_role("heading").inner_text()
    said = row.get_by_role("listitem").all_inner_texts()
    labels = [
        one.rsplit("\n", 1)[-1] for one in row.get_by_role("radio").all_inner_texts()
    ]
    at = next((at for at, label in enumerate(labels) if label not in said), None)
    if at is None:
        return False
    mateo.press(str(at + 1))
    mateo.page.keyboard.type("Both overlooked the frame.")
    mateo.press("Enter")
    decided = mateo.page.get_by_role("region", name=title)
    expect(decided.get_by_role("button", name=f"{labels[at]} Change")).to_be_visible()
    expect(decided.get_by_text("not in any annotation")).to_be_visible()
    expect(decided).not_to_have_attribute("aria-current", "true")
    return True


def choose_all(questions: Locator) -> None:
    """Take a wording of every part that the two say differently."""
    for title in ("Choose the question", "Choose options", "Choose the correct answer"):
        wordings = questions.get_by_role("group", name=re.compile(title))
        if not wordings.count():
            continue
        for wording in wordings.get_by_role("button").all():
            if wording.is_enabled() and wording.get_attribute("aria-pressed") != "true":
                wording.click()
