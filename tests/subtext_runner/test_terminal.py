import pytest

from subtext_runner.records import CallError, Response
from subtext_runner.terminal import Progress


def test_the_line_says_how_far_how_fast_and_how_long() -> None:
    progress = Progress(300)
    for n in range(50):
        failed = CallError(kind="timeout", detail="late") if n < 2 else None
        progress.add(Response(question_id=f"q-{n}", error=failed))
    assert progress.line(20) == "50 of 300, 2.5 per second, 1:40 left, errors: 2"
    assert Progress(5).line(0) == "0 of 5, 0.0 per second"


def test_a_pipe_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(1)
    progress.add(Response(question_id="q-1", text="A"))
    progress.close()
    assert capsys.readouterr().err == ""


def test_on_a_terminal_the_line_is_written_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    progress = Progress(2)
    for n in range(2):
        progress.add(Response(question_id=f"q-{n}", text="A"))
    progress.close()
    shown = capsys.readouterr().err
    assert shown.startswith("\r1 of 2")
    assert "\r2 of 2" in shown
    assert shown.endswith("\n")
