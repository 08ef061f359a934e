"""Client of a peer: from the product's environment to a process in `.venv-peers`.

Peers need torch and other versions of some packages, so they never share a process with
what they are compared to.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from pydantic import JsonValue, TypeAdapter

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"

Answer = TypeVar("Answer")


class PeerFailedError(Exception):
    """The peer raised, or died; the message is its own."""


class Peer:
    """A process that serves one module's actions (``benchmarks.peers.serving``).

    Start-up and imports happen before the first answer and are not part of it: actions
    time themselves.
    """

    def __init__(self, module: str, *, environment: dict[str, str] | None = None):
        """Start ``module``, with ``environment`` on top of this process's own."""
        if not PYTHON.exists():
            sys.exit(
                "This runs other tools beside Subtext: `make peers` installs them."
            )
        self._module = module
        self._process = subprocess.Popen(
            [str(PYTHON), "-m", module],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, answer: type[Answer], action: str, **arguments: JsonValue) -> Answer:
        """Call ``action`` there and check that it returns an ``answer``.

        What is large goes through files: give their paths.

        Raises:
            PeerFailedError: with the traceback from the other side.
        """
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None  # noqa: S101 - both were asked for
        assert pipe_out is not None  # noqa: S101
        line = ""
        try:
            pipe_in.write(json.dumps([action, arguments]) + "\n")
            pipe_in.flush()
            line = pipe_out.readline()
        except BrokenPipeError:
            pass
        if not line:
            raise PeerFailedError(f"{self._module} ended with {self._process.wait()}")
        reply = json.loads(line)
        if "error" in reply:
            raise PeerFailedError(reply["error"])
        return TypeAdapter(answer).validate_python(reply["value"])

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
