"""A small HTTP/1.1 client on asyncio that needs little processor time.

The server under measurement and fifty clients share two cores: a full client library
would take processor time from the server.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

_TIMEOUT = 60.0


class RefusedError(Exception):
    """The server sent an error or no response."""


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Connection:
    """One client's connection, kept alive as a browser would. Cookies are kept too."""

    def __init__(self, port: int, headers: Mapping[str, str] = {}) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.headers = dict(headers)
        self.cookies: dict[str, str] = {}

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        form: bytes | None = None,
        headers: Mapping[str, str] = {},
    ) -> Answer:
        """Send ``body`` as JSON, or a ``form``, and return the response.

        Raises RefusedError.
        """
        sent = form if form is not None else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}"]
        every = {**self.headers, **headers}
        if body is not None:
            sent = json.dumps(body).encode()
            every["Content-Type"] = "application/json"
        elif form is not None:
            every.setdefault("Content-Type", "application/x-www-form-urlencoded")
        if self.cookies:
            every["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        every["Content-Length"] = str(len(sent))
        lines += [f"{name}: {value}" for name, value in every.items()]
        raw = "\r\n".join(lines).encode() + b"\r\n\r\n" + sent
        try:
            async with asyncio.timeout(_TIMEOUT):
                answer = await self._exchange(raw)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise RefusedError(f"{method} {path}: {error!r}") from error
        self.cookies.update(answer.cookies)
        if answer.status >= 400:
            excerpt = answer.body[:300].decode(errors="replace")
            raise RefusedError(f"{method} {path}: {answer.status} {excerpt}")
        return answer

    async def _exchange(self, raw: bytes) -> Answer:
        fresh = self._streams is None
        try:
            return await self._once(raw)
        except (ConnectionError, asyncio.IncompleteReadError):
            # A server may close an idle connection at any time.
            self.close()
            if fresh:
                raise
            return await self._once(raw)

    async def _once(self, raw: bytes) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(raw)
        head = await reader.readuntil(b"\r\n\r\n")
        first, *rest = head.decode("latin-1").rstrip().split("\r\n")
        headers: dict[str, str] = {}
        cookies: dict[str, str] = {}
        for line in rest:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                cookie, _, content = value.strip().partition(";")[0].partition("=")
                cookies[cookie] = content
        body = await _body(reader, headers)
        if headers.get("connection", "").lower() == "close" or "1.0" in first[:8]:
            self.close()
        return Answer(int(first.split()[1]), headers, cookies, body)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding") != "chunked":
        return await reader.read()
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body
