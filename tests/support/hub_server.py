"""A small server that speaks the part of the Hugging Face Hub's API that uploads use.

Repositories, upload modes, Git LFS, commits, tags and settings of datasets. Parquet
files and images are LFS objects; all else is part of the commit.
"""

import base64
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

_LARGE = (".parquet", ".png", ".jpg", ".webp")


@dataclass
class HubServer:
    """The state of the server, which tests read."""

    address: str = ""
    token: str = "hf_secret"
    repos: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By id: ``files`` (content by path), ``tags``, ``settings``, ``commits``."""
    objects: dict[str, bytes] = field(default_factory=dict)
    """LFS objects by SHA-256."""
    uploads: list[str] = field(default_factory=list)
    """SHA-256 of every object that was sent, in order."""
    breaks_after: int | None = None
    """After so many objects, refuse further ones."""


@contextmanager
def hub_server() -> Iterator[HubServer]:
    """Run a server on a free port until the end of the block."""
    hub = HubServer()

    class Handler(_Handler):
        state = hub

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hub.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    state: HubServer

    def do_GET(self) -> None:
        self._route("GET")

    def do_POST(self) -> None:
        self._route("POST")

    def do_PUT(self) -> None:
        self._route("PUT")

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test's output clean."""

    def _route(self, method: str) -> None:
        path = unquote(urlsplit(self.path).path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if path.startswith("/objects/"):
            self._store(path.removeprefix("/objects/"), body)
            return
        if self.headers.get("Authorization") != f"Bearer {self.state.token}":
            self._send({"error": "Invalid credentials"}, 401)
            return
        for pattern, name in (
            (r"POST /api/repos/create", "create"),
            (r"POST /api/validate-yaml", "validate_card"),
            (r"PUT /api/datasets/([^/]+/[^/]+)/settings", "settings"),
            (r"GET /api/datasets/([^/]+/[^/]+)/tree/main", "tree"),
            (r"GET /api/datasets/([^/]+/[^/]+)(?:/revision/.*)?", "info"),
            (r"POST /api/datasets/([^/]+/[^/]+)/preupload/main", "preupload"),
            (r"POST /datasets/([^/]+/[^/]+)\.git/info/lfs/objects/batch", "batch"),
            (r"POST /api/datasets/([^/]+/[^/]+)/commit/main", "commit"),
            (r"POST /api/datasets/([^/]+/[^/]+)/tag/main", "tag"),
        ):
            if match := re.fullmatch(pattern, f"{method} {path}"):
                answer: Any = getattr(self, f"_{name}")(body, *match.groups())
                self._send(*answer)
                return
        self._send({"error": f"{method} {path}"}, 404)

    def _create(self, body: bytes) -> tuple[Any, int]:
        data = json.loads(body)
        repo = f"{data['organization']}/{data['name']}"
        url = f"{self.state.address}/datasets/{repo}"
        if repo in self.state.repos:
            return {"error": "You already created this", "url": url}, 409
        self.state.repos[repo] = {
            "files": {},
            "tags": {},
            "settings": {},
            "commits": [],
        }
        return {"url": url}, 200

    def _validate_card(self, body: bytes) -> tuple[Any, int]:
        assert json.loads(body)["repoType"] == "dataset"
        return {"errors": [], "warnings": []}, 200

    def _settings(self, body: bytes, repo: str) -> tuple[Any, int]:
        self.state.repos[repo]["settings"] |= json.loads(body)
        return {}, 200

    def _info(self, body: bytes, repo: str) -> tuple[Any, int]:
        files = self.state.repos[repo]["files"]
        siblings = [{"rfilename": path} for path in files]
        return {"id": repo, "sha": "0" * 40, "siblings": siblings}, 200

    def _tree(self, body: bytes, repo: str) -> tuple[Any, int]:
        files = self.state.repos[repo]["files"].items()
        return [
            {"type": "file", "path": path, "size": len(content), "oid": "0" * 40}
            for path, content in files
        ], 200

    def _preupload(self, body: bytes, repo: str) -> tuple[Any, int]:
        return {
            "files": [
                {
                    "path": file["path"],
                    "uploadMode": "lfs" if file["path"].endswith(_LARGE) else "regular",
                    "shouldIgnore": False,
                }
                for file in json.loads(body)["files"]
            ]
        }, 200

    def _batch(self, body: bytes, repo: str) -> tuple[Any, int]:
        return {
            "transfer": "basic",
            "objects": [
                {**entry, "authenticated": True, **self._actions(entry["oid"])}
                for entry in json.loads(body)["objects"]
            ],
        }, 200

    def _actions(self, sha256: str) -> dict[str, Any]:
        if sha256 in self.state.objects:
            return {}
        href = f"{self.state.address}/objects/{sha256}"
        return {"actions": {"upload": {"href": href}}}

    def _store(self, sha256: str, body: bytes) -> None:
        limit = self.state.breaks_after
        if limit is not None and len(self.state.uploads) >= limit:
            self._send({"error": "Storage is closed"}, 403)
            return
        assert hashlib.sha256(body).hexdigest() == sha256
        self.state.objects[sha256] = body
        self.state.uploads.append(sha256)
        self._send({}, 200)

    def _commit(self, body: bytes, repo: str) -> tuple[Any, int]:
        state = self.state.repos[repo]
        for line in body.decode().splitlines():
            entry = json.loads(line)
            value = entry["value"]
            if entry["key"] == "header":
                state["commits"].append(value["summary"])
            elif entry["key"] == "file":
                state["files"][value["path"]] = base64.b64decode(value["content"])
            elif entry["key"] == "lfsFile":
                state["files"][value["path"]] = self.state.objects[value["oid"]]
            elif entry["key"] == "deletedFile":
                del state["files"][value["path"]]
        oid = f"{len(state['commits']):040x}"
        url = f"{self.state.address}/datasets/{repo}/commit/{oid}"
        return {"success": True, "commitOid": oid, "commitUrl": url}, 200

    def _tag(self, body: bytes, repo: str) -> tuple[Any, int]:
        state, name = self.state.repos[repo], json.loads(body)["tag"]
        if name in state["tags"]:
            return {"error": "Tag already exists"}, 409
        state["tags"][name] = dict(state["files"])
        return {}, 200

    def _send(self, data: Any, code: int) -> None:
        content = json.dumps(data).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
