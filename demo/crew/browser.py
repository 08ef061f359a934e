"""A simulated person's session with the web server."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

import httpx
from django.core.wsgi import get_wsgi_application

Json = Any
"""A response of the API; the crew reads it as a browser does."""


class RefusedError(Exception):
    """The server refused a request; ``status`` and ``problem`` say why."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        try:
            self.problem: dict[str, Any] = response.json()
        except ValueError:
            self.problem = {"detail": response.text[:500]}
        self.errors = self.problem.get("errors", [])
        request = response.request
        super().__init__(
            f"{request.method} {request.url.path}: {self.status} "
            f"{self.problem.get('detail', '')} {self.errors or ''}".strip()
        )


Connect = Callable[[], httpx.Client]
"""A function that returns a client without a login."""


def in_process_clients() -> Connect:
    """Return clients of the application in this process: full HTTP stack, no socket."""
    # The caller gets the refusal; a log line would disturb a command's output.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    application = get_wsgi_application()
    return lambda: httpx.Client(
        base_url="https://localhost", transport=httpx.WSGITransport(application)
    )


def server_clients(url: str) -> Connect:
    """Return clients of a running server."""
    return lambda: httpx.Client(base_url=url, timeout=60)


class Browser:
    """One person's session, for the pages of one project."""

    def __init__(self, connect: Connect, slug: str) -> None:
        self._client = connect()
        self._project = f"/api/projects/{slug}/"
        self.actions = 0
        """Number of requests that changed something."""

    def log_in(self, username: str, password: str) -> None:
        self._ask("GET", "/api/session/")
        body = {"username": username, "password": password}
        self._ask("POST", "/api/session/", body)

    def accept_invitation(self, token: str, account: dict[str, str]) -> None:
        """Accept an invitation with a new account."""
        self._ask("GET", "/api/session/")
        self._ask("POST", f"/api/invitations/{token}/", account)

    def get(self, path: str = "", **query: Any) -> Json:
        return self._ask("GET", self._project + path, query=query)

    def post(self, path: str, body: Json = None) -> Json:
        self.actions += 1
        return self._ask("POST", self._project + path, body)

    def put(self, path: str, body: Json) -> Json:
        self.actions += 1
        return self._ask("PUT", self._project + path, body)

    def iterate_rows(self, path: str, **query: Any) -> Iterator[Json]:
        """Yield every row of a list, page by page."""
        page = self.get(path, **query)
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            page = self._ask("GET", page["next"])

    def _ask(
        self, method: str, path: str, body: Json = None, query: Json = None
    ) -> Json:
        token = self._client.cookies.get("csrftoken") or ""
        response = self._client.request(
            method,
            path,
            json=body,
            params=query or None,
            headers={
                "X-CSRFToken": token,
                # With HTTPS, Django checks the referring page.
                "Referer": f"{self._client.base_url}/",
            },
        )
        if response.is_error:
            raise RefusedError(response)
        return response.json() if response.content else None
