"""Every CSV that people get opens right in Excel; the published ones have no mark."""

import codecs
import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

from releases.records.models import Release
from releases.records.selectors.files import open_release_file, release_files
from tests.contract.busy import busy_project, filled, known_ids
from tests.contract.description import api_description
from tests.support.cast import Cast, browser, make_person

pytestmark = pytest.mark.django_db


def csv_downloads() -> list[str]:
    """The path of every operation that returns CSV, by the API's description."""
    return sorted(
        path
        for path, methods in api_description()["paths"].items()
        if "text/csv"
        in methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
    )


@pytest.fixture(scope="module")
def busy(module_db: None) -> Cast:
    return busy_project()


def test_every_download_begins_with_one_mark(busy: Cast) -> None:
    paths = csv_downloads()
    assert len(paths) >= 7
    ids = known_ids(busy) | {
        "file_format": "csv",
        "form": "csv",
        "figure_id": "composition",
    }
    staff = make_person("staff")
    staff.is_staff = True
    for path in paths:
        person = busy.maintainer if path.startswith("/api/projects/") else staff
        response = browser(person).get(filled(path, ids))
        content = response.getvalue()
        assert response.status_code == 200, path
        assert response["Content-Type"] == "text/csv; charset=utf-8", path
        assert content.startswith(codecs.BOM_UTF8), path
        assert content.count(codecs.BOM_UTF8) == 1, path
        assert len(list(csv.reader(io.StringIO(content.decode("utf-8-sig")))))


def files_of_commands(folder: Path) -> Iterator[Path]:
    for name in ("annotations", "agreement", "hours", "curation"):
        file = folder / f"{name}.csv"
        call_command(
            f"{name}_export", "bench", "--format", "csv", "--out", str(file), "--json"
        )
        yield file
    for what in ("tables", "figures"):
        options = ["--format", "csv"] if what == "tables" else []
        out = f"--out={folder / what}"
        call_command(f"evaluation_{what}", "bench", "1.0.0", out, *options, "--json")
        yield from (folder / what).glob("*.csv")


def test_every_file_of_a_command_begins_with_the_mark(
    busy: Cast, tmp_path: Path
) -> None:
    files = list(files_of_commands(tmp_path))
    assert len(files) > 6
    for file in files:
        assert file.read_bytes().startswith(codecs.BOM_UTF8), file.name


def test_what_is_printed_or_published_has_none(
    busy: Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("annotations", "agreement", "hours", "curation"):
        call_command(f"{name}_export", "bench", "--format", "csv")
    assert "\ufeff" not in capsys.readouterr().out
    release = Release.objects.get()
    published = [
        file.path for file in release_files(release) if file.path.endswith(".csv")
    ]
    assert "LICENSES.csv" in published
    for path in published:
        with open_release_file(release, path) as file:
            assert not file.read().startswith(codecs.BOM_UTF8), path
