"""Curation in the browser: copies, screening by keys and by thumb, the report."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.looking import DESK, PHONE, PHONE_DARK, look, turn
from tests.journeys.person import NARROW, PATIENCE_MS, WORK_MS, Person, arrive
from tests.journeys.product import OPEN_SOURCE, Product, manage

pytestmark = pytest.mark.timeout(900)

SIXTY = 60
REASON = "A screenshot of a game."


def project_of(
    product: Product, folder: Path, slug: str, files: Mapping[str, bytes]
) -> None:
    """A project of Mateo's with these pictures, filtered."""
    raw = folder_of(folder / slug, files)
    for command in (
        ["project_create", slug, "--protocol=ii-bench", f"--name={slug.title()}"],
        ["images_import", slug, str(raw), *OPEN_SOURCE],
        ["curation_run", slug, "--wait"],
    ):
        if command[0] == "project_create":
            command.append("--maintainer=demo-mateo")
        done = manage(product.data_dir, *command, extra={"SUBTEXT_DEMO": "true"})
        assert done.returncode == 0, done.stderr


def stamped(seed: int) -> Image.Image:
    """A smaller copy of a drawing with somebody's name in a corner."""
    picture = draw(seed, (640, 480)).resize((480, 360))
    canvas = ImageDraw.Draw(picture)
    canvas.text((330, 320), "© someone", "black", ImageFont.load_default(size=28))
    return picture


