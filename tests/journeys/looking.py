"""Looking at a page as it stands: a screenshot, and what must not be found in it."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Page, ViewportSize

from tests.journeys.person import NARROW, WIDE
from tests.journeys.product import ROOT
from tests.journeys.words import SHARED, SOURCES, catalogue

SCREENSHOTS = ROOT / "test-results" / "screenshots"
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = {"serious", "critical"}

SETTLED = """() => {
  const inSight = (image) => {
    const box = image.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight && box.width > 0;
  };
  const ends = (animation) =>
    animation.effect?.getComputedTiming().endTime !== Infinity;
  return document.fonts.status === "loaded"
    && !document.querySelector("[aria-busy=true]")
    && [...document.images].every((image) => image.complete || !inSight(image))
    && document.getAnimations().filter(ends).length === 0;
}"""
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    if (text && !walker.currentNode.parentElement.closest("script, style, code, pre"))
      found.push(text);
  }
  return found;
}"""
VIOLATIONS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) =>
      `${html.slice(0, 160)} — ${failureSummary.split("\\n")[1]?.trim() ?? ""}`),
  }));
}"""
TWO_FRAMES = (
    "() => new Promise((d) => requestAnimationFrame(() => requestAnimationFrame(d)))"
)
PAPER: ViewportSize = {"width": 718, "height": 1047}
"""A4 with margins of 1 cm, at 96 pixels an inch."""
ON_PAPER = """() => {
  const shown = (query) => [...document.querySelectorAll(query)]
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.height > 1);
  const nameOf = (element) => `${element.tagName} ${element.innerText.slice(0, 40)}`;
  const controls = shown("button, nav, [role=tablist], [role=status]");
  const wide = shown("table, img, svg").filter(([, { right }]) => right > innerWidth + 1);
  return [
    ...controls.map(([element]) => `on paper: ${nameOf(element)}`),
    ...wide.map(([element]) => `wider than paper: ${element.outerHTML.slice(0, 80)}`),
  ];
}"""
WIDTHS = "() => [document.documentElement.scrollWidth, innerWidth]"

KEY = re.compile(r"\b(?:[a-z][a-z-]*:)?[a-z][A-Za-z]*(?:\.[a-z][A-Za-z_]*)+\b")
"""What i18next shows where a text is missing: the text's own key."""
FILE = re.compile(
    r"\.(png|jpe?g|gif|webp|jsonl?|parquet|md|csv|ya?ml|zip|py|html|tar)$"
)


class View(NamedTuple):
    """How somebody looks at a page."""

    size: ViewportSize
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.size['width']}-{self.scheme}"


DESK = View(WIDE, "light")
DESK_DARK = View(WIDE, "dark")
PHONE = View(NARROW, "light")
PHONE_DARK = View(NARROW, "dark")


def turn(page: Page, view: View) -> None:
    """Look at what is there in another way."""
    page.set_viewport_size(view.size)
    page.emulate_media(color_scheme=view.scheme)
    # What changes its colour slowly has begun to after a frame; settling waits for it.
    page.evaluate(TWO_FRAMES)


def settle(page: Page) -> None:
    """Until everything in sight has come and stands still."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function(SETTLED)


def look(page: Page, name: str, view: View, locale: str = "en") -> list[str]:
    """Save a screenshot; return what somebody would complain about."""
    turn(page, view)
    settle(page)
    return look_at_once(page, name, view, locale)


def look_at_once(page: Page, name: str, view: View, locale: str = "en") -> list[str]:
    """The same of a page that does not settle, because it waits for the server."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    full = f"{name}.{view}.{locale}"
    page.screenshot(path=SCREENSHOTS / f"{full}.png")
    complaints = [
        *_not_found(page, name, locale),
        *_too_wide(page),
        *_untranslated(page, locale),
        *_violations(page),
    ]
    return [f"{full}: {complaint}" for complaint in complaints]


def look_on_paper(page: Page, name: str) -> list[str]:
    """Return what a print of the page shows that it should not, or cuts off."""
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    page.evaluate(TWO_FRAMES)
    found: list[str] = page.evaluate(ON_PAPER)
    page.emulate_media(media="screen")
    return [f"{name}: {complaint}" for complaint in found]


def _not_found(page: Page, name: str, locale: str) -> list[str]:
    """A page that is not there looks fine; only one address is meant to be wrong."""
    title = catalogue("app", locale)["notFound.title"]
    missing = page.get_by_role("heading", name=title, exact=True).count() > 0
    expected = name.endswith("no-such-page")
    return [f"page found: {not missing}"] if missing != expected else []


def _too_wide(page: Page) -> list[str]:
    needed, there = page.evaluate(WIDTHS)
    return [f"{needed} px wide in {there} px"] if needed > there else []


def _untranslated(page: Page, locale: str) -> list[str]:
    texts: list[str] = page.evaluate(TEXTS)
    keys = [
        key
        for text in texts
        for key in KEY.findall(text)
        if not FILE.search(key) and KEY.fullmatch(text)
    ]
    found = [f"no text for {key!r}" for key in keys]
    found += [f"a mark is not drawn: {text!r}" for text in texts if "](#" in text]
    if locale != "en":
        found += [f"still in English: {text!r}" for text in texts if text in english()]
    return found


@cache
def english() -> frozenset[str]:
    """Sentences of the interface that read otherwise in 中文.

    Two words may be a name that somebody gave, such as that of a model.
    """
    features = [path.name for path in (SOURCES / "features").iterdir()]
    return frozenset(
        text
        for namespace in [*SHARED, *features]
        if _has_texts(namespace)
        for key, text in catalogue(namespace, "en").items()
        if text.count(" ") > 1 and catalogue(namespace, "zh").get(key) != text
    )


def _has_texts(namespace: str) -> bool:
    folder = SHARED.get(namespace, SOURCES / "features" / namespace / "locale")
    return Path(folder, "en.json").is_file()


def _violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(VIOLATIONS)
    return [
        f"{violation['id']} ({violation['help']}): "
        + json.dumps(violation["nodes"], ensure_ascii=False)
        for violation in found
        if violation["impact"] in SERIOUS
    ]
