"""What follows a release: models, their errors, people outside, errata, a takedown.

Once at a desk in English and once on a phone in 中文.
"""

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.journeys.desk import Desk, at_desk
from tests.journeys.looking import DESK, PHONE_DARK
from tests.journeys.person import WORK_MS
from tests.journeys.product import MODEL_PORTS, OPEN_SOURCE, Product, manage
from tests.support.model_server import Reply, model_server

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]

IMAGES = 14
REASON = "The photographer asked for it."
LAB = "Visiting lab"


def test_from_a_release_to_the_next(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    # The second shows what the first has released: the gate holds it up.
    # Both hold the work of a simulated crew, which it holds up as well.
    for locale, view, lines in (("en", DESK, 1), ("zh", PHONE_DARK, 2)):
        validated_project(product, tmp_path, f"after-{locale}")
        with at_desk(
            browser, product, "Mateo", f"after-{locale}", locale, view, "after"
        ) as mateo:
            if lines > 1:
                a_image_that_was_released_is_kept(mateo)
            a_version_is_cut(mateo, "1.0.0", blocked_by=lines)
            two_models_are_asked(mateo)
            a_key_that_none_follows_goes_back(mateo)
            wrong_answers_are_marked(mateo)
            folder = exported(product, tmp_path, mateo.project)
            somebody_outside_sends_predictions(mateo, folder)
            others_results_are_taken_in(mateo, folder)
            an_erratum_is_noted(mateo)
            a_image_is_taken_down(mateo)
            a_version_is_withdrawn(mateo)
            assert mateo.complaints == []
            assert mateo.person.problems == []


def validated_project(product: Product, folder: Path, slug: str) -> None:
    """A project of Mateo's that a simulated crew has taken to the end."""
    files = {f"{n:02}.png": encoded(draw(300 + n, (320, 240))) for n in range(IMAGES)}
    raw = folder_of(folder / slug, files)
    name = "--name=After the release"
    for command in (
        [
            "project_create",
            slug,
            "--protocol=ii-bench",
            name,
            "--maintainer=demo-mateo",
        ],
        ["images_import", slug, str(raw), *OPEN_SOURCE],
        ["curation_run", slug, "--wait"],
        ["crew_simulate", slug, "--people=8", "--accuracy=0.97", "--seed=3"],
    ):
        done = manage(product.data_dir, *command, extra={"SUBTEXT_DEMO": "true"})
        assert done.returncode == 0, done.stderr


def exported(product: Product, folder: Path, slug: str) -> Path:
    """The release as everybody gets it."""
    there = folder / f"{slug}-1.0.0"
    done = manage(product.data_dir, "release_export", slug, "1.0.0", str(there))
    assert done.returncode == 0, done.stderr
    return there


def a_image_that_was_released_is_kept(mateo: Desk) -> None:
    page = mateo.go("duplicates")
    keep = mateo.button("duplicates:matches.keep")
    expect(keep.first).to_be_visible()
    before = keep.count()
    keep.first.scroll_into_view_if_needed()
    mateo.looks_at("released-already")
    keep.first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Asked about anew.")
    mateo.looks_at("released-keep")
    mateo.button("duplicates:matches.keep", dialog).click()
    done = mateo.say("duplicates:matches.say.kept.done")
    expect(page.get_by_text(done)).to_be_visible()
    expect(keep).to_have_count(before - 1)


def a_version_is_cut(mateo: Desk, version: str, *, blocked_by: int) -> None:
    """The keys of its test split stay here; what blocks is let pass with a reason."""
    page = mateo.go("releases")
    mateo.button("releases:cut.action", version=version).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="test").check()
    lines = dialog.get_by_placeholder(mateo.say("releases:cut.whyPass"))
    expect(lines).to_have_count(blocked_by)
    for line in lines.all():
        line.fill("Drawn for trying out.")
    mateo.looks_at("cut")
    mateo.button("releases:cut.action", dialog, version=version).click()
    expect(page.get_by_role("link", name=version, exact=True)).to_be_visible(
        timeout=WORK_MS
    )