@pytest.mark.slow
def test_copies_are_chosen_and_other_parameters_tried(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    scenes = {f"{n}.png": encoded(draw(n, (640, 480))) for n in (11, 12, 13)}
    copy = encoded(stamped(11), "JPEG", quality=80)
    project_of(product, tmp_path, "copies", scenes | {"stamped.jpg": copy})
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go("/projects/copies/duplicates")
    row = page.get_by_role("group", name="2 near-duplicate images")
    expect(row).to_contain_text("Kept because")
    kept = row.get_by_role("listitem").filter(has_text="Kept because").first
    expect(kept).to_contain_text("11.png")

    mateo.press("2")
    expect(page.get_by_text(re.compile(r"is kept instead\.$"))).to_be_visible()
    expect(kept).to_contain_text("stamped.jpg")
    expect(kept).to_contain_text("an organizer chose it")
    mateo.press("1")
    expect(kept).to_contain_text("11.png")

    page.get_by_role("link", name="Try other settings").click()
    expect(page.get_by_text("Current setting: 90% certain.")).to_be_visible()
    page.get_by_role("slider", name="Minimum certainty").press("End")
    mateo.press("Control+Enter")
    found = page.get_by_role("heading", name="With at least 100% certainty")
    expect(found).to_be_visible(timeout=WORK_MS)
    expect(page.get_by_text("1 would be restored")).to_be_visible()
    change = page.get_by_role("listitem").filter(has_text="Would be restored")
    expect(change.get_by_role("img")).to_have_count(2)
    mateo.press("Shift+A")
    dialog = page.get_by_role("dialog")
    apply = dialog.get_by_role("button", name="Apply")
    expect(apply).to_be_disabled()
    dialog.get_by_role("textbox").fill("Marks are what we study.")
    apply.click()
    expect(
        page.get_by_text("Settings applied. Removed: 0. Restored: 1.")
    ).to_be_visible()
    expect(page.get_by_text("Current setting: 100% certain.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Duplicates").click()
    expect(page.get_by_role("heading", name="No near-duplicates")).to_be_visible()
    assert possible_pair_is_decided(mateo) == []
    assert mateo.problems == []


def possible_pair_is_decided(mateo: Person) -> list[str]:
    """By keys alone: differences hidden, answered, undone, answered otherwise."""
    page = mateo.page
    pair = page.get_by_role("group", name="Possible near-duplicates")
    expect(pair).to_contain_text("certain to show the same")
    complaints = look(page, "work-possible-pair", DESK)
    complaints += look(page, "work-possible-pair", PHONE)
    for image in pair.get_by_role("link").all():
        box = image.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= NARROW["width"]
    turn(page, DESK)

    images = pair.locator("img")
    with_marks = images.count()
    mateo.press("m")
    expect(images).to_have_count(with_marks - 1)
    mateo.press("d")
    expect(page.get_by_text("Recorded as different. Both stay.")).to_be_visible()
    expect(pair).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(pair).to_be_visible()
    mateo.press("e")
    expect(page.get_by_text("Recorded as the same.")).to_be_visible()
    expect(page.get_by_role("group", name="2 near-duplicate images")).to_be_visible()
    return complaints


def poster() -> Image.Image:
    """Mostly words, none of them long."""
    picture = Image.new("RGB", (480, 480), "white")
    canvas = ImageDraw.Draw(picture)
    for row, word in enumerate(("SILENCE", "IS NOT", "EMPTY", "LISTEN", "AGAIN")):
        font = ImageFont.load_default(size=84)
        canvas.text((30, 10 + 92 * row), word, "black", font)
    return picture


@pytest.mark.slow
def test_what_counts_as_read_is_tried(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    files = {f"{n}.png": encoded(draw(n, (320, 240))) for n in (71, 72)}
    files["poster.png"] = encoded(poster())
    project_of(product, tmp_path, "posters", files)
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go("/projects/posters/stages/text_area")
    complaints = []
    for apply_it in (False, True):
        page.get_by_role("button", name="Measurement settings").click()
        page.get_by_role("slider", name="Minimum characters").press("End")
        page.get_by_role("button", name="Preview changes").click()
        tried = page.get_by_role("status").filter(
            has_text="Preview: Minimum confidence"
        )
        expect(tried).to_contain_text("Minimum characters 10", timeout=WORK_MS)
        expect(page.get_by_text("1 image would be restored")).to_be_visible()
        for view in (DESK, PHONE_DARK):
            complaints += look(page, "work-reading", view)
        turn(page, DESK)
        if apply_it:
            page.get_by_role("button", name="Apply threshold").click()
            dialog = page.get_by_role("dialog")
            dialog.get_by_role("textbox").fill("Single words are part of the picture.")
            dialog.get_by_role("button", name="Apply threshold").click()
        else:
            tried.get_by_role("button", name="Cancel preview").click()
        expect(tried).to_be_hidden()
        expect(page.get_by_text("Current threshold: 30%")).to_be_visible()
        if not apply_it:
            page.get_by_role("button", name="Measurement settings").click()
    states = page.request.get(f"{product.url}/api/projects/posters/images/").json()
    by_path = {one["original_path"]: one["status"] for one in states["results"]}
    assert by_path["poster.png"] == "in_screening"
    assert complaints == []
    assert mateo.problems == []


@pytest.mark.slow
def test_a_notch_of_the_wheel_zooms_a_little(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    project_of(product, tmp_path, "wheel", {"a.png": encoded(draw(5, (640, 480)))})
    page = arrive(browser, product, "Mateo").go("/projects/wheel/screen")
    image = page.get_by_role("main").get_by_role("img").first
    expect(image).to_be_visible()
    before = box_of(image)
    page.mouse.move(before["x"] + 50, before["y"] + 50)
    page.mouse.wheel(0, -120)
    page.wait_for_timeout(300)
    grown = box_of(image)["width"] / before["width"]
    assert 1.1 < grown < 1.5
    page.mouse.wheel(0, 120)
    page.wait_for_timeout(300)
    assert abs(box_of(image)["width"] / before["width"] - 1) < 0.01


def box_of(image: Locator) -> dict[str, float]:
    box = image.bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"]}


@pytest.mark.slow
def test_sixty_images_without_the_mouse(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    files = {f"{n:02}.png": encoded(draw(100 + n, (260, 200))) for n in range(SIXTY)}
    project_of(product, tmp_path, "sixty", files)
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go("/projects/sixty/screen")
    expect(page.get_by_text(images_left(SIXTY))).to_be_visible()
    for number in range(SIXTY):
        screen(mateo, number)
        left = SIXTY - number - 1
        if left:
            expect(page.get_by_text(images_left(left))).to_be_visible()
    expect(page.get_by_role("heading", name="All images screened")).to_be_visible()
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()
    complaints = undecided_are_decided(mateo)
    complaints += the_report_counts_them(mateo)
    assert complaints == []
    assert mateo.problems == []


def screen(person: Person, number: int) -> None:
    """Keep most, discard some, be unsure of one, slip once and take it back."""
    page = person.page
    # Nobody decides on a picture that has not come yet.
    expect(page.get_by_role("button", name="Keep", exact=True)).to_be_enabled()
    if number == 7:
        person.press("u")
    elif number == 13:
        person.press("d", "6")
        page.keyboard.type(REASON)
        person.press("Enter")
    elif number % 10 == 5:
        person.press("d")
        expect(page.get_by_text("Why do you discard it?")).to_be_visible()
        person.press("1")
    elif number == 21:
        person.press("k")
        expect(page.get_by_text(images_left(SIXTY - number - 1))).to_be_visible()
        person.press("z")
        expect(page.get_by_text(images_left(SIXTY - number))).to_be_visible()
        person.press("k")
    else:
        person.press("k")


def undecided_are_decided(mateo: Person) -> list[str]:
    """The one that was left open is decided, taken back, and decided again."""
    page = mateo.go("/projects/sixty/screen/undecided")
    votes = page.get_by_role("list").filter(has_text="Person A")
    expect(votes).to_contain_text("Unsure")
    complaints = look(page, "work-undecided", DESK)
    mateo.press("k")
    expect(page.get_by_role("heading", name="No undecided images")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(votes).to_be_visible()
    mateo.press("k")
    expect(page.get_by_role("heading", name="No undecided images")).to_be_visible()
    return complaints


def the_report_counts_them(mateo: Person) -> list[str]:
    page = mateo.open("Funnel")
    paragraph = page.get_by_role("figure", name="Paragraph")
    expect(paragraph).to_contain_text("7 of 60 images were removed")
    expect(paragraph).to_contain_text("From 60 raw images, 53 remain")
    page.get_by_role("radio", name="LaTeX").click()
    latex = page.get_by_role("figure", name="LaTeX")
    expect(latex).to_contain_text(r"3. Visual inspection & 60 & 7 & 53")
    complaints = []
    for view in (PHONE_DARK, DESK):
        complaints += look(page, "work-funnel", view)

    page.get_by_role("region", name="3. Screening").get_by_role(
        "link", name=re.compile("Removed")
    ).click()
    rows = page.get_by_role("row").filter(has_text="Screening")
    expect(rows).to_have_count(7)
    other = rows.filter(has_text=REASON)
    expect(other).to_contain_text("votes to discard: 1")
    other.get_by_role("button", name="Restore image").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("It is no screenshot.")
    dialog.get_by_role("button", name="Restore image").click()
    expect(rows).to_have_count(6)
    mateo.open("Funnel")
    expect(paragraph).to_contain_text("1 image is still undecided")
    return complaints


def test_with_a_thumb(browser: Browser, product: Product) -> None:
    context = browser.new_context(viewport=NARROW, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE_MS)
    ada = Person(product, context).log_in("Ada")
    page = ada.go("/projects/demo/screen")
    picture = page.get_by_role("main").get_by_role("img", name=re.compile("^Image"))
    touch = context.new_cdp_session(page)
    before = left(page)

    swipe(touch, picture, across=180)
    expect(page.get_by_text(images_left(before - 1))).to_be_visible()
    swipe(touch, picture, across=30)
    expect(page.get_by_text(images_left(before - 1))).to_be_visible()
    swipe(touch, picture, across=-180)
    expect(page.get_by_text("Why do you discard it?")).to_be_visible()
    page.get_by_role("button", name="Offensive").tap()
    expect(page.get_by_text(images_left(before - 2))).to_be_visible()
    page.get_by_role("button", name="Keep", exact=False).first.tap()
    expect(page.get_by_text(images_left(before - 3))).to_be_visible()
    for taken_back in (2, 1, 0):
        page.get_by_role("button", name="Undo").tap()
        expect(page.get_by_text(images_left(before - taken_back))).to_be_visible()
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()
    assert ada.problems == []
    context.close()


def images_left(count: int) -> str:
    return "1 image left" if count == 1 else f"{count} images left"


def left(page: Page) -> int:
    said = page.get_by_text(re.compile(r"^\d+ images? left"))
    expect(said).to_be_visible()
    return int(said.inner_text().split()[0])


def swipe(touch: CDPSession, target: Locator, *, across: int) -> None:
    """One finger, sideways over the middle of the target."""
    expect(target).to_be_visible()
    box = target.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def finger(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

    finger("touchStart", {"x": x - across / 2, "y": y})
    for step in range(1, 7):
        finger("touchMove", {"x": x - across / 2 + across * step / 6, "y": y})
    finger("touchEnd")
