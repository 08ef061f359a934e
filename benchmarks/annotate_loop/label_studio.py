"""Label Studio served by its own command: SQLite, one process."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from benchmarks.annotate_loop.http import Connection, RefusedError
from benchmarks.annotate_loop.load import EXPLANATION, LABELS, Watch
from benchmarks.annotate_loop.servers import ANNOTATORS, Server, serving

_PASSWORD = "for this benchmark only"  # noqa: S105
_IMPORTED_AT_ONCE = 500


class LabelStudioDesk:
    """An annotator's browser, logged in."""

    def __init__(self, port: int, project: int, cookies: dict[str, str]) -> None:
        self._http = Connection(port, {"X-CSRFToken": cookies["csrftoken"]})
        self._http.cookies = dict(cookies)
        self._project = project
        self._last = 0

    async def loop(self, watch: Watch) -> bool:
        task = await self._http.call("GET", f"/api/projects/{self._project}/next/")
        watch.mark("next")
        number = int(task.json()["id"])
        if number == self._last:
            raise RefusedError("next: the task that was just handed in")
        here = f"/api/tasks/{number}/"
        labels = [_choice(name, of[0]) for name, of in LABELS.items()]
        draft = await self._http.call(
            "POST", here + "drafts", {"result": labels, "lead_time": 30}
        )
        watch.mark("draft")
        draft_id = draft.json()["id"]
        result = [*labels, _text()]
        await self._http.call(
            "PATCH", f"/api/drafts/{draft_id}/", {"result": result, "lead_time": 50}
        )
        watch.mark("draft again")
        await self._http.call(
            "POST",
            here + "annotations/",
            {"result": result, "lead_time": 60, "draft_id": draft_id},
        )
        watch.mark("submit")
        self._last = number
        return True


def _choice(name: str, value: str) -> dict[str, Any]:
    part = {"from_name": name, "to_name": "picture", "type": "choices"}
    return {**part, "value": {"choices": [value]}}


def _text() -> dict[str, Any]:
    part = {"from_name": "explanation", "to_name": "picture", "type": "textarea"}
    return {**part, "value": {"text": [EXPLANATION]}}


@contextmanager
def label_studio(
    folder: Path, port: int, *, people: int, items: int
) -> Iterator[tuple[list[LabelStudioDesk], Server]]:
    """Return a desk per person, and their server."""
    owner = "owner@example.org"
    command = [
        str(ANNOTATORS / "label-studio"),
        *("start", "--no-browser", "--port", str(port), "--log-level", "ERROR"),
        *("--data-dir", str(folder / "data")),
        *("--username", owner, "--password", _PASSWORD),
    ]
    environment = {
        **os.environ,
        "COLLECT_ANALYTICS": "false",
        "LATEST_VERSION_CHECK": "0",
    }
    log = folder / "web.log"
    with serving(command, port, "/health", log=log, env=environment) as server:
        with _browser(port) as http:
            _sent(http, "/user/login/", owner)
            project = _project(http, items)
        desks = []
        for number in range(people):
            with _browser(port) as http:
                _sent(http, "/user/signup/", f"annotator-{number}@example.org")
                desks.append(LabelStudioDesk(port, project, dict(http.cookies)))
        yield desks, server


def _browser(port: int) -> httpx.Client:
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120)


def _sent(http: httpx.Client, page: str, email: str) -> None:
    """Return the login form with name and password."""
    http.get(page).raise_for_status()
    form = {
        "email": email,
        "password": _PASSWORD,
        "csrfmiddlewaretoken": http.cookies["csrftoken"],
    }
    answer = http.post(page, data=form)
    if answer.status_code != 302 or "sessionid" not in http.cookies:
        raise RuntimeError(f"{page}: {answer.status_code} for {email}")


def _project(http: httpx.Client, items: int) -> int:
    """Create a project with two annotators per item by the API."""
    choices = "".join(
        f'<Choices name="{name}" toName="picture">'
        + "".join(f'<Choice value="{choice}"/>' for choice in of)
        + "</Choices>"
        for name, of in LABELS.items()
    )
    form = '<TextArea name="explanation" toName="picture"/>'
    body = {
        "title": "Bench",
        "label_config": f'<View><Text name="picture" value="$text"/>{choices}{form}</View>',
        "maximum_annotations": 2,
    }
    headers = {"X-CSRFToken": http.cookies["csrftoken"]}
    created = http.post("/api/projects/", json=body, headers=headers)
    created.raise_for_status()
    project = int(created.json()["id"])
    for start in range(0, items, _IMPORTED_AT_ONCE):
        rows = range(start, min(items, start + _IMPORTED_AT_ONCE))
        tasks = [{"data": {"text": f"Picture {n}"}} for n in rows]
        address = f"/api/projects/{project}/import"
        http.post(address, json=tasks, headers=headers).raise_for_status()
    return project
