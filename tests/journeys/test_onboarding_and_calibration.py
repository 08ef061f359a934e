"""Before the real work: consent, shared pictures, and the talk about them.

Olga prepares a project that a simulated crew then works in; Ada comes to it as new.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.chain.beginning import has_come_in, invite
from tests.journeys.looking import DESK, PHONE_DARK, View, look
from tests.journeys.person import Person, arrive
from tests.journeys.product import Product, manage

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]
SLUG = "prepared"
HERE = f"/projects/{SLUG}"


@pytest.fixture(scope="module")
def links(
    browser: Browser, product: Product, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """A CII-Bench project with twelve screened pictures; ways in by role."""
    folder = folder_of(
        tmp_path_factory.mktemp("raw"),
        {f"{n}.png": encoded(draw(n)) for n in range(600, 612)},
    )
    commands = [
        f"project_create {SLUG} --protocol cii-bench --name Prepared"
        " --maintainer demo-mateo",
        f"images_import {SLUG} {folder} --source Drawn --licence CC0-1.0 --rights redistribute",
        f"curation_run {SLUG} --wait",
        f"crew_simulate {SLUG} --people 3 --until screening",
    ]
    for command in commands:
        done = manage(product.data_dir, *command.split())
        assert done.returncode == 0, done.stderr
    mateo = arrive(browser, product, "Mateo")
    page = mateo.go(f"{HERE}/people")
    found = {role: invite(page, role) for role in ("Organizer", "Annotator")}
    mateo.context.close()
    return found


def come_in(browser: Browser, product: Product, name: str, link: str) -> Person:
    person = arrive(browser, product, name)
    person.page.goto(link)
    person.page.get_by_role("button", name=name).click()
    has_come_in(person.page)
    return person


def seen(person: Person, name: str) -> list[str]:
    """What somebody would complain about, wide and narrow, in both languages."""
    views: list[tuple[View, str]] = [(PHONE_DARK, "zh"), (DESK, "en")]
    found = []
    for view, locale in views:
        person.page.evaluate(f"localStorage.setItem('subtext.locale', '{locale}')")
        person.page.reload()
        found += look(person.page, name, view, locale)
    return found


def test_from_the_first_visit_to_the_talk_about_a_shared_image(
    browser: Browser, product: Product, links: dict[str, str], tmp_path: Path
) -> None:
    complaints = []
    olga = come_in(browser, product, "Olga", links["Organizer"])
    # The address of the page in earlier versions.
    page = olga.go(f"{HERE}/calibration/first-visit")
    page.wait_for_url(f"**{HERE}/calibration/onboarding")
    page.get_by_label("Consent, English").fill("I take part; I may stop at any time.")
    page.get_by_label("Consent, 中文").fill("我自愿参加，可随时退出。")
    page.get_by_role("button", name="Publish texts").click()
    expect(page.get_by_text("The current version is 1")).to_be_visible()
    complaints += seen(olga, "prepare-first-visit")

    page.get_by_role("link", name="Calibration batch").click()
    boxes = page.get_by_role("checkbox")
    expect(boxes.first).to_be_visible()
    complaints += seen(olga, "prepare-choose")
    for at in range(2):
        boxes.nth(at).check()
    page.get_by_role("button", name="Share 2 items").click()
    expect(page.get_by_role("heading", name="Batch 1")).to_be_visible()

    done = manage(
        product.data_dir,
        *["crew_simulate", SLUG, "--people", "3", "--until", "annotation"],
    )
    assert done.returncode == 0, done.stderr

    ada = come_in(browser, product, "Ada", links["Annotator"])
    page = ada.go(f"{HERE}/annotate")
    page.wait_for_url("**/welcome")
    expect(page.get_by_role("heading", name="About the work")).to_be_visible()
    complaints += seen(ada, "prepare-welcome")
    ada.press("Control+Enter")
    expect(page.get_by_text("You agreed to version 1")).to_be_visible()
    page.get_by_role("link", name="Start annotating").click()
    expect(page.get_by_text("Everyone annotates this item")).to_be_visible()
    complaints += seen(ada, "prepare-shared-desk")
    complaints += seen_after(ada, f"{HERE}/calibration", "prepare-mine")

    page = olga.go(f"{HERE}/calibration")
    table = page.get_by_role("table", name="Results by annotator")
    expect(table.get_by_text("2 of 2")).to_have_count(3)
    complaints += seen(olga, "prepare-batch")
    page.get_by_role("link", name="Item 1").click()
    expect(page.get_by_role("table", name="Labels by annotator")).to_be_visible()
    page.get_by_label("Your view").fill("The emotion is what is meant.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("The emotion is what is meant.")).to_be_visible()
    complaints += seen(olga, "prepare-item")
    assert complaints + olga.problems + ada.problems == []


def seen_after(person: Person, path: str, name: str) -> list[str]:
    person.go(path)
    return seen(person, name)
