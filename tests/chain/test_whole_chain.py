"""From a folder of raw files to a score, by the commands alone, in two protocols."""

import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import live_questions
from review.adjudication.models import Case
from review.rounds.models.rounds import Round, ValidationAssignment, Verdict
from subtext_protocol.shipped import FOLDER, read_protocol, shipped_protocol
from tests.curation.drawn_images import draw, encoded, folder_of
from tests.support.model_server import KnowsKeys, Reply, model_server

pytestmark = pytest.mark.django_db(transaction=True)

SIMULATED = "simulated=A crew did the work of people."


def command(called: str, /, *arguments: str, **options: Any) -> dict[str, Any]:
    """Run a command with ``--json`` and read what it printed."""
    out = io.StringIO()
    call_command(called, *arguments, json=True, stdout=out, **options)
    printed: dict[str, Any] = json.loads(out.getvalue())
    return printed


def raw_files(folder: Path, images: int) -> Path:
    """Distinct pictures, a copy, a re-encoded one, and a broken file."""
    files = {f"{n:02}.png": encoded(draw(n)) for n in range(images)}
    files["again/00.png"] = files["00.png"]
    files["again/01.jpg"] = encoded(draw(1), "JPEG", quality=80)
    files["broken.png"] = files["02.png"][:300]
    return folder_of(folder, files)


def finished(protocol: str, folder: Path, *, images: int, people: int) -> str:
    """A project taken to its last validation round; its slug."""
    slug = "chain"
    command("project_create", slug, protocol=protocol, name="A chain")
    imported = command(
        "images_import",
        slug,
        str(raw_files(folder, images)),
        source="Drawn",
        licence="CC0-1.0",
        rights="redistribute",
    )
    assert imported["imported"] == images + 1
    assert imported["already_present"] == 1
    assert [row["path"] for row in imported["rejected"]] == ["broken.png"]
    funnel = command("curation_run", slug, wait=True)["funnel"]
    assert funnel["duplicate"] == 1
    assert funnel["in_screening"] == images, funnel
    done = command("crew_simulate", slug, people=people, accuracy=0.95, seed=3)
    assert done["screening"] >= images
    rules = read_protocol(Path(protocol))
    judged = [
        *(["labels"] if rules.labels else []),
        *(["keys"] if rules.questions.written_by != "rule" else []),
    ]
    for what in judged:
        found = done["quality"][what]
        assert found["final"] <= found["alone"] < 0.25
    return slug


@pytest.mark.slow
def test_the_toy_protocol_from_raw_files_to_a_score(tmp_path: Path) -> None:
    toy = str(Path(__file__).parent.parent / "protocols" / "toy.yaml")
    slug = finished(toy, tmp_path / "raw", images=16, people=6)

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
        override=[
            "agreement=A chain of a few pairs says nothing of agreement.",
            SIMULATED,
        ],
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


def test_one_annotator_and_no_rounds_make_a_release(tmp_path: Path) -> None:
    solo = str(Path(__file__).parent.parent / "protocols" / "solo.yaml")
    slug = finished(solo, tmp_path / "raw", images=8, people=2)

    assert Annotation.objects.count() == Item.objects.count()
    assert set(Case.objects.values_list("status", flat=True)) == {"validated"}
    released = command("release_cut", slug, "1.0.0", wait=True, override=[SIMULATED])
    assert released["status"] == "published"
    assert released["items"] == Item.objects.count()
    exported = tmp_path / "exported"
    command("release_export", slug, "1.0.0", str(exported))
    assert command("release_verify", str(exported))["sha256"] == released["sha256"]
    score = command(
        "evaluation_run", slug, "1.0.0", model="guess", backend="random", wait=True
    )
    assert score["overall"]["n"] == released["questions"]


