"""Subtext as served on one machine with SQLite, and on a server with PostgreSQL."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from benchmarks.annotate_loop.http import Connection
from benchmarks.annotate_loop.load import Watch
from benchmarks.annotate_loop.servers import Server, serving
from benchmarks.peers.client import ROOT

_PREPARE = "benchmarks.annotate_loop.prepare"
# As `manage.py run` and docker-compose.yml have it.
_SERVE = [
    str(Path(sys.executable).parent / "granian"),
    *("--interface", "wsgi", "--host", "127.0.0.1"),
    *("--no-ws", "--log-level", "warning"),
    *("--workers", "2", "--blocking-threads", "4", "--runtime-mode", "st"),
]


class Crew(NamedTuple):
    """People and sessions that ``benchmarks.annotate_loop.prepare`` created."""

    slug: str
    sessions: list[str]
    record: dict[str, Any]


class SubtextDesk:
    """An annotator's browser, logged in."""

    def __init__(self, port: int, crew: Crew, session: str) -> None:
        token = "0" * 32
        self._http = Connection(port, {"X-CSRFToken": token})
        self._http.cookies = {"sessionid": session, "csrftoken": token}
        self._here = f"/api/projects/{crew.slug}/annotate/"
        self._record = crew.record
        self._done = 0

    async def loop(self, watch: Watch) -> bool:
        answer = await self._http.call("POST", self._here + "next/")
        watch.mark("next")
        slot = answer.json()["slot"]
        if slot is None:
            return False
        here = f"{self._here}slots/{slot['id']}/"
        version = slot["draft"]["version"]
        content = slot["draft"]["content"]
        content = {**content, "labels": self._record["labels"]}
        saved = await self._http.call(
            "PUT", here + "draft/", {"version": version, "content": content}
        )
        watch.mark("draft")
        content = {**content, "texts": self._record["texts"]}
        version = saved.json()["version"]
        await self._http.call(
            "PUT", here + "draft/", {"version": version, "content": content}
        )
        watch.mark("draft again")
        self._done += 1
        await self._http.call(
            "POST",
            here + "submit/",
            {"content": self._record, "seconds": 60},
            headers={"Idempotency-Key": f"{slot['id']}-{self._done}"},
        )
        watch.mark("submit")
        return True


@contextmanager
def subtext(
    folder: Path, port: int, *, people: int, items: int, database: str | None
) -> Iterator[tuple[list[SubtextDesk], Server]]:
    """Return a desk per person, and their server."""
    environment = _environment(folder, database)
    completed = subprocess.run(
        [sys.executable, "-m", _PREPARE, str(people), str(items)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    crew = Crew(**json.loads(completed.stdout))
    command = [*_SERVE, "--port", str(port), "config.wsgi:application"]
    log = folder / "web.log"
    name = urlsplit(database).path.strip("/") if database else ""
    with serving(
        command, port, "/livez", log=log, env=environment, database=name
    ) as server:
        yield [SubtextDesk(port, crew, session) for session in crew.sessions], server


def _environment(folder: Path, database: str | None) -> Mapping[str, str]:
    ours = {k: v for k, v in os.environ.items() if not k.startswith("SUBTEXT_")}
    ours["SUBTEXT_DATA_DIR"] = str(folder / "var")
    if database is None:
        return {**ours, "DJANGO_SETTINGS_MODULE": "config.settings.embedded"}
    return {
        **ours,
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SUBTEXT_DATABASE_URL": database,
        "SUBTEXT_SECRET_KEY": "for this benchmark only, and of no other use",
        "SUBTEXT_WORKER_SECRET": "for this benchmark only, and of no other use",
        "SUBTEXT_HOSTS": "127.0.0.1",
        "SUBTEXT_HTTPS": "false",
        # Required settings; annotating uses neither.
        "SUBTEXT_BROKER_URL": "redis://127.0.0.1:1/0",
        "SUBTEXT_S3_BUCKET": "none",
        "SUBTEXT_S3_ENDPOINT": "http://127.0.0.1:1",
        "SUBTEXT_S3_KEY": "none",
        "SUBTEXT_S3_SECRET": "none",
    }
