"""Every page, looked at: wide and narrow, light and dark, English and 中文.

Each page is seen twice, turned so that all sizes, themes and languages come round. What
is found goes into one list, so that one run says everything.
"""

import itertools
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.journeys.dialogs import DIALOGS, Opening, after_the_session, by_hovering
from tests.journeys.looking import (
    DESK,
    DESK_DARK,
    PHONE,
    PHONE_DARK,
    View,
    look,
    look_on_paper,
    settle,
    turn,
)
from tests.journeys.person import PATIENCE_MS, WORK_MS, Person, arrive
from tests.journeys.product import Product, manage

pytestmark = pytest.mark.timeout(900)

TURNS: list[list[tuple[View, str]]] = [
    [(DESK, "en"), (PHONE_DARK, "zh")],
    [(DESK_DARK, "zh"), (PHONE, "en")],
]
PROJECT = [
    "overview",
    "import",
    "images",
    "duplicates",
    "stages/text_area",
    "funnel",
    "screen",
    "annotate",
    "my-work",
    "items",
    "talk",
    "adjudicate",
    "validate",
    "rework",
    "questions",
    "make-questions",
    "balance",
    "calibration",
    "calibration/onboarding",
    "calibration/gold",
    "people",
    "people/agreement",
    "releases",
    "evaluation",
    "protocol",
    "settings",
    "history",
]


@pytest.fixture(scope="module")
def finished(product: Product) -> str:
    """The address of the project that a simulated crew takes to a release."""
    done = manage(
        product.data_dir, "demo_prepare", "--finished", extra={"SUBTEXT_DEMO": "true"}
    )
    assert done.returncode == 0, done.stderr
    return "/projects/finished"


class Gallery:
    """One person before many pages, in both languages."""

    def __init__(self, browser: Browser, product: Product, name: str | None) -> None:
        self.people = {
            locale: self._arrived(browser, product, name, locale)
            for locale in ("en", "zh")
        }
        self.turns = itertools.cycle(TURNS)
        self.single = itertools.cycle(itertools.chain(*TURNS))
        self.complaints: list[str] = []

    @staticmethod
    def _arrived(
        browser: Browser, product: Product, name: str | None, locale: str
    ) -> Person:
        context = browser.new_context()
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(f"localStorage.setItem('subtext.locale', '{locale}')")
        person = Person(product, context)
        return person.log_in(name) if name else person

    def show(self, path: str, name: str) -> None:
        for view, locale in next(self.turns):
            person = self.people[locale]
            turn(person.page, view)
            page = person.go(path)
            self.complaints += look(page, name, view, locale)
            self.complaints += [f"{name}: {problem}" for problem in person.problems]
            person.problems.clear()
        self.complaints += look_on_paper(page, name)

    def show_opened(self, path: str, name: str, opening: Opening) -> None:
        """A dialog of a page, in one way only: what is around it was seen."""
        view, locale = next(self.single)
        person = self.people[locale]
        turn(person.page, view)
        page = person.go(path)
        settle(page)
        opening(page, locale)
        self.complaints += look(page, name, view, locale)
        self.complaints += [f"{name}: {problem}" for problem in person.problems]
        person.problems.clear()

    def close(self) -> None:
        for person in self.people.values():
            person.context.close()


def seen(
    browser: Browser, product: Product, name: str | None, pages: dict[str, str]
) -> list[str]:
    """What somebody would complain about in these pages (name: address)."""
    gallery = Gallery(browser, product, name)
    for page, path in pages.items():
        gallery.show(path, page)
    gallery.close()
    return gallery.complaints


FAULTS = """<!doctype html><html lang="zh"><title>Page</title><main>
<h1>overview.title</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
<div style="width: 3000px">宽</div><button>打印</button></main></html>"""