def two_models_are_asked(mateo: Desk) -> None:
    """One that always says A, another that always says B."""
    page = mateo.go("evaluation")
    with (
        model_server(lambda _: Reply("A"), port=MODEL_PORTS["laboratory"]),
        model_server(lambda _: Reply("B"), port=MODEL_PORTS["bought"]),
    ):
        for name, endpoint in (("Always A", "laboratory"), ("Always B", "bought")):
            mateo.button("evaluation:start.open").click()
            dialog = page.get_by_role("dialog")
            model = mateo.say("evaluation:start.model")
            dialog.get_by_role("textbox", name=model).fill(name)
            endpoints = dialog.get_by_label(mateo.say("evaluation:start.endpoint"))
            endpoints.select_option(endpoint)
            mateo.looks_at("run-form")
            mateo.button("evaluation:start.action", dialog, count=1).click()
            expect(dialog).to_be_hidden()
        for name in ("Always A", "Always B"):
            expect(board_row(mateo, name)).to_contain_text("%", timeout=WORK_MS)
    mateo.looks_at("leaderboard")


def board_row(mateo: Desk, model: str) -> Locator:
    board = mateo.page.get_by_role(
        "table", name=mateo.say("evaluation:parts.leaderboard")
    )
    return board.get_by_role("row").filter(has_text=model)


def a_key_that_none_follows_goes_back(mateo: Desk) -> None:
    page = mateo.go("evaluation/shortcuts")
    send = mateo.button("evaluation:suspects.send")
    expect(send.first).to_be_visible()
    mateo.looks_at("suspects")
    before = send.count()
    send.first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Look at the hands once more.")
    mateo.looks_at("suspect-dialog")
    mateo.button("evaluation:suspects.send", dialog).click()
    expect(page.get_by_text(mateo.say("evaluation:suspects.sent"))).to_be_visible()
    expect(send).to_have_count(before - 1)


def wrong_answers_are_marked(mateo: Desk) -> None:
    page = mateo.go("evaluation/errors")
    mateo.button("evaluation:errors.draw").first.click()
    dialog = page.get_by_role("dialog")
    runs = dialog.get_by_label(mateo.say("evaluation:errors.run"))
    # Which questions are asked differs; most of them are wrong in one of the two.
    worst = runs.locator("option").filter(has_text="Always").last
    runs.select_option(worst.get_attribute("value"))
    dialog.get_by_label(mateo.say("evaluation:errors.size")).fill("2")
    mateo.looks_at("draw")
    mateo.button("evaluation:errors.draw", dialog).click()
    save = mateo.button("evaluation:errors.save")
    expect(save).to_be_disabled()
    mateo.looks_at("marking")
    what = page.get_by_role("group", name=mateo.say("evaluation:errors.what"))
    for at in (1, 2):
        place = mateo.say("evaluation:samples.at", at=at, total=2)
        expect(page.get_by_text(place, exact=True)).to_be_visible()
        what.get_by_role("checkbox").first.click()
        save.click()
    # What came of it stands there once the last is marked.
    marked = page.get_by_text(mateo.say("evaluation:errors.marked")).locator("..")
    expect(marked).to_contain_text(mateo.say("evaluation:runs.of", done=2, total=2))
    expect(page.get_by_text(mateo.say("evaluation:marking.done"))).to_be_visible()
    mateo.looks_at("marked")


def somebody_outside_sends_predictions(mateo: Desk, folder: Path) -> None:
    """With the command that the page shows; a revoked key opens nothing."""
    page = mateo.go("evaluation/outside")
    page.get_by_label(mateo.say("evaluation:outside.name")).fill(LAB)
    mateo.button("evaluation:outside.admit").click()
    shown = page.get_by_role("figure", name=mateo.say("evaluation:outside.key"))
    key = re.search(r"Bearer ([^\s\"]+)", shown.inner_text())
    assert key is not None
    mateo.looks_at("entrant")
    answers = predictions(folder, "C")
    refused = sent(mateo, key[1], answers[:1])
    assert refused.status_code == 400, refused.text
    taken = sent(mateo, key[1], answers)
    assert taken.status_code == 201, taken.text
    page.reload()
    table = page.get_by_role("table", name=mateo.say("evaluation:outside.entrants"))
    row = table.get_by_role("row").filter(has_text=LAB)
    mateo.button("evaluation:outside.revoke", row).click()
    mateo.button("evaluation:outside.revoke", page.get_by_role("dialog")).click()
    expect(row).to_contain_text(mateo.say("evaluation:outside.revoked"))
    assert sent(mateo, key[1], answers).status_code in (401, 403)


def predictions(folder: Path, letter: str) -> list[dict[str, str]]:
    """The same letter for every question of a release's test split."""
    lines = (folder / "questions" / "test.jsonl").read_text("utf-8").splitlines()
    return [{"id": json.loads(line)["id"], "answer": letter} for line in lines]


