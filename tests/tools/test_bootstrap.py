"""What a person with the wrong Python, or without a network, reads."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def bootstrap() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "bootstrap.py"))


def test_too_old_a_python_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = bootstrap()["main"]
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert main(["setup"]) == 1
    said = capsys.readouterr().err.strip()
    assert said.count("\n") == 0
    assert "3.11 or newer" in said
    assert "this is 3.9" in said


def test_without_a_network_the_last_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "bootstrap.py", tmp_path / "tools")
    (tmp_path / "frontend").mkdir()
    lock = f"django==5.2 --hash=sha256:{'0' * 64}\n"
    (tmp_path / "requirements.lock").write_text(lock)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "tools" / "bootstrap.py"), "setup"],
        env={**os.environ, "PIP_NO_INDEX": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "is there a network?" in done.stderr.strip().splitlines()[-1]
    assert "Traceback" not in done.stderr
