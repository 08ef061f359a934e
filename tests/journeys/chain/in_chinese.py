"""What maintainers do in 中文 from the first picture to a version."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.journeys.looking import DESK, PHONE, look
from tests.journeys.person import WIDE, WORK_MS
from tests.journeys.product import Product, manage
from tests.journeys.words import zh


def work(product: Product, *command: str) -> None:
    """One command over the product's folder, which has to succeed."""
    done = manage(product.data_dir, *command, extra={"SUBTEXT_DEMO": "true"})
    assert done.returncode == 0, done.stdout + done.stderr


def import_and_filter(page: Page, raw: Path, source: str) -> None:
    """Every file of the folder, from one source, through the filters."""
    files = sorted(raw.iterdir())
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name=zh("import:drop.files"), exact=True).click()
    choosing.value.set_files(files)
    page.get_by_role("textbox", name=zh("import:source.label")).fill(source)
    page.get_by_role("combobox", name=zh("import:source.licence")).fill("CC0-1.0")
    page.keyboard.press("Escape")
    page.get_by_role("radio", name=zh("common:rights.redistribute")).check()
    page.get_by_role("button", name=zh("import:upload.start")).click()
    result = page.get_by_role("article").filter(has_text=source)
    expect(result.get_by_role("link", name=zh("import:counts.imported"))).to_have_text(
        re.compile(f"^{len(files)}"), timeout=WORK_MS
    )
    last = zh("common:filters.last").split("{{")[0].strip()
    expect(page.get_by_text(last)).to_be_visible(timeout=WORK_MS)


def invite(page: Page) -> str:
    """The link by which annotators join."""
    role = zh("common:role.annotator")
    page.get_by_role("button", name=zh("common:invite.open")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=zh("common:invite.create")).click()
    link = dialog.get_by_label(zh("common:invite.linkFor", role=role)).input_value()
    dialog.get_by_role("button", name=zh("common:invite.done")).click()
    return link


def cut(page: Page, version: str) -> None:
    """Version ``version``, with a reason for each line of the gate that may be passed."""
    offered = re.compile(
        "^" + zh("releases:cut.action", version=r"\d+\.\d+\.\d+") + "$"
    )
    page.get_by_role("button", name=offered).click()
    dialog = page.get_by_role("dialog")
    number = dialog.get_by_label(zh("releases:cut.version"), exact=True)
    number.fill(version)
    action = dialog.get_by_role(
        "button", name=zh("releases:cut.action", version=version), exact=True
    )
    expect(dialog.get_by_label(zh("releases:cut.note"), exact=True)).to_be_visible()
    for line in dialog.get_by_placeholder(zh("releases:cut.whyPass")).all():
        line.fill("几张图片说明不了一致性。")
    dialog.get_by_label(zh("releases:cut.note"), exact=True).fill("第一版。")
    for view in (DESK, PHONE):
        assert look(page, "publish", view, "zh") == []
    page.set_viewport_size(WIDE)
    action.click()
    link = page.get_by_role("link", name=version, exact=True)
    expect(link).to_be_visible(timeout=WORK_MS)
