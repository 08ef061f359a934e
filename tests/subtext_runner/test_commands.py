import io
import json
from pathlib import Path
from typing import Any

import pytest

from subtext_runner.__main__ import main
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_data
from tests.support.model_server import KnowsKeys, Reply, model_server
from tests.support.tiny_release import twelve_questions

OPTIONS = ["red", "green", "blue"]


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_extract_reads_lines_and_writes_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [
        {"response": "Answer: (B)", "options": OPTIONS},
        {"response": "答案是C", "options": OPTIONS},
        {"response": "", "options": OPTIONS},
        {"response": "Answer: D", "options": OPTIONS},
    ]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in asked)
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["extract"]) == 0
    assert _lines(capsys.readouterr().out) == [
        {"outcome": "letter", "letter": "B", "reason": None},
        {"outcome": "letter", "letter": "C", "reason": None},
        {"outcome": "miss", "letter": None, "reason": "empty"},
        {"outcome": "miss", "letter": None, "reason": "no_letter"},
    ]


def test_extract_names_a_bad_line_and_does_the_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "responses.jsonl"
    good = json.dumps({"response": "A", "options": OPTIONS})
    bad = ["{", "[]", '{"response": 3}', '{"response": "A", "options": ["x"]}']
    file.write_text("\n".join([good, *bad, good]), encoding="utf-8")
    assert main(["extract", str(file)]) == 1
    captured = capsys.readouterr()
    found = _lines(captured.out)
    assert [line.get("letter") for line in found] == ["A", None, None, None, None, "A"]
    assert found[1]["error"].startswith("line 2: document: Invalid JSON")
    assert "line 4: response: Input should be a valid string" in captured.err
    assert "line 5: options: List should have at least 2 items" in captured.err


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def _write_spec(folder: Path, data: dict[str, Any]) -> str:
    path = folder / "spec.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_run_writes_responses_and_a_result_that_names_what_it_scored(
    release: TinyRelease, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with model_server(KnowsKeys(twelve_questions(), accuracy=1)) as server:
        path = _write_spec(tmp_path, spec_data(release, base_url=server.base_url))
        assert main(["run", path, "--out", str(out)]) == 0
        assert main(["run", path, "--out", str(out)]) == 0
        assert len(server.asked) == 8
    first, second = _lines(capsys.readouterr().out)
    assert (first["asked"], second["asked"]) == (8, 0)
    assert first["overall"]["correct"] == 8
    result = json.loads((out / "result.json").read_text())
    assert result["release"]["sha256"] == release.sha256
    assert result["model"]["name"] == "stub"
    assert result["setting"]["id"] == "none"
    assert result["scores"]["overall"]["accuracy"] == 1
    assert result["outcomes"][0]["question_id"] == "q-004"


def test_a_result_can_be_scored_again_from_the_responses(
    release: TinyRelease, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = spec_data(release) | {"model": {"name": "chance", "backend": "random"}}
    assert main(["run", _write_spec(tmp_path, spec), "--out", str(out)]) == 0
    capsys.readouterr()
    arguments = ["score", str(release.folder), str(out / "responses.jsonl")]
    assert main(arguments) == 0
    scores = json.loads(capsys.readouterr().out)
    result = json.loads((out / "result.json").read_text())
    assert scores == result["scores"]


def test_errors_are_asked_again_only_on_demand(
    release: TinyRelease, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = True
    with model_server(
        lambda _: Reply("no", status=400) if failing else Reply("B")
    ) as server:
        path = _write_spec(tmp_path, spec_data(release, base_url=server.base_url))
        arguments = ["run", path, "--out", str(out)]
        assert main(arguments) == 0
        failing = False
        assert main(arguments) == 0
        assert main([*arguments, "--retry-errors"]) == 0
    overall = [line["overall"] for line in _lines(capsys.readouterr().out)]
    assert [o["error"] for o in overall] == [8, 8, 0]
    assert [o["n"] for o in overall] == [8, 8, 8]


def test_problems_are_one_sentence_and_an_exit_status(
    release: TinyRelease, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _write_spec(tmp_path, spec_data(release) | {"setting": 3})
    assert main(["run", path, "--out", str(out)]) == 1
    assert capsys.readouterr().err.startswith(f"{path}: setting: ")
    path = _write_spec(tmp_path, spec_data(release) | {"setting": "cot"})
    assert main(["run", path, "--out", str(out)]) == 1
    assert "no setting 'cot'" in capsys.readouterr().err
    responses = tmp_path / "bad.jsonl"
    responses.write_text('{"question_id": "q-004"}\n{"id": 3}\n', encoding="utf-8")
    assert main(["score", str(release.folder), str(responses)]) == 1
    assert "bad.jsonl, line 2: question_id: Field required" in capsys.readouterr().err