@pytest.mark.slow
def test_ii_bench_against_a_served_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_BACKOFF", "0.01")
    slug = finished(
        str(FOLDER / "ii-bench.yaml"), tmp_path / "raw", images=8, people=10
    )
    assert Annotation.objects.count() == 2 * Item.objects.count()
    assert Verdict.objects.filter(passed=True).count() >= Item.objects.count()
    overrides = ["agreement=Eight drawn pictures say nothing of agreement.", SIMULATED]
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


@pytest.mark.slow
def test_cmmmu_with_questions_of_every_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_BACKOFF", "0.01")
    slug = finished(str(FOLDER / "cmmmu.yaml"), tmp_path / "raw", images=14, people=6)
    released = command(
        "release_cut",
        slug,
        "1.0.0",
        wait=True,
        override=["agreement=One annotator an item agrees with nobody.", SIMULATED],
    )
    folder = tmp_path / "exported"
    command("release_export", slug, "1.0.0", str(folder))
    assert command("release_verify", str(folder))["sha256"] == released["sha256"]
    questions = [
        json.loads(line)
        for file in (folder / "questions").glob("*.jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    asked = Counter(question["format"] for question in questions)
    assert set(asked) == set(shipped_protocol("cmmmu").questions.formats)
    joined = [one for one in questions if len(one["images"]) > 1]
    assert joined
    for one in joined:
        placed = " ".join([one["stem"], *one["options"]])
        for number in range(1, len(one["images"]) + 1):
            assert f"<图片 {number}>" in placed or f"[[image {number}]]" in placed
    splits = [row["split"] for row in released["splits"] if row["questions"]]
    with model_server(KnowsKeys(questions, accuracy=1)) as server:
        score = command(
            "evaluation_run",
            slug,
            "1.0.0",
            model="served",
            base_url=server.base_url,
            splits=splits,
            wait=True,
        )
    assert score["overall"]["correct"] == score["overall"]["n"] == len(questions)
    assert {kind: tally["n"] for kind, tally in score["formats"].items()} == asked
    guessed = command(
        "evaluation_run",
        slug,
        "1.0.0",
        model="guess",
        backend="random",
        splits=splits,
        wait=True,
    )
    # Nothing can be drawn for a blank: that is a miss, not a guess.
    assert guessed["formats"]["fill_in_blank"]["miss"] == asked["fill_in_blank"]
    assert guessed["overall"]["n"] == len(questions)
    tables = command("evaluation_tables", slug, "1.0.0")["tables"]
    # The table is over the test split, which the draw may leave without a blank.
    tested = Counter(one["format"] for one in questions if one["split"] == "test")
    blanks = tested["fill_in_blank"]
    assert (f"填空题（{blanks}）" in tables["formats"]) == (blanks > 0)
    assert f"总体（{sum(tested.values())}）" in tables["formats"]
    validation = sum(question["split"] == "val" for question in questions)
    assert f"| 模型 | val 总体（{validation}） | 总体（" in tables["labels-1"]


@pytest.mark.slow
def test_imagemet_with_a_sentence_on_every_item(tmp_path: Path) -> None:
    slug = finished(str(FOLDER / "imagemet.yaml"), tmp_path / "raw", images=4, people=4)
    assert Annotation.objects.count() == 2 * Item.objects.count()
    overrides = ["agreement=Four drawn pictures say nothing of agreement.", SIMULATED]
    released = command("release_cut", slug, "1.0.0", wait=True, override=overrides)
    folder = tmp_path / "exported"
    command("release_export", slug, "1.0.0", str(folder))
    assert command("release_verify", str(folder))["sha256"] == released["sha256"]
    questions = [
        json.loads(line)
        for file in sorted((folder / "questions").glob("*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    assert len(questions) == 3 * released["items"] > 0
    tested = sum(question["split"] == "test" for question in questions) // 3
    for question in questions:
        slots = question["sentences"]["caption"]
        assert set(slots) == {"primary", "attribute", "secondary"}
        assert all(slots.values())
    score = command(
        "evaluation_run", slug, "1.0.0", model="guess", backend="random", wait=True
    )
    assert score["fixed"].keys() == {"primary", "secondary", "attribute"}
    assert {one["n"] for one in score["fixed"].values()} == {tested}
    tables = command("evaluation_tables", slug, "1.0.0")["tables"]
    shares = [
        f"{100 * score['fixed'][name]['accuracy']:.1f}"
        for name in ("primary", "secondary", "attribute")
    ]
    assert "| Model | Primary | Secondary | Attribute |" in tables["fixed-questions"]
    assert f"| guess | {' | '.join(shares)} |" in tables["fixed-questions"].replace(
        "**", ""
    ).replace("<u>", "").replace("</u>", "")

    # A crew is no panel of people.
    assert "*Humans (" not in tables["fixed-questions"]
    _captions_are_runs_like_others(slug, folder)


def _captions_are_runs_like_others(slug: str, folder: Path) -> None:
    """Three runs of a model in an open task, and the table of their means."""
    wanted = {
        question["item_id"]: "{primary} is as {attribute} as {secondary}".format(
            **question["sentences"]["caption"]
        )
        for line in (folder / "questions" / "test.jsonl").read_text().splitlines()
        for question in [json.loads(line)]
    }
    replies = iter([*wanted.values(), *["Life is as long as a road"] * 100])
    with model_server(lambda _: Reply(next(replies))) as server:
        for seed in range(3):
            score = command(
                "evaluation_run",
                slug,
                "1.0.0",
                model="served",
                revision=str(seed) if seed == 2 else "",
                base_url=server.base_url,
                setting="simile-caption",
                seed=seed,
                wait=True,
            )
            assert score["status"] == "finished"
            assert set(score["metrics"]) == {"bleu4", "rouge_l", "cider"}
            assert "SUBTEXT_SENTENCE_MODEL" in score["skipped"]["sbert"]
    tables = command("evaluation_tables", slug, "1.0.0")["tables"]
    captions = tables["captions-1"]
    assert "| Model | BLEU-4 | ROUGE-L | CIDEr |" in captions
    assert "| served, 2 runs |" in captions
    assert "±" in captions
    assert "| served (2) |" in captions
    # Nothing was asked in the open form, and nothing is printed of it.
    assert "captions-2" not in tables


@pytest.mark.slow
def test_cii_bench_in_chinese(tmp_path: Path) -> None:
    protocol = shipped_protocol("cii-bench")
    slug = finished(
        str(FOLDER / "cii-bench.yaml"), tmp_path / "raw", images=10, people=9
    )

    assert Round.objects.filter(status="closed").count() == 5
    validated = Case.objects.filter(status="validated")
    assert validated.count() > 0
    (fixed,) = protocol.questions.fixed
    for case in validated:
        assert case.item.slots.filter(purpose="work", status="submitted").count() == 2
        asked = live_questions(case.item)
        stems = [one.stem for one in asked if one.question.fixed == fixed.id]
        assert stems == [fixed.stem["zh"]]
        for one in asked:
            answers = ValidationAssignment.objects.filter(
                revision=one, status="counted"
            )
            assert len({place.person_id for place in answers}) >= 5
    overrides = ["agreement=Ten drawn pictures say nothing of agreement.", SIMULATED]
    released = command("release_cut", slug, "1.0.0", wait=True, override=overrides)
    assert released["status"] == "published"
    folder = tmp_path / "exported"
    command("release_export", slug, "1.0.0", str(folder))
    assert command("release_verify", str(folder))["sha256"] == released["sha256"]
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "language:\n- zh" in card
    assert re.search(r"^## .*[\u4e00-\u9fff]", card, re.MULTILINE)
    score = command(
        "evaluation_run", slug, "1.0.0", model="guess", backend="random", wait=True
    )
    assert score["overall"]["n"] > 0


def test_a_command_says_in_one_line_what_is_wrong() -> None:
    with pytest.raises(CommandError, match="no project 'nothing'"):
        command("curation_run", "nothing", wait=True)
    with pytest.raises(CommandError, match="No file nonsense here"):
        command("project_create", "x", protocol="nonsense", name="X")
