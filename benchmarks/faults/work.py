"""Work during a fault: short writes one after the other, and a job.

A write that was answered with 201 is acknowledged and must exist at the end. A job that
was accepted must end.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import httpx
from PIL import Image

PATIENCE = 120.0
"""Seconds without recovery after which work counts as stuck."""
_IMAGES = 80
_SIZE = (1600, 1200)
"""So many and so large that a job is not over before a fault begins."""
_PAUSE = 0.2
_numbers = count(1)


@dataclass(frozen=True)
class Outcome:
    """Result of a fault: acknowledged and lost writes, stuck jobs, recovery seconds."""

    fault: str
    acknowledged: int
    lost: int
    stuck: int
    seconds: float


class Work:
    """Requests to the API of one project with one person's token."""

    def __init__(self, base: str, token: str) -> None:
        self._api = httpx.Client(
            base_url=f"{base}/api/projects/pictures/",
            headers={"Authorization": f"Token {token}"},
            timeout=15,
        )

    def outcome(self, fault: str, harm: Callable[[], object]) -> Outcome:
        """Write, cause ``harm`` while a job runs, and return the result.

        The clock starts when ``harm`` returns, after the fault.
        """
        job = self._begin_import()
        acknowledged: list[str] = []
        stop = Event()
        writer = Thread(target=self._write, args=(acknowledged, stop))
        writer.start()
        done = self._done_when_running(job)
        harm()
        over = monotonic()
        # Two that were answered after the fault: the next one, and not one on its way.
        before = len(acknowledged) + 2
        while len(acknowledged) < before and monotonic() - over < PATIENCE:
            sleep(0.1)
        seconds = monotonic() - over
        stuck = int(len(acknowledged) < before)
        goes_on = self._reaches(job, over + PATIENCE, lambda row: row["done"] > done)
        seconds = max(seconds, monotonic() - over)
        stuck += not (goes_on and self._reaches(job, monotonic() + PATIENCE))
        stop.set()
        writer.join()
        source_names = {source["name"] for source in self._get("sources/")}
        lost = sum(name not in source_names for name in acknowledged)
        return Outcome(fault, len(acknowledged) + 1, lost, stuck, seconds)

    def _write(self, acknowledged: list[str], stop: Event) -> None:
        while not stop.wait(_PAUSE):
            name = f"Source {next(_numbers)}"
            try:
                answer = self._api.post(
                    "sources/",
                    json={"name": name, "licence": "CC0-1.0", "rights": "redistribute"},
                )
            except httpx.HTTPError:
                continue
            if answer.status_code == 201:
                acknowledged.append(name)

    def _begin_import(self) -> int:
        """Start a job that imports new images, and return its id."""
        name = f"Pictures {next(_numbers)}"
        source = self._post(
            "sources/",
            json={"name": name, "licence": "CC0-1.0", "rights": "redistribute"},
        )
        upload = self._post("uploads/", json={"source_id": source["id"]})
        for _ in range(_IMAGES):
            number = next(_numbers)
            self._post(
                f"uploads/{upload['id']}/parts/",
                data={"path": f"{number}.png"},
                files={"content": (f"{number}.png", _image(number))},
            )
        job: int = self._post(f"uploads/{upload['id']}/import/")["id"]
        return job

    def _done_when_running(self, job: int) -> int:
        """Return the progress of the job once it runs. Raises RuntimeError if it ended."""
        while True:
            jobs = self._get("jobs/")["jobs"]
            row = next(row for row in jobs if row["id"] == job)
            if row["status"] not in ("queued", "running"):
                raise RuntimeError(f"The job was {row['status']} before the fault.")
            if row["done"]:
                return int(row["done"])
            sleep(0.1)

    def _reaches(
        self,
        job: int,
        until: float,
        is_reached: Callable[[Any], bool] = lambda row: False,
    ) -> bool:
        """Whether the job is finished or ``is_reached`` holds before ``until``."""
        while monotonic() < until:
            try:
                jobs = self._get("jobs/")["jobs"]
            except httpx.HTTPError:
                jobs = []
            for row in jobs:
                if row["id"] == job and (
                    row["status"] == "finished" or is_reached(row)
                ):
                    return True
            sleep(0.3)
        return False

    def _get(self, path: str) -> Any:
        return self._api.get(path).raise_for_status().json()

    def _post(self, path: str, **options: Any) -> Any:
        return self._api.post(path, **options).raise_for_status().json()


def _image(number: int) -> bytes:
    """Return a PNG without near-duplicates."""
    image = Image.new("RGB", _SIZE, (number % 256, number // 256 % 256, 90))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
