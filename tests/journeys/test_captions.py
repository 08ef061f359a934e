"""ImageMet from raw images to a leaderboard: two caption a picture alone, agree on one
record together, and an organizer looks at the questions made from it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.chain.beginning import has_come_in, invite
from tests.journeys.chain.office import Office
from tests.journeys.person import WORK_MS, Person
from tests.journeys.product import OPEN_SOURCE, Product, manage
from tests.journeys.words import zh

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

SLUG, NAME = "captions", "One picture, one sentence"
DEMO = {"SUBTEXT_DEMO": "true"}
ADA = ("Caffeine", "addictive", "a drug")
SLOTS = {
    "Ada": ("Primary concept (A)", "Attribute (B)", "Secondary concept (C)"),
    "陈晨": ("本体（A）", "相似点（B）", "喻体（C）"),
}
CHEN = ("Coffee", "habit-forming", "a drug")


def test_from_raw_images_to_a_leaderboard(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    office = Office(browser, product, tmp_path)
    link = a_project_is_made(office)
    raw = folder_of(
        tmp_path / "raw", {f"{n}.png": encoded(draw(n)) for n in range(400, 405)}
    )
    run(product, "images_import", SLUG, str(raw), *OPEN_SOURCE)
    run(product, "curation_run", SLUG, "--wait")
    crew = ("crew_simulate", SLUG, "--people=3", "--accuracy=1")
    run(product, *crew, "--until=screening")
    two_caption_alone(office, link)
    run(product, *crew, "--until=adjudication")
    they_agree_together(office)
    questions_are_looked_at(office)
    run(product, *crew)
    why = "--override=agreement=Five pictures say nothing of agreement."
    simulated = "--override=simulated=A crew did the work of people."
    run(product, "release_cut", SLUG, "1.0.0", "--wait", why, simulated)
    with office.person("Mateo") as mateo:
        page = at(mateo, "Mateo", "evaluation")
        board = page.get_by_role("table", name="Leaderboard")
        expect(
            board.get_by_role("row").filter(has_text="Random choice")
        ).to_contain_text("%", timeout=WORK_MS)
        similes_are_marked(office, mateo)
    assert office.problems == []


def similes_are_marked(office: Office, mateo: Person) -> None:
    """A tenth of so few is one: by hand, and what came of it."""
    page = mateo.page
    page.get_by_role("link", name="Rubric ratings", exact=True).click()
    part = page.get_by_role("region", name="Coherence of the simile")
    part.get_by_role("button", name="Start human rating").click()
    marks = page.get_by_role("region", name="Ratings", exact=True)
    save = page.get_by_role("button", name="Save and continue")
    expect(save).to_be_disabled()
    marks.get_by_role("radio", name="Good coherence").check(force=True)
    office.look(mateo, "rating")
    page.keyboard.press("Control+Enter")
    found = page.get_by_role("region", name="Results", exact=True)
    expect(found.get_by_role("cell", name="VFLUTE")).to_be_visible()
    expect(page.get_by_text("Nothing here is left for you to rate.")).to_be_visible()


def run(product: Product, *command: str) -> None:
    done = manage(product.data_dir, *command, extra=DEMO)
    assert done.returncode == 0, done.stdout + done.stderr


def at(person: Person, name: str, path: str) -> Page:
    person.log_in(name)
    return person.go(f"/projects/{SLUG}/{path}")


def a_project_is_made(office: Office) -> str:
    """The link by which annotators join."""
    with office.person("Mateo") as mateo:
        page = mateo.log_in("Mateo").page
        page.get_by_role("link", name="New project").click()
        page.get_by_role("textbox", name="Name", exact=True).fill(NAME)
        page.get_by_label("Short name").fill(SLUG)
        page.get_by_role("radio", name="ImageMet", exact=True).check()
        page.get_by_role("button", name="Create project").click()
        return invite(page, "Annotator")


def two_caption_alone(office: Office, link: str) -> None:
    with office.person("Ada") as ada, office.person("陈晨") as chen:
        for person, name, said in ((ada, "Ada", ADA), (chen, "陈晨", CHEN)):
            page = person.log_in(name).page
            page.goto(link)
            page.get_by_role("button", name=name).click()
            has_come_in(page)
            person.go(f"/projects/{SLUG}/annotate")
            for slot, text in zip(SLOTS[name], said, strict=True):
                page.get_by_role("textbox", name=slot).fill(text)
            expect(
                page.get_by_text(" is as ".join((said[0], said[1]))).first
            ).to_be_visible()
            office.look(person, f"caption-{said[0]}", "en" if name == "Ada" else "zh")
            heading = page.get_by_role("heading", level=1)
            captioned = heading.inner_text()
            page.keyboard.press("Control+Enter")
            expect(heading).not_to_have_text(captioned)


def they_agree_together(office: Office) -> None:
    """Ada proposes what both have of it; 陈晨 agrees."""
    with office.person("Ada") as ada:
        page = at(ada, "Ada", "")
        ada.open("Consensus")
        expect(page.get_by_text(CHEN[0]).first).to_be_visible()
        page.get_by_role("button", name="Caption: use A’s answer").click()
        office.look(ada, "together-propose")
        page.get_by_role("button", name="Propose record").click()
        expect(page.get_by_text("was sent to the other annotator.")).to_be_visible()
    with office.person("陈晨") as chen:
        page = at(chen, "陈晨", "adjudicate")
        proposal = page.get_by_role("region", name=zh("adjudicate:together.proposal"))
        expect(proposal).to_contain_text(ADA[0])
        office.look(chen, "together-agree", "zh")
        page.keyboard.press("y")
        said = zh("adjudicate:together.agreed", number=1)
        expect(page.get_by_text(said)).to_be_visible()


def questions_are_looked_at(office: Office) -> None:
    with office.person("Mateo") as mateo:
        page = at(mateo, "Mateo", "make-questions")
        page.get_by_role("button", name="Generate questions").click()
        accept = page.get_by_role("button", name="Accept questions")
        expect(accept).to_be_disabled()
        words = page.get_by_role("group", name="Distractor candidates for question 3")
        words.locator("label").first.click()
        attribute = page.get_by_role("group", name="Question 3", exact=True)
        for number, box in enumerate(attribute.get_by_role("textbox").all()):
            if not box.input_value():
                box.fill(f"shown {number}")
        office.look(mateo, "make-questions")
        accept.click()
        expect(
            page.get_by_text("The questions of item 1 were accepted.")
        ).to_be_visible()
