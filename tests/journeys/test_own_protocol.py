"""A fifth protocol, written in the browser: three options, one annotator, no rounds and a
label set of its own; a project that follows it is taken to a release."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.chain.office import Office
from tests.journeys.person import WORK_MS
from tests.journeys.product import OPEN_SOURCE, Product, manage

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

SLUG, NAME = "fifth", "The fifth"
DEMO = {"SUBTEXT_DEMO": "true"}


def test_a_protocol_is_written_and_a_project_released(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    office = Office(browser, product, tmp_path)
    with office.person("Mateo") as mateo:
        page = mateo.log_in("Mateo").page
        page.get_by_role("link", name="New project").click()
        page.get_by_role("textbox", name="Name", exact=True).fill(NAME)
        page.get_by_label("Short name").fill(SLUG)
        page.get_by_role("radio", name="CII-Bench", exact=True).check()
        page.get_by_role("button", name="Create project").click()
        expect(page.get_by_role("heading", name="Set-up")).to_be_visible()

        mateo.open("Protocol")
        page.get_by_role("link", name="Edit protocol").click()
        page.get_by_role("button", name="File", exact=True).click()
        page.get_by_role("menuitem", name="II-Bench", exact=True).click()
        expect(page.get_by_label("ID", exact=True)).to_have_value("ii-bench")
        a_label_set_of_its_own(page)
        one_annotator_and_no_rounds(page)
        office.look(mateo, "protocol-editor")
        the_rest_follows(page)
        both_views_say_the_same(page)
        put_in_force(page)
        office.look(mateo, "protocol-fifth")

        page.get_by_role("link", name="Version 2").click()
        changes = page.get_by_role("list", name=re.compile("changes"))
        expect(
            changes.get_by_text("Annotation › Independent annotators")
        ).to_be_visible()
        office.look(mateo, "protocol-changes")

    the_crew_works(product, tmp_path)
    with office.person("Mateo") as mateo:
        mateo.log_in("Mateo")
        page = mateo.go(f"/projects/{SLUG}/releases")
        page.get_by_role("button", name="Publish 1.0.0").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Note").fill("By one annotator, without rounds.")
        for line in dialog.get_by_placeholder("Reason for the override").all():
            line.fill("A crew did the work of people.")
        dialog.get_by_role("button", name="Publish 1.0.0").click()
        version = page.get_by_role("link", name="1.0.0", exact=True)
        expect(version).to_be_visible(timeout=WORK_MS)
        expect(page.get_by_text("Published").first).to_be_visible()
    assert office.problems == []


def part(page: Page, name: str) -> None:
    page.get_by_role("tab", name=re.compile(f"^{name}")).click()


def remove_all_of(page: Page, name: str) -> None:
    """Every thing of a list, the last first."""
    things = page.get_by_role("region", name=name, exact=True).locator("> details")
    expect(things).not_to_have_count(0)
    for _ in range(things.count()):
        count = things.count()
        last = things.last
        last.locator("> summary").click()
        last.get_by_role("button", name="Remove").last.click()
        expect(things).to_have_count(count - 1)


def a_label_set_of_its_own(page: Page) -> None:
    page.get_by_label("ID", exact=True).fill("fifth")
    page.get_by_label("Name", exact=True).fill("The fifth")
    part(page, "Fields")
    remove_all_of(page, "Fields")
    page.get_by_role("button", name="Add field").click()
    field = page.get_by_role("region", name="Fields", exact=True)
    field.get_by_label("ID", exact=True).first.fill("tone")
    field.get_by_label("Title (English)").first.fill("Tone")
    field.get_by_role("button", name="Add value").click()
    added = field.get_by_role("region", name="Values", exact=True)
    added = added.locator("> details").last
    added.get_by_label("ID", exact=True).fill("ironic")
    added.get_by_label("Title (English)").fill("Ironic")
    # The labels that went are named by what spoke of them.
    expect(page.get_by_role("tab", name=re.compile("^Evaluation"))).to_contain_text(
        "error"
    )


def one_annotator_and_no_rounds(page: Page) -> None:
    part(page, "Questions")
    page.get_by_label("Options per question").fill("3")
    part(page, "Annotation")
    people = page.get_by_label("Independent annotators per item")
    people.fill("12")
    expect(page.get_by_role("alert")).to_contain_text("less than or equal to 9")
    people.fill("1")
    expect(page.get_by_role("alert")).to_have_count(0)
    part(page, "Review")
    remove_all_of(page, "Validation rounds")
    for floor in ("domain", "emotion", "image_type", "difficulty", "rhetoric"):
        page.get_by_label(floor, exact=True).fill("")


def the_rest_follows(page: Page) -> None:
    """Settings, slices and baselines speak of the labels there are."""
    part(page, "Evaluation")
    settings = page.get_by_role("region", name="Settings and their prompts", exact=True)
    for keyword in ("Domain", "Emotion", "Rhetoric"):
        thing = settings.locator("> details").filter(has_text=keyword).first
        if thing.get_attribute("open") is None:
            thing.locator("> summary").click()
        thing.get_by_role("button", name="Remove").last.click()
    slices = page.get_by_role("group", name="Results broken down by")
    for slice_of in ("domain", "emotion", "image_type", "difficulty", "rhetoric"):
        slices.get_by_text(slice_of, exact=True).click()
    page.get_by_role("combobox", name="Most frequent answer by").click()
    page.get_by_role("option", name="tone", exact=True).click()
    expect(page.get_by_text("no errors.")).to_be_visible()
    preview = page.get_by_role("complementary", name="Preview of the annotation form")
    expect(preview.get_by_role("radio", name="Ironic")).to_be_visible()
    expect(preview.get_by_label("Option C", exact=True)).to_be_visible()
    expect(preview.get_by_label("Option D", exact=True)).to_have_count(0)


def both_views_say_the_same(page: Page) -> None:
    view = page.get_by_role("radiogroup", name="Protocol view")
    view.get_by_text("YAML", exact=True).click()
    source = page.get_by_role("textbox", name="Protocol in YAML")
    expect(source).to_have_value(re.compile("people: 1"))
    source.fill(source.input_value().replace("lease_minutes: 45", "lease_minutes: 30"))
    view.get_by_text("Form", exact=True).click()
    part(page, "Annotation")
    expect(page.get_by_label("Time limit without activity (minutes)")).to_have_value(
        "30"
    )


def put_in_force(page: Page) -> None:
    page.get_by_role("button", name="Review changes").click()
    expect(
        page.get_by_text("Possible only until the first item is started").first
    ).to_be_visible()
    page.get_by_role("textbox", name="Reason").fill("A small set of one's own.")
    page.get_by_role("button", name="Activate version 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The fifth")


def the_crew_works(product: Product, folder: Path) -> None:
    raw = folder_of(
        folder / "raw", {f"{n}.png": encoded(draw(n)) for n in range(500, 506)}
    )
    for command in (
        ["images_import", SLUG, str(raw), *OPEN_SOURCE],
        ["curation_run", SLUG, "--wait"],
        ["crew_simulate", SLUG, "--people=2", "--accuracy=0.95"],
    ):
        done = manage(product.data_dir, *command, extra=DEMO)
        assert done.returncode == 0, done.stderr
