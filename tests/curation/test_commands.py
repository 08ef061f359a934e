"""The commands of this stage, as a shell would call them."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core.workers import record_worker
from curation.images.selectors.images import count_images_by_state
from tests.curation.drawn_images import draw, encoded, folder_of, png
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db


def command(name: str, *args: str, **options: Any) -> str:
    out = io.StringIO()
    call_command(name, *args, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    return folder_of(
        tmp_path,
        {
            "a.png": encoded(draw(1, (640, 480))),
            "again, a.png": encoded(draw(1, (640, 480))),
            "small.jpg": encoded(draw(1, (320, 240)), "JPEG"),
            "b.png": png(2),
            "bad.jpg": b"\xff\xd8\xff no picture",
        },
    )


def imported(slug: str, raw: Path, *more: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        command(
            "images_import",
            slug,
            str(raw),
            "--source=Crawl",
            "--licence=CC0-1.0",
            "--rights=redistribute",
            "--json",
            *more,
        )
    )
    return answer


def test_the_filters_run_after_an_import(cast: Cast, raw: Path) -> None:
    imported("bench", raw)
    assert (
        count_images_by_state(cast.project)["in_screening"],
        count_images_by_state(cast.project)["imported"],
    ) == (
        2,
        0,
    )


def test_an_import_can_leave_the_filters_for_later(cast: Cast, raw: Path) -> None:
    imported("bench", raw, "--no-filters")
    assert count_images_by_state(cast.project)["imported"] == 3


def test_from_a_folder_to_the_table(cast: Cast, raw: Path) -> None:
    first = imported("bench", raw)
    assert (first["imported"], first["already_present"]) == (3, 1)
    assert [one["path"] for one in first["rejected"]] == ["bad.jpg"]
    assert first["rejected"][0]["reason"]
    second = imported("bench", raw)
    assert (second["imported"], second["already_present"]) == (0, 4)

    ran = json.loads(command("curation_run", "bench", "--wait", "--json"))
    assert ran["funnel"]["in_screening"] == 2
    assert ran["funnel"]["duplicate"] == 1
    assert set(ran["seconds"]) == {"near_duplicates", "text_area"}

    lines = command("curation_export", "bench").splitlines()
    rows = {row["original_path"]: row for row in map(json.loads, lines)}
    assert rows["a.png"]["aliases"] == ["again, a.png"]
    assert rows["a.png"]["status"] == "in_screening"
    assert rows["a.png"]["reason"] is None
    copy = rows["small.jpg"]
    assert copy["duplicate_of"] == "a.png"
    assert 0 <= copy["distance"] <= 12
    assert "certainty" in copy["reason"]

    table = csv.DictReader(
        io.StringIO(command("curation_export", "bench", "--format=csv"))
    )
    by_path = {row["original_path"]: row for row in table}
    assert json.loads(by_path["a.png"]["aliases"]) == ["again, a.png"]
    assert by_path["small.jpg"]["status"] == "duplicate"


def test_one_stage_alone_lets_nothing_through(cast: Cast, raw: Path) -> None:
    imported("bench", raw, "--no-filters")
    ran = json.loads(
        command("curation_run", "bench", "--stage=near_duplicates", "--wait", "--json")
    )
    assert ran["funnel"]["in_screening"] == 0
    assert ran["funnel"]["imported"] == 2


def test_it_does_the_job_itself_where_workers_read_only_other_queues(
    cast: Cast, raw: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_worker("gpu@elsewhere", queues=["gpu", "default"], processes=1)
    imported("bench", raw, "--no-filters")
    assert "No worker reads the queue “curation”" in capsys.readouterr().err


def test_another_protocol_runs_with_its_own_numbers(toy_cast: Cast, raw: Path) -> None:
    imported("toy", raw)
    ran = json.loads(command("curation_run", "toy", "--wait", "--json"))
    assert ran["funnel"]["in_screening"] == 2


def test_what_is_not_there_is_one_line(cast: Cast, raw: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        command("images_import", "nowhere", str(raw), "--source=x", "--licence=CC0-1.0")
    with pytest.raises(CommandError, match="rights: Must be one of redistribute"):
        command("images_import", "bench", str(raw), "--source=x", "--licence=CC0-1.0")
    with pytest.raises(CommandError, match="no file or folder"):
        command(
            "images_import",
            "bench",
            str(raw / "missing"),
            "--source=x",
            "--licence=CC0-1.0",
            "--rights=redistribute",
        )
    imported("bench", raw, "--no-filters")
    with pytest.raises(CommandError, match="other rights"):
        command(
            "images_import",
            "bench",
            str(raw),
            "--source=Crawl",
            "--licence=CC0-1.0",
            "--rights=prohibited",
        )