def test_each_kind_of_fault_is_complained_of(browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_content(FAULTS)
    complaints = "\n".join(look(page, "no-such-page", PHONE, "zh"))
    for fault in (
        "page found: True",
        "px wide in",
        "no text for 'overview.title'",
        "image-alt",
    ):
        assert fault in complaints
    assert "on paper: " in "\n".join(look_on_paper(page, "faults"))
    context.close()


def test_before_somebody_logs_in(browser: Browser, product: Product) -> None:
    assert (
        seen(browser, product, None, {"login": "/login", "password": "/password"}) == []
    )


@pytest.mark.slow
def test_the_demo_project_as_its_maintainer(browser: Browser, product: Product) -> None:
    pages = {
        "projects": "/projects",
        "new-project": "/new-project",
        "account": "/account",
        "system": "/system",
        **{
            f"demo-{page.replace('/', '-')}": f"/projects/demo/{page}"
            for page in PROJECT
        },
        "demo-parameters": "/projects/demo/duplicates/parameters",
        "demo-excluded": "/projects/demo/funnel/excluded",
        "demo-import-addresses": "/projects/demo/import?where=addresses",
        "demo-undecided": "/projects/demo/screen/undecided",
        "demo-image": "/projects/demo/images/1",
        "demo-protocol-edit": "/projects/demo/protocol/edit",
        "demo-protocol-version": "/projects/demo/protocol/versions/1",
        "demo-no-such-page": "/projects/demo/nothing",
    }
    assert seen(browser, product, "Mateo", pages) == []


@pytest.mark.slow
def test_the_demo_project_as_an_annotator(browser: Browser, product: Product) -> None:
    mine = [
        "overview",
        "welcome",
        "guide",
        "screen",
        "annotate",
        "validate",
        "rework",
        "my-work",
        "calibration",
        "talk",
    ]
    pages = {f"ada-{page}": f"/projects/demo/{page}" for page in mine}
    pages["ada-glossary"] = "/glossary"
    assert seen(browser, product, "Ada", pages) == []


def test_a_term_is_defined_in_both_languages(
    browser: Browser, product: Product
) -> None:
    gallery = Gallery(browser, product, "Mateo")
    definition = by_hovering("item", en="items", zh="条目")
    for _wide_in_english_then_narrow_in_chinese in range(2):
        gallery.show_opened("/projects/demo/items", "term", definition)
    gallery.close()
    assert gallery.complaints == []


@pytest.mark.slow
def test_a_finished_project(browser: Browser, product: Product, finished: str) -> None:
    scores = run_of(browser, product, finished)
    full = [
        "overview",
        "funnel",
        "items",
        "balance",
        "calibration/onboarding",
        "calibration/gold",
        "questions",
        "people",
        "people/agreement",
        "releases",
        "evaluation",
    ]
    tabs = ["statistics", "changes", "files", "load", "runs"]
    pages = {
        **{f"finished-{page.replace('/', '-')}": f"{finished}/{page}" for page in full},
        "finished-item": f"{finished}/items/1",
        "finished-person": person_of(browser, product, finished),
        "finished-agreement-ac": f"{finished}/people/agreement?measure=gwet_ac",
        **{
            f"finished-release-{tab}": f"{finished}/releases/1.0.0?tab={tab}"
            for tab in tabs
        },
        **{
            f"finished-evaluation-{part}": f"{finished}/evaluation/{part}"
            for part in [
                "compare",
                "releases",
                "shortcuts",
                "errors",
                "tables",
                "outside",
            ]
        },
        "finished-run": scores,
        "finished-run-choices": f"{scores}?tab=choices",
        "finished-run-samples": f"{scores}?tab=samples",
        "finished-run-sheet": f"{scores}?tab=sheet",
    }
    assert seen(browser, product, "Mateo", pages) == []


@pytest.mark.slow
def test_its_dialogs(browser: Browser, product: Product, finished: str) -> None:
    gallery = Gallery(browser, product, "Mateo")
    for name, (path, opening) in DIALOGS.items():
        gallery.show_opened(f"{finished}/{path}", f"dialog-{name}", opening)
    assert gallery.complaints == []
    # Last, since nobody is logged in after it, as the browser says too.
    gallery.show_opened("/account", "dialog-session-over", after_the_session)
    gallery.close()
    assert [one for one in gallery.complaints if "401" not in one] == []


def person_of(browser: Browser, product: Product, project: str) -> str:
    """The address of an annotator's page: the name in the table leads there."""
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go(f"{project}/people")
    table = page.get_by_role("table", name="Work by person")
    table.get_by_role("link").first.click()
    page.wait_for_url("**/people/*")
    address = urlsplit(page.url).path
    mateo.context.close()
    return address


def run_of(browser: Browser, product: Product, project: str) -> str:
    """The address of a baseline's run: its name on the leaderboard leads there."""
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go(f"{project}/evaluation")
    page.get_by_role("link", name="Frequent choice").first.click(timeout=WORK_MS)
    page.wait_for_url("**/runs/*")
    address = urlsplit(page.url).path
    mateo.context.close()
    return address
