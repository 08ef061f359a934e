"""Potato served by its own command: one process, state in memory and files.

Potato has no API for the next item and none to submit. So the page of the current item
is read, each change is saved as by this page, and its button to the next item submits.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.annotate_loop.http import Connection, RefusedError
from benchmarks.annotate_loop.load import EXPLANATION, LABELS, Watch
from benchmarks.annotate_loop.servers import ANNOTATORS, Server, serving

_INSTANCE = re.compile(r'id="instance_id"[^>]*value="([^"]+)"')


class PotatoDesk:
    """An annotator's browser; it logs in with its first request."""

    def __init__(self, port: int, name: str) -> None:
        self._http = Connection(port)
        self._name = name
        self._last = ""

    async def loop(self, watch: Watch) -> bool:
        if not self._http.cookies:
            form = f"email={self._name}&pass=".encode()
            await self._http.call("POST", "/auth", form=form)
            watch.begin()
        page = await self._http.call("GET", "/annotate")
        watch.mark("next")
        match = _INSTANCE.search(page.body.decode())
        if match is None:
            raise RefusedError("GET /annotate: a page without an item")
        if match[1] == self._last:
            raise RefusedError("GET /annotate: the item that was just handed in")
        labels = {f"{name}:::{of[0]}": of[0] for name, of in LABELS.items()}
        await self._save(match[1], labels)
        watch.mark("draft")
        await self._save(match[1], {**labels, "explanation:::text_box": EXPLANATION})
        watch.mark("draft again")
        await self._http.call("POST", "/annotate", {"action": "next_instance"})
        watch.mark("submit")
        self._last = match[1]
        return True

    async def _save(self, instance: str, annotations: dict[str, str]) -> None:
        body = {"instance_id": instance, "annotations": annotations}
        await self._http.call("POST", "/updateinstance", body)


@contextmanager
def potato(
    folder: Path, port: int, *, people: int, items: int
) -> Iterator[tuple[list[PotatoDesk], Server]]:
    """Return a desk per person, and their server."""
    rows = [{"id": f"item-{n}", "text": f"Picture {n}"} for n in range(items)]
    lines = "\n".join(map(json.dumps, rows))
    (folder / "items.jsonl").write_text(lines + "\n", encoding="utf-8")
    config = folder / "config.yaml"
    # YAML reads JSON.
    config.write_text(json.dumps(_configuration(port)), encoding="utf-8")
    command = [str(ANNOTATORS / "potato"), "start", str(config), "-p", str(port)]
    log = folder / "web.log"
    with serving(command, port, "/", log=log, env=os.environ, cwd=folder) as server:
        yield [PotatoDesk(port, f"annotator-{n}") for n in range(people)], server


def _configuration(port: int) -> dict[str, object]:
    choosing = [
        {"annotation_type": "radio", "name": name, "description": name, "labels": of}
        for name, of in LABELS.items()
    ]
    writing = {
        "annotation_type": "text",
        "name": "explanation",
        "description": "What does it say?",
    }
    return {
        "annotation_task_name": "Bench",
        "task_dir": ".",
        "output_annotation_dir": "annotation_output",
        "output_annotation_format": "json",
        "data_files": ["items.jsonl"],
        "item_properties": {"id_key": "id", "text_key": "text"},
        "annotation_schemes": [*choosing, writing],
        "user_config": {"allow_all_users": True, "users": []},
        "require_password": False,
        "max_annotations_per_item": 2,
        "assignment_strategy": "fixed_order",
        "site_dir": "default",
        "port": port,
    }
