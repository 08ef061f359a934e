"""The readers of lmms-eval and VLMEvalKit beside Subtext's, as the benchmark runs them."""

import json
from pathlib import Path

import pytest

from benchmarks import extraction
from tests.subtext_runner.extraction_styles import RESPONSES, SCENES

CASES = [
    {"response": text, "options": SCENES, "expected": "B"}
    for text in ("B", "The answer is B")
]


@pytest.mark.parametrize("name", [*extraction.PEERS])
def test_each_harness_reads_with_its_own_reader(name: str) -> None:
    read = extraction.PEERS[name]()
    assert extraction.read_all(CASES, read) == ["B", "B"]
    assert read({"response": "", "options": SCENES}) in {None, "F"}


def test_subtext_reads_more_and_fewer_wrong_letters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "responses.json"
    file.write_text(json.dumps([style._asdict() for style in RESPONSES]))
    monkeypatch.setattr("sys.argv", ["extraction", str(file)])
    extraction.main()
    printed = capsys.readouterr().out
    assert "not installed" not in printed
    rights = {
        cells[1].strip(): float(cells[2].split("%")[0])
        for cells in (line.split("|") for line in printed.splitlines())
        if len(cells) > 3 and "%" in cells[2]
    }
    assert rights.pop("Subtext (subtext-4)") > max(rights.values())
    assert len(rights) == 3
