import pytest

from subtext_runner.records import CallError, Response
from subtext_runner.terminal import ProgressLine


def test_the_line_says_how_far_how_fast_and_how_long() -> None:
    progress = ProgressLine(300)
    for n in range(50):
        failed = CallError(kind="timeout", detail="late") if n < 2 else None
        progress.add_response(Response(question_id=f"q-{n}", error=failed))
    assert progress.format_line(20) == "50 of 300, 2.5 per second, 1:40 left, errors: 2"
    assert ProgressLine(5).format_line(0) == "0 of 5, 0.0 per second"


def test_a_pipe_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLine(1)
    progress.add_response(Response(question_id="q-1", text="A"))
    progress.close()
    assert capsys.readouterr().err == ""


def test_on_a_terminal_the_line_is_written_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    progress = ProgressLine(2)
    for n in range(2):
        progress.add_response(Response(question_id=f"q-{n}", text="A"))
    progress.close()
    shown = capsys.readouterr().err
    assert shown.startswith("\r1 of 2")
    assert "\r2 of 2" in shown
    assert shown.endswith("\n")
