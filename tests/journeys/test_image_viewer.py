"""A long image is fitted, zoomed and panned while somebody writes about it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.chain.beginning import has_come_in, invite
from tests.journeys.looking import DESK, DESK_DARK, PHONE, PHONE_DARK, look, turn
from tests.journeys.person import Person, arrive
from tests.journeys.product import OPEN_SOURCE, Product, manage
from tests.journeys.words import zh

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

SLUG = "strips"
HERE = f"/projects/{SLUG}"
WIDTH, HEIGHT = 500, 9000
ACTUAL = "Show actual pixels"
CHINESE = "陈晨"
TEXT = "A strip of colours."


@pytest.fixture(scope="module")
def project(
    browser: Browser, product: Product, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A project of long images, which two have joined."""
    files = {f"{n}.png": encoded(draw(n, (WIDTH, HEIGHT))) for n in range(901, 906)}
    raw = folder_of(tmp_path_factory.mktemp("raw"), files)
    created = ["--protocol=ii-bench", "--name=Strips", "--maintainer=demo-mateo"]
    for command in (
        ["project_create", SLUG, *created],
        ["images_import", SLUG, str(raw), *OPEN_SOURCE],
        ["curation_run", SLUG, "--wait"],
        ["crew_simulate", SLUG, "--people=3", "--until=screening"],
    ):
        done = manage(product.data_dir, *command, extra={"SUBTEXT_DEMO": "true"})
        assert done.returncode == 0, done.stderr
    mateo = arrive(browser, product, "Mateo")
    link = invite(mateo.go(f"{HERE}/people"), "Annotator")
    mateo.context.close()
    for name in ("Ada", CHINESE):
        person = arrive(browser, product, name)
        person.page.goto(link)
        person.page.get_by_role("button", name=name).click()
        has_come_in(person.page)
        person.context.close()


@pytest.fixture
def ada(browser: Browser, product: Product, project: None) -> Iterator[Person]:
    """An annotator before a long image."""
    ada = arrive(browser, product, "Ada")
    ada.go(f"{HERE}/annotate")
    yield ada
    ada.context.close()


class Viewer:
    """The image on the page, and the addresses of full-size files that it fetched."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.image = page.get_by_role("main").get_by_role("img").first
        self.fetched: list[str] = []
        page.on("request", self._on_request)

    def _on_request(self, request: Request) -> None:
        if request.url.endswith("/full/"):
            self.fetched.append(request.url)

    def box(self) -> dict[str, float]:
        expect(self.image).to_have_js_property("complete", value=True)
        box = self.image.bounding_box()
        assert box is not None
        return dict(box)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def changed(self, action: Callable[[], None], side: str = "width") -> float:
        """Return by which factor a side changes (for "y": by how many pixels)."""
        before = self.box()[side]
        action()
        self.page.wait_for_timeout(200)
        after = self.box()[side]
        return after - before if side == "y" else after / before

    def wheel(self, delta: float, times: int = 1, *, pinch: bool = False) -> None:
        """Turn the wheel over the middle of the window's left half."""
        self.page.mouse.move(500, 400)
        if pinch:
            self.page.keyboard.down("Control")
        for _ in range(times):
            self.page.mouse.wheel(0, delta)
        if pinch:
            self.page.keyboard.up("Control")


def test_a_long_image_is_read_while_typing(ada: Person) -> None:
    page = ada.page
    viewer = Viewer(page)
    text = page.get_by_role("main").get_by_role("textbox").first
    expect(text).to_be_visible()
    expect(viewer.button("Fit to width")).to_have_attribute("aria-pressed", "true")
    assert viewer.box()["width"] > WIDTH
    assert viewer.box()["y"] >= 0
    complaints = look(page, "viewer-width", DESK)
    complaints += look(page, "viewer-width", PHONE_DARK)
    turn(page, DESK)

    text.click()
    text.press_sequentially(TEXT)
    assert viewer.changed(lambda: ada.press("Alt+KeyJ"), "y") < -50
    assert viewer.changed(lambda: ada.press("Alt+KeyK"), "y") > 50
    assert 1.2 < viewer.changed(lambda: ada.press("Alt+Equal")) < 1.3
    assert 0.75 < viewer.changed(lambda: ada.press("Alt+Minus")) < 0.85
    assert viewer.changed(lambda: ada.press("Alt+KeyP")) < 1
    assert viewer.box()["width"] == WIDTH
    assert viewer.changed(lambda: ada.press("Alt+Digit0")) < 0.2
    assert viewer.box()["height"] < 900
    expect(text).to_have_value(TEXT)
    expect(text).to_be_focused()
    assert complaints == []
    assert ada.problems == []


