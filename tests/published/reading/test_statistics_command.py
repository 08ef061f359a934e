"""``release_statistics`` counts releases and sets that others have published."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from releases.content.domain.statistics import compute_statistics
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.releases.samples import frozen_release, written


def record(number: int, text: str, **meta: Any) -> dict[str, Any]:
    """A record in II-Bench's layout; equal texts are of one image."""
    return {
        "local_path": f"images/test/test-{number}.jpg",
        "questions": [
            {
                "id": f"test-{number}",
                "question": "What is implied here?",
                "options": [f"Reading {number}.{at} of it" for at in range(6)],
            }
        ],
        "meta_data": {
            "image_type": ["Illustration"],
            "difficulty": "Middle",
            "domain": "Life",
            "emotion": "Neutral",
            "rhetoric": ["Metaphor"],
            "explanation": text,
            **meta,
        },
    }


@pytest.fixture
def extract(tmp_path: Path) -> Path:
    """Four questions on three images, with the drifting types of the published data."""
    tree = "A tree grows out of a book."
    both = {"image_type": ["Illustration", "Poster"], "rhetoric": "Exaggerate"}
    records = [
        record(1, tree),
        record(2, tree),
        record(3, "A clock melts.", **both),
        record(4, "A fish reads.", domain="Others", difficulty="Hard"),
    ]
    file = tmp_path / "test.json"
    file.write_text(json.dumps(records))
    return file


def counted(place: Path, *options: str) -> dict[str, Any]:
    out = StringIO()
    call_command("release_statistics", str(place), "--json", *options, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def questions_by_choice(found: dict[str, Any], field: str) -> dict[str, int]:
    (one,) = [entry for entry in found["fields"] if entry["id"] == field]
    return {
        choice["id"]: choice["questions"]
        for choice in one["choices"]
        if choice["questions"]
    }


def test_a_published_set_is_counted_by_image_and_by_question(extract: Path) -> None:
    found = counted(extract)
    assert (found["images"], found["questions"]) == (3, 4)
    assert questions_by_choice(found, "image_type") == {"illustration": 4, "poster": 1}
    assert questions_by_choice(found, "rhetoric") == {"metaphor": 3, "exaggerate": 1}
    assert questions_by_choice(found, "domain") == {"life": 3, "others": 1}
    assert questions_by_choice(found, "difficulty") == {"middle": 3, "hard": 1}
    (types,) = [one for one in found["fields"] if one["id"] == "image_type"]
    assert [one["items"] for one in types["choices"] if one["items"]] == [3, 1]


def test_the_tables_can_be_printed_for_a_paper(extract: Path) -> None:
    out = StringIO()
    call_command("release_statistics", str(extract), "--format", "csv", stdout=out)
    rows = list(csv.reader(StringIO(out.getvalue())))
    assert ["Totals", "test (questions)", "4"] in rows
    out = StringIO()
    call_command("release_statistics", str(extract), "--format", "latex", stdout=out)
    assert r"Illustration & 3 & 75.00\%" in out.getvalue()


@pytest.mark.parametrize("name", ["ii-bench", "toy"])
def test_a_release_folder_counts_as_the_release_does(
    name: str, toy_protocol: Protocol, tmp_path: Path
) -> None:
    protocol = toy_protocol if name == "toy" else shipped_protocol(name)
    release = frozen_release(protocol)
    written(release, tmp_path)
    assert counted(tmp_path) == compute_statistics(release).data()
    assert counted(tmp_path) == json.loads((tmp_path / "statistics.json").read_text())


def test_what_cannot_be_counted_is_named(extract: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no such file"):
        counted(tmp_path / "nowhere")
    extract.write_text(json.dumps([record(1, "x", domain="Alchemy")]))
    with pytest.raises(CommandError, match=r"test\.json.*Alchemy"):
        counted(extract)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/benchmark.json").write_text("{}")
    with pytest.raises(CommandError, match=r"benchmark\.json"):
        counted(tmp_path / "broken")
