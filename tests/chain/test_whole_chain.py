"""From a folder of raw files to a score, by the commands alone, in two protocols."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Annotation, Item, Slot
from projects.domain.shipped import FOLDER
from review.models import Case, Verdict
from tests.curation.pictures import draw, encoded, folder_of
from tests.support.model_server import KnowsKeys, Reply, model_server

pytestmark = pytest.mark.django_db(transaction=True)


def command(called: str, /, *arguments: str, **options: Any) -> dict[str, Any]:
    """Run a command with ``--json`` and read what it printed."""
    out = io.StringIO()
    call_command(called, *arguments, json=True, stdout=out, **options)
    printed: dict[str, Any] = json.loads(out.getvalue())
    return printed


def raw_files(folder: Path, pictures: int) -> Path:
    """Distinct pictures, a copy, a re-encoded one, and a broken file."""
    files = {f"{n:02}.png": encoded(draw(n)) for n in range(pictures)}
    files["again/00.png"] = files["00.png"]
    files["again/01.jpg"] = encoded(draw(1), "JPEG", quality=80)
    files["broken.png"] = files["02.png"][:300]
    return folder_of(folder, files)


def finished(protocol: str, folder: Path, *, pictures: int, people: int) -> str:
    """A project taken to its last validation round; its slug."""
    slug = "chain"
    command("project_create", slug, protocol=protocol, name="A chain")
    imported = command(
        "images_import",
        slug,
        str(raw_files(folder, pictures)),
        source="Drawn",
        licence="CC0-1.0",
    )
    assert imported["imported"] == pictures + 1
    assert imported["already_present"] == 1
    assert [row["path"] for row in imported["rejected"]] == ["broken.png"]
    funnel = command("curation_run", slug, wait=True)["funnel"]
    assert funnel["duplicate"] == 1
    assert funnel["in_screening"] == pictures, funnel
    done = command("crew_simulate", slug, people=people, accuracy=0.95, seed=3)
    assert done["screening"] >= pictures
    return slug


def test_the_toy_protocol_from_raw_files_to_a_score(tmp_path: Path) -> None:
    toy = str(Path(__file__).parent.parent / "protocols" / "toy.yaml")
    slug = finished(toy, tmp_path / "raw", pictures=16, people=6)

    items = Item.objects.filter(project__slug=slug)
    assert 6 <= items.count() <= 8
    for item in items:
        assert item.places.count() == 2
        slots = Slot.objects.filter(item=item, status="submitted")
        assert slots.count() == 3
        assert len({slot.person_id for slot in slots}) == 3
    assert set(Case.objects.values_list("status", flat=True)) <= {
        "validated",
        "dropped",
    }
    released = command(
        "release_cut",
        slug,
        "1.0.0",
        wait=True,
        override=["agreement=A chain of a few pairs says nothing of agreement."],
    )
    assert released["status"] == "published"
    exported = tmp_path / "exported"
    command("release_export", slug, "1.0.0", str(exported))
    assert command("release_verify", str(exported))["sha256"] == released["sha256"]

    main = next(s for s in released["splits"] if s["split"] == "main")
    score = command(
        "evaluation_run", slug, "1.0.0", model="guess", backend="random", wait=True
    )
    assert score["overall"]["n"] == main["questions"]
    moods = score["slices"]["mood"].values()
    assert sum(tally["n"] for tally in moods) == main["questions"]


def test_ii_bench_against_a_served_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_BACKOFF", "0.01")
    slug = finished(
        str(FOLDER / "ii-bench.yaml"), tmp_path / "raw", pictures=8, people=10
    )
    assert Annotation.objects.count() == 2 * Item.objects.count()
    assert Verdict.objects.filter(passed=True).count() >= Item.objects.count()
    overrides = ["agreement=Eight drawn pictures say nothing of agreement."]
    released = command("release_cut", slug, "1.0.0", wait=True, override=overrides)
    folder = tmp_path / "exported"
    command("release_export", slug, "1.0.0", str(folder))
    questions = [
        json.loads(line)
        for file in (folder / "questions").glob("*.jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    assert len(questions) == released["questions"]
    knows = KnowsKeys(questions, accuracy=1)
    busy = iter([True, True])

    def behaviour(asked: Any) -> Reply:
        if next(busy, False):
            return Reply(status=429, headers={"Retry-After": "0"})
        return knows(asked)

    with model_server(behaviour) as server:
        for setting in ("none", "cot", "emotion"):
            score = command(
                "evaluation_run",
                slug,
                "1.0.0",
                model="served",
                base_url=server.base_url,
                setting=setting,
                wait=True,
            )
            overall = score["overall"]
            assert overall["n"] == score["questions"] > 0
            assert overall["incorrect"] == overall["error"] == 0


def test_a_command_says_in_one_line_what_is_wrong() -> None:
    with pytest.raises(CommandError, match="no project 'nothing'"):
        command("curation_run", "nothing", wait=True)
    with pytest.raises(CommandError, match="no such protocol; there are"):
        command("project_create", "x", protocol="nonsense", name="X")
