"""A version is cut, its files are read, its baselines are scored."""

import io
import re
import zipfile
from pathlib import Path

from playwright.sync_api import expect

from tests.journeys.chain.office import Office, at_work
from tests.journeys.person import WORK_MS


def a_version_is_cut_and_scored(office: Office) -> None:
    with office.person("Mateo") as mateo:
        page = at_work(mateo, "Mateo")
        mateo.open("Releases")
        page.get_by_role("button", name="Publish 1.0.0").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_label("Version")).to_have_value("1.0.0")
        office.look(mateo, "work-cut")
        why = "Four pictures say nothing of agreement."
        for line in dialog.get_by_placeholder("Reason for the override").all():
            line.fill(why)
        dialog.get_by_label("Note").fill("The first, of four pictures.")
        dialog.get_by_role("button", name="Publish 1.0.0").click()
        version = page.get_by_role("link", name="1.0.0", exact=True)
        expect(version).to_be_visible(timeout=WORK_MS)
        expect(page.get_by_text("Published").first).to_be_visible()
        version.click()

        expect(page.get_by_role("heading", level=1)).to_contain_text("1.0.0")
        page.get_by_role("tab", name="Files").click()
        files = page.get_by_role("table", name="Files")
        for name in ("README.md", "SHA256SUMS", "manifest.json"):
            expect(files.get_by_role("link", name=name, exact=True)).to_be_visible()
        page.locator("summary").filter(has_text="images/").click()
        images = page.get_by_role("table", name="images/")
        expect(images.get_by_role("link")).to_have_count(4)
        with page.expect_download() as downloading:
            page.get_by_role("link", name=re.compile(r"^Download \(")).click()
        content = Path(downloading.value.path()).read_bytes()
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
            assert any(name.endswith("README.md") for name in archive.namelist())

        mateo.open("Evaluation")
        board = page.get_by_role("table", name="Leaderboard")
        for baseline in ("Random choice", "Frequent choice"):
            row = board.get_by_role("row").filter(has_text=baseline)
            expect(row).to_contain_text(re.compile(r"\d+(\.\d+)? ?%"), timeout=WORK_MS)