def test_the_full_file_is_fetched_when_the_preview_is_exceeded(ada: Person) -> None:
    page = ada.page
    viewer = Viewer(page)
    viewer.button("Show whole image").click()
    page.wait_for_timeout(500)
    viewer.fetched.clear()
    page.reload()
    expect(viewer.button("Show whole image")).to_have_attribute("aria-pressed", "true")
    preview = viewer.image.evaluate(
        "image => image.decode().then(() => image.naturalWidth)"
    )
    assert preview < WIDTH / 4
    while viewer.box()["width"] * 1.25 < preview:
        viewer.button("Zoom in").click()
    page.wait_for_timeout(500)
    assert viewer.fetched == []

    with page.expect_response("**/full/") as fetched:
        viewer.button("Zoom in").click()
        viewer.button("Zoom in").click()
    assert fetched.value.ok
    frame = page.locator("[data-full-size]")
    expect(frame).to_have_attribute("data-full-size", "shown")
    shown = frame.locator("img").last
    assert shown.evaluate("image => image.naturalHeight") == HEIGHT
    assert shown.bounding_box() == viewer.image.bounding_box()
    for _ in range(6):
        viewer.button("Zoom in").click()
    assert len(viewer.fetched) == 1
    assert ada.problems == []


def test_the_wheel_is_calm_and_the_fit_is_kept(ada: Person) -> None:
    page = ada.page
    viewer = Viewer(page)
    viewer.button("Show whole image").click()
    notch = viewer.changed(lambda: viewer.wheel(-120))
    assert 1.15 < notch < 1.35
    assert 0.75 < viewer.changed(lambda: viewer.wheel(120)) < 0.87
    assert 1.1 < viewer.changed(lambda: viewer.wheel(-3, 30)) < 1.3
    viewer.button("Show whole image").click()
    assert 1.1 < viewer.changed(lambda: viewer.wheel(-2, 10, pinch=True)) < 1.35
    assert 1.1 < viewer.changed(lambda: viewer.wheel(-120, pinch=True)) < 1.35

    viewer.button("Fit to width").click()
    assert viewer.changed(lambda: viewer.wheel(120), "y") == pytest.approx(-120, abs=1)
    assert viewer.changed(lambda: viewer.wheel(120)) == 1
    assert 1.1 < viewer.changed(lambda: viewer.wheel(-2, 10, pinch=True)) < 1.35
    page.mouse.down()
    assert viewer.changed(lambda: page.mouse.move(500, 300), "y") < -90
    page.mouse.up()

    viewer.button(ACTUAL).click()
    before = viewer.image.get_attribute("src")
    ada.press("Control+Shift+S")
    expect(viewer.image).not_to_have_attribute("src", before or "")
    expect(viewer.button(ACTUAL)).to_have_attribute("aria-pressed", "true")
    assert viewer.box()["width"] == WIDTH
    ada.press("?")
    keys = page.get_by_role("dialog")
    expect(keys).to_contain_text("Fit to width")
    complaints = look(page, "viewer-keys", DESK)
    ada.press("Escape")
    assert complaints == []
    assert ada.problems == []


def test_it_looks_well_in_chinese(
    browser: Browser, product: Product, project: None
) -> None:
    person = arrive(browser, product, CHINESE)
    page = person.go(f"{HERE}/annotate")
    page.get_by_role("button", name=zh("common:picture.whole")).click()
    complaints = look(page, "viewer-whole", DESK_DARK, "zh")
    complaints += look(page, "viewer-whole", PHONE, "zh")
    turn(page, DESK)
    person.press("?")
    expect(page.get_by_role("dialog")).to_contain_text(zh("common:picture.fill"))
    complaints += look(page, "viewer-keys", DESK, "zh")
    person.context.close()
    assert complaints == []
    assert person.problems == []
