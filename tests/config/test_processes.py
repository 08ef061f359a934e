"""What becomes of an installation whose processes end."""

import os
import signal
import sys
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from config.processes import ProcessEndedError, Processes


def test_a_killed_process_is_restarted_and_one_that_fails_ends_them_all(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    processes = Processes(0)
    marker = tmp_path / "fail"
    code = (
        f"import os, time; os.path.exists({str(marker)!r}) and exit(3); time.sleep(60)"
    )
    try:
        processes._start("worker", sys.executable, "-c", code)
        os.kill(processes._running["worker"].pid, signal.SIGKILL)
        processes._running["worker"].wait()
        assert processes.check() == ["worker"]
        assert processes.check() == []
        marker.touch()
        os.kill(processes._running["worker"].pid, signal.SIGKILL)
        processes._running["worker"].wait()
        assert processes.check() == ["worker"]
        processes._running["worker"].wait()
        with pytest.raises(ProcessEndedError, match="exit code 3"):
            processes.check()
    finally:
        processes.stop()
