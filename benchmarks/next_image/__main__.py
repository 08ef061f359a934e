"""Wait of an annotator from submitting to the next item's image.

Milliseconds from pressing Ctrl+Enter in a complete form until the browser has painted the
next item's image, which was loaded while the form was filled in. Beside it the request in
between, as the browser saw it. The project “Started” of a running demo (`make run`) is
measured, once for each start from an empty folder: its items are used up. With
`--validate`, questions of its open validation round are answered in their place: from
pressing Enter until the next image is painted.
"""

import shutil
import statistics
import sys

from playwright.sync_api import Page, expect, sync_playwright

from benchmarks.results import Results, benchmark_parser
from benchmarks.typing.__main__ import CHROMIUM, log_in, open_form

TEXT = (
    "The angler keeps what he pulls out of the water. The sea keeps count of it. " * 6
)
PRELOAD_MS = 1500
"""For the next image to arrive, and the draft to be saved, before the form is sent."""
WATCH = """() => {
    const image = () => document.querySelector("main img[decoding]");
    const before = image().src;
    window.painted = new Promise((resolve) => {
        const watch = new AbortController();
        document.addEventListener("keydown", (event) => {
            if (event.key !== "Enter") return;
            watch.abort();
            const start = event.timeStamp;
            performance.clearResourceTimings();
            const look = () => {
                const now = image();
                if (now && now.src !== before && now.complete && now.naturalWidth > 0) {
                    requestAnimationFrame(() => resolve(performance.now() - start));
                } else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        }, { capture: true, signal: watch.signal });
    });
}"""
REQUESTS = """() => performance.getEntriesByType("resource")
    .filter(({ name }) => /\\/(submit|answer)\\/$/.test(name))
    .reduce((sum, { duration }) => sum + duration, 0)"""


def main() -> int:
    parser = benchmark_parser("next_image", __doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8600", help="the demo")
    parser.add_argument("--items", type=int, default=4, help="items to submit")
    parser.add_argument(
        "--validate", action="store_true", help="answer questions instead"
    )
    options = parser.parse_args()
    results = Results(options)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        log_in(page, options.url)
        if options.validate:
            page.goto(f"{options.url}/projects/started/validate")
            do_one = answer_one
        else:
            open_form(page, options.url)
            do_one = submit_one
        waits, requests = zip(
            *(do_one(page) for _ in range(options.items)), strict=True
        )
    results.print_table(
        "validating" if options.validate else "annotating",
        ("items", "median ms", "longest ms", "of it the request, median ms"),
        (
            str(len(waits)),
            f"{statistics.median(waits):.0f}",
            f"{max(waits):.0f}",
            f"{statistics.median(requests):.0f}",
        ),
    )
    return 0


def submit_one(page: Page) -> tuple[float, float]:
    """Fill in the form, submit it, and return the wait and its request's share."""
    expect(page.get_by_label("Explanation", exact=True)).to_be_visible()
    fill(page)
    page.wait_for_timeout(PRELOAD_MS)
    page.evaluate(WATCH)
    page.keyboard.press("Control+Enter")
    return float(page.evaluate("() => window.painted")), float(page.evaluate(REQUESTS))


def answer_one(page: Page) -> tuple[float, float]:
    """Choose the first option, confirm, and return the wait and its request's share."""
    options = page.get_by_role("group", name="Options").get_by_role("button")
    expect(options.first).to_be_visible()
    page.wait_for_timeout(PRELOAD_MS)
    page.keyboard.press("1")
    page.evaluate(WATCH)
    page.keyboard.press("Enter")
    return float(page.evaluate("() => window.painted")), float(page.evaluate(REQUESTS))


def fill(page: Page) -> None:
    """Complete the form: the first choice of each label, any texts, the first key."""
    labels = page.get_by_role("region", name="Labels")
    for group in labels.locator("[data-field]").all():
        group.locator("[role=radio], [role=checkbox]").first.click()
    page.get_by_label("Explanation", exact=True).fill(TEXT)
    page.get_by_label("Question", exact=True).fill("What does the image imply?")
    for at, option in enumerate(page.get_by_role("textbox", name="Option ").all()):
        option.fill(f"What number {at} of six different things means")
    page.get_by_role("button", name="A is the correct answer").click()


if __name__ == "__main__":
    sys.exit(main())
