"""What becomes of an installation whose processes end."""

import os
import signal
import sys
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from config.processes import ProcessEndedError, ProcessGroup


def test_a_killed_process_is_restarted_and_one_that_fails_ends_them_all(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    processes = ProcessGroup(0)
    marker = tmp_path / "fail"
    code = (
        f"import os, time; os.path.exists({str(marker)!r}) and exit(3); time.sleep(60)"
    )
    try:
        processes._start("worker", sys.executable, "-c", code)
        os.kill(processes._running["worker"].pid, signal.SIGKILL)
        processes._running["worker"].wait()
        assert processes.restart_ended_processes() == ["worker"]
        assert processes.restart_ended_processes() == []
        marker.touch()
        os.kill(processes._running["worker"].pid, signal.SIGKILL)
        processes._running["worker"].wait()
        assert processes.restart_ended_processes() == ["worker"]
        processes._running["worker"].wait()
        with pytest.raises(ProcessEndedError, match="exit code 3"):
            processes.restart_ended_processes()
    finally:
        processes.stop_all()
