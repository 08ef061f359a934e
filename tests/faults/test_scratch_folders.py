"""Who is killed leaves a folder behind, and the next removes it."""

import signal
import subprocess
import sys
from pathlib import Path

from core.scratch import scratch_folder

AT_WORK = """
from time import sleep
from core.scratch import scratch_folder
with scratch_folder() as folder:
    (folder / "half-written.bin").write_bytes(bytes(1000))
    print(folder, flush=True)
    sleep(600)
"""


def at_work() -> tuple[subprocess.Popen[str], Path]:
    """A process that has a folder, and the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", AT_WORK], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_the_folder_of_a_killed_process_is_removed_and_no_other() -> None:
    dead, left = at_work()
    living, in_use = at_work()
    try:
        dead.send_signal(signal.SIGKILL)
        dead.wait()
        assert (left / "half-written.bin").is_file()
        with scratch_folder() as mine:
            assert not left.exists()
            assert (in_use / "half-written.bin").is_file()
            with scratch_folder() as another:
                assert mine.is_dir()
                assert another.is_dir()
        assert not mine.exists()
    finally:
        living.kill()
        living.wait()
