"""The format of the guide goes through every stage; no stage knows it."""

import io
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.management import call_command

from annotation.items.services.lifecycle import create_items
from review.adjudication.domain.provenance import question_origins
from review.rounds.models.rounds import Verdict
from subtext_protocol.document import Protocol
from subtext_protocol.formats import registry
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.benchmark import read_benchmark
from subtext_runner.records import Response
from subtext_runner.scoring import score_response
from tests.annotation.desk import Desk
from tests.guides.guide import read_guide
from tests.review.office import Office
from tests.support.cast import Cast
from tests.support.finished import stored_images

pytestmark = pytest.mark.django_db(transaction=True)

KEY = [2, 0, 3, 1]


@pytest.fixture
def cast(monkeypatch: pytest.MonkeyPatch) -> Cast:
    """A project all of whose questions are of the format of the guide."""
    files = read_guide("add-a-question-format").new_files
    modules = {}
    for name in ("subtext_protocol.formats", "subtext_runner.formats"):
        module = modules[name] = ModuleType(f"{name}.ordering")
        path = f"{name.replace('.', '/')}/ordering.py"
        exec(files[path], module.__dict__)  # noqa: S102 - the guide's own code
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(registry, "_INSTALLED", dict(registry._INSTALLED))
    registry.register_format(modules["subtext_protocol.formats"].Ordering())
    document = shipped_protocol("cmmmu").model_dump(mode="json")
    document["questions"]["formats"] = ["ordering"]
    return Cast(protocol=Protocol.model_validate(document))


def finished(slot: Any, record: dict[str, Any], number: int) -> dict[str, Any]:
    """The form's own question, filled in."""
    (blank,) = slot["draft"]["content"]["questions"]
    assert (blank["format"], blank["options"]) == ("ordering", [""] * 4)
    assert blank["answer"] is None
    options = [f"第{number}图中的第{step}个步骤" for step in "甲乙丙丁"]
    asked = {**blank, "stem": f"按先后排列图{number}的步骤", "options": options}
    return {**record, "questions": [{**asked, "answer": KEY}]}


def command(called: str, *arguments: str, **options: Any) -> Any:
    out = io.StringIO()
    call_command(called, *arguments, json=True, stdout=out, **options)
    return json.loads(out.getvalue())


def test_form_comparison_export_and_scoring(cast: Cast, tmp_path: Path) -> None:
    stored_images(cast, 5)
    create_items(project=cast.project)

    # The form: a blank of the format, its own checks, its own key.
    desk = Desk(cast, cast.annotators[0])
    number = 0
    while slot := desk.next():
        number += 1
        content = finished(slot, desk.record(), number)
        (asked,) = content["questions"]
        unfinished = {**content, "questions": [{**asked, "answer": [0, 1]}]}
        refused = desk.submit(slot, unfinished, status=400)
        assert [one["field"] for one in refused["errors"]] == ["questions.0.answer"]
        desk.submit(slot, content)
    assert number == 5

    # Comparison: an answer without the key, counted as this person was shown it.
    office = Office(cast)
    office.open_round()
    validator = cast.annotators[1]
    while place := office.next(validator):
        office.answer(validator, place, [0, 0, 1, 2], status=400)
        steps = [option[-4] for option in place["options"]]
        in_order = [steps.index("甲乙丙丁"[at]) for at in KEY]
        office.answer(validator, place, in_order)
    office.close_round()
    assert Verdict.objects.filter(passed=True).count() == 5

    # Export: whole in our own layouts, left out where a tool knows one letter only.
    command(
        "release_cut",
        cast.project.slug,
        "1.0.0",
        wait=True,
        override=["agreement=One annotator an item agrees with nobody."],
    )
    folder = tmp_path / "release"
    command("release_export", cast.project.slug, "1.0.0", str(folder))
    assert command("release_verify", str(folder))["problems"] == []
    benchmark = read_benchmark(str(folder))
    assert {q.format for q in benchmark.questions} == {"ordering"}
    assert {tuple(q.answer) for q in benchmark.questions} == {("C", "A", "D", "B")}
    assert not list(folder.glob("vlmevalkit/*"))
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "各题型的题目数：排序题 5 道。`nested/`" in card

    # Scoring: by the format's own rule, and by a baseline that it makes up.
    asked_one = benchmark.questions[0]
    outcomes = {
        text: score_response(
            asked_one,
            Response(question_id=asked_one.id, text=text),
            published_rule="cmmmu",
        ).outcome
        for text in ("C, A, D, B", "A B C D", "who knows")
    }
    assert outcomes == {
        "C, A, D, B": "correct",
        "A B C D": "incorrect",
        "who knows": "miss",
    }
    splits = sorted({question.split for question in benchmark.questions})
    score = command(
        "evaluation_run",
        cast.project.slug,
        "1.0.0",
        model="guess",
        backend="random",
        splits=splits,
        wait=True,
    )
    assert score["overall"]["n"] == 5
    assert score["overall"]["miss"] == 0


def test_a_key_in_another_order_has_another_origin(cast: Cast) -> None:
    question = {"format": "ordering", "stem": "", "options": [*"abcd"], "answer": KEY}
    turned = {**question, "options": [*"dcba"], "answer": [1, 3, 0, 2]}
    another = {**question, "answer": KEY[::-1]}
    sources = {"A1": question, "B1": turned, "C1": another}
    assert question_origins(question, sources).answer == ["A1", "B1"]
