"""What a task leaves in memory goes with the worker's process that did it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.journeys.product import ROOT

WORKER = """
import os, signal, sys
from pathlib import Path
from config.celery import app

@app.task(name="test.fill")
def fill(megabytes: list[int]) -> None:
    held = b"x" * (megabytes[0] << 20)
    with Path(sys.argv[1]).open("a") as processes:
        processes.write(f"{os.getpid()}\\n")
    if megabytes[1:]:
        fill.delay(megabytes[1:])
    else:
        os.kill(os.getppid(), signal.SIGTERM)

fill.delay([1, 300, 1])
app.worker_main(["worker", "--concurrency=1", "--queues=default"])
"""


def test_another_process_takes_the_place_of_one_that_held_much_memory(
    tmp_path: Path,
) -> None:
    processes = tmp_path / "processes"
    done = subprocess.run(
        [sys.executable, "-c", WORKER, str(processes)],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "SUBTEXT_DATA_DIR": str(tmp_path),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert processes.exists(), done.stderr
    small, large, after = processes.read_text().split()
    assert small == large != after
