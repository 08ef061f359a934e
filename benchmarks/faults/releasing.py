"""A release whose build is killed, and a run of it that two messages begin at once."""

import json
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx

from benchmarks.faults import BENCH, VERSION
from benchmarks.faults.work import PATIENCE, Outcome

_MODULE = "benchmarks.faults.bench_project"
_SCRATCH = "subtext-scratch-*"


class Releasing:
    """Requests about the releases of the project ``BENCH``.

    ``python`` runs ``python -m`` with these arguments in the installation's environment
    and returns what it prints. ``temporary`` is the temporary folder of its workers.
    """

    def __init__(
        self, base: str, token: str, python: Callable[..., str], temporary: Path
    ) -> None:
        self._python = python
        self._temporary = temporary
        self._api = httpx.Client(
            base_url=f"{base}/api/projects/{BENCH}/",
            headers={"Authorization": f"Token {token}"},
            timeout=15,
        )

    def killed_build(self, username: str, kill: Callable[[], object]) -> Outcome:
        """Kill the worker that writes a release folder; the job builds it again.

        A folder that stays in the temporary folder counts as stuck.
        """
        blocking = json.loads(self._python(_MODULE, "fill", username))
        overrides = dict.fromkeys(blocking, "A benchmark.")
        body = {"version": VERSION, "overrides": overrides}
        self._api.post("releases/cut/", json=body).raise_for_status()
        self._wait(lambda row: bool(self._scratch()))
        before = self._scratch()
        kill()
        over = monotonic()
        self._wait(lambda row: bool(self._scratch() - before))
        seconds = monotonic() - over
        ended = self._wait(lambda row: row["status"] not in ("queued", "running"))
        release = self._api.get(f"releases/{VERSION}/").raise_for_status().json()
        published = ended and release["status"] == "published"
        stuck = int(not published) + len(self._scratch())
        return Outcome("kill -9 of a release build", 1, 0, stuck, seconds)

    def first_messages(self) -> Outcome:
        """Two messages with responses begin a run at the same time."""
        counts = json.loads(self._python(_MODULE, "first-messages"))
        return Outcome("two first messages of a run at once", **counts)

    def _scratch(self) -> set[Path]:
        return {*self._temporary.glob(_SCRATCH)}

    def _wait(self, reached: Callable[[Any], bool]) -> bool:
        """Whether the latest job is as wanted within ``PATIENCE``."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            jobs = self._api.get("jobs/").raise_for_status().json()["jobs"]
            if jobs and reached(jobs[0]):
                return True
            sleep(0.3)
        return False
