"""Cost of a key press in a full annotation form.

Milliseconds of processor of the page's main thread from one key to the next (scripts,
style, layout, paint, as Chromium counts its tasks), typed into the last option of a form
whose every question is open and whose checks are shown. The project “Started” of a
running demo (`make run`) is measured, and beside it a page that holds one text area and
nothing else: what no form can be faster than.
"""

import re
import shutil
import statistics
import sys

from playwright.sync_api import CDPSession, Page, expect, sync_playwright

from benchmarks.results import Results, benchmark_parser

WORDS = "what the angler keeps and what the sea counts "
PAUSE_MS = 60
"""Between two keys: a fast typist's."""
REST_MS = 1500
"""After a word: the draft is saved and the checks answer, outside of what is counted."""
CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu"]


def main() -> int:
    parser = benchmark_parser("typing", __doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8600", help="the demo")
    parser.add_argument("--keys", type=int, default=200, help="keys to type")
    options = parser.parse_args()
    results = Results(options)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_content("<textarea aria-label='Option A'></textarea>")
        bare = type_keys(page, options.keys)
        log_in(page, options.url)
        open_form(page, options.url)
        fill(page)
        form = type_keys(page, options.keys)
    results.print_table(
        "keys",
        ("page", "keys", "median ms", "95 % ms", "longest ms"),
        row("a bare text area", bare),
        row("the form", form),
        (
            "ratio",
            "",
            f"{statistics.median(form) / statistics.median(bare):.1f}",
            f"{late(form) / late(bare):.1f}",
            f"{max(form) / max(bare):.1f}",
        ),
    )
    return 0


def row(name: str, costs: list[float]) -> tuple[str, ...]:
    times = (statistics.median(costs), late(costs), max(costs))
    return (name, str(len(costs)), *(f"{time:.1f}" for time in times))


def late(costs: list[float]) -> float:
    """Return what 95 % of the keys cost at most."""
    return statistics.quantiles(costs, n=20)[-1]


def log_in(page: Page, url: str) -> None:
    page.goto(f"{url}/login")
    page.get_by_role("button", name="Ada", exact=True).click()
    page.wait_for_url("**/projects")


def open_form(page: Page, url: str) -> None:
    """Open the form of an item to annotate."""
    page.goto(f"{url}/projects/started/annotate")
    expect(page.get_by_label("Explanation", exact=True)).to_be_visible()


def fill(page: Page) -> None:
    """Leave every question open and unfinished, with two options that read the same."""
    page.get_by_label("Explanation", exact=True).fill("Too short.")
    add = page.get_by_role("button", name=re.compile("^Add question"))
    while add.count() and add.is_enabled():
        add.click()
    for letter in "AB":
        page.get_by_role("textbox", name=f"Option {letter}").last.fill("the same words")
    page.wait_for_timeout(REST_MS)


def type_keys(page: Page, count: int) -> list[float]:
    """Type into the last option; return what each key cost, in milliseconds."""
    page.get_by_role("textbox", name=re.compile("^Option ")).last.focus()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    idle = statistics.median(cost(page, session, None) for _ in range(10))
    costs = []
    for at in range(count):
        letter = WORDS[at % len(WORDS)]
        costs.append(cost(page, session, letter) - idle)
        if letter == " ":
            page.wait_for_timeout(REST_MS)
    return costs


def cost(page: Page, session: CDPSession, letter: str | None) -> float:
    """Return the milliseconds of the main thread until the next key; None types none.

    Without a key it is what asking for the figure costs.
    """
    before = busy(session)
    if letter is not None:
        page.keyboard.press("Space" if letter == " " else letter)
    page.wait_for_timeout(PAUSE_MS)
    return 1000 * (busy(session) - before)


def busy(session: CDPSession) -> float:
    """Return the seconds of the main thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(
        next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
    )


if __name__ == "__main__":
    sys.exit(main())