def as_lines(answers: list[dict[str, str]]) -> bytes:
    return "\n".join(json.dumps(answer) for answer in answers).encode()


def sent(mateo: Desk, key: str, answers: list[dict[str, str]]) -> httpx.Response:
    """How the server takes predictions."""
    return httpx.post(
        f"{mateo.person.url}/api/predictions/",
        headers={"Authorization": f"Bearer {key}"},
        data={"version": "1.0.0", "model": "Always C"},
        files={"file": ("predictions.jsonl", as_lines(answers))},
    )


def others_results_are_taken_in(mateo: Desk, folder: Path) -> None:
    page = mateo.go("evaluation/outside")
    form = page.get_by_role("region", name=mateo.say("evaluation:outside.import"))
    with page.expect_file_chooser() as choosing:
        form.get_by_role("button", name=mateo.say("evaluation:outside.file")).click()
    lines = as_lines(predictions(folder, "D"))
    choosing.value.set_files(
        {"name": "d.jsonl", "mimeType": "application/json", "buffer": lines}
    )
    model = form.get_by_role("textbox", name=mateo.say("evaluation:model"))
    model.fill("Always D, elsewhere")
    mateo.button("evaluation:outside.take", form).click()
    page.wait_for_url("**/runs/*")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Always D, elsewhere")
    mateo.looks_at("imported-run")


def an_erratum_is_noted(mateo: Desk) -> None:
    page = mateo.go("releases/1.0.0")
    dialog = afterwards(mateo, "erratum")
    mateo.looks_at("erratum")
    dialog.get_by_label(mateo.say("common:reason.label")).fill("A typo in one stem.")
    mateo.button("releases:erratum.action", dialog).click()
    done = mateo.say("releases:erratum.done", version="1.0.0")
    expect(page.get_by_text(done)).to_be_visible()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("A typo in one stem.")).to_be_visible()
    mateo.looks_at("noted")


def afterwards(mateo: Desk, what: str) -> Locator:
    """The dialog behind an entry of the menu of what may follow."""
    mateo.button("releases:afterwards").click()
    entry = mateo.page.get_by_role(
        "menuitem", name=mateo.say(f"releases:{what}.action")
    )
    entry.click()
    return mateo.page.get_by_role("dialog")


def a_image_is_taken_down(mateo: Desk) -> None:
    """The version that holds it is withdrawn, the next is cut without it."""
    image = released_image(mateo)
    page = mateo.go(f"images/{image}")
    mateo.button("takedown:action.image").click()
    dialog = page.get_by_role("dialog")
    name = mateo.say("common:item.numbered", number=item_number(mateo, image))
    expect(dialog.get_by_role("img", name=name, exact=True)).to_be_visible()
    dialog.get_by_label(mateo.say("common:reason.label")).fill(REASON)
    action = mateo.button("takedown:action.image", dialog)
    expect(action).to_be_disabled()
    confirm = mateo.say("takedown:confirm", version="1.0.0")
    dialog.get_by_label(confirm).fill("1.0.0")
    mateo.looks_at("takedown")
    action.click()
    page.wait_for_url("**/releases")
    expect(page.get_by_role("link", name="2.0.0", exact=True)).to_be_visible(
        timeout=WORK_MS
    )
    mateo.looks_at("taken-down")
    mateo.go("releases/1.0.0")
    expect(page.get_by_text(REASON).first).to_be_visible()
    mateo.looks_at("withdrawn")


def released_image(mateo: Desk) -> int:
    """The id of an image that the release shows."""
    answer = mateo.page.request.get(
        f"{mateo.person.url}/api/projects/{mateo.project}/images/?status=accepted"
    )
    image: int = answer.json()["results"][0]["id"]
    return image


def item_number(mateo: Desk, image: int) -> int:
    """The number by which people know the item of an image."""
    answer = mateo.page.request.get(
        f"{mateo.person.url}/api/projects/{mateo.project}/items/?image={image}"
    )
    number: int = answer.json()["results"][0]["number"]
    return number


def a_version_is_withdrawn(mateo: Desk) -> None:
    page = mateo.go("releases/2.0.0")
    dialog = afterwards(mateo, "yank")
    mateo.looks_at("withdraw")
    dialog.get_by_label(mateo.say("common:reason.label")).fill("Cut too early.")
    mateo.button("releases:yank.action", dialog).click()
    done = mateo.say("releases:yank.done", version="2.0.0")
    expect(page.get_by_text(done)).to_be_visible()
    expect(page.get_by_text("Cut too early.").first).to_be_visible()
