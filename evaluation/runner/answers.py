"""Answers kept on this machine, so that no run asks again what an earlier one heard.

The key holds everything that decides an answer: model, revision, backend and its scope
(address or weights, precision), the prompt with its pictures' SHA-256, and how it is
generated. What is not known to repeat itself is not kept: drawn at a temperature, from
a model of unknown revision, failed or cut short by an error.
"""

import hashlib
import json
import os
from pathlib import Path

from evaluation.runner.backends.base import Backend, Limits, Request
from evaluation.runner.records import (
    ModelSpec,
    Response,
    response_to_data,
)


class Answers:
    """One run's view of the kept answers: one file each, by the digest of its key."""

    def __init__(
        self, folder: Path, *, model: ModelSpec, backend: Backend, limits: Limits
    ) -> None:
        self._folder = folder
        self._scope = backend.scope if limits.temperature == 0 else None
        self._asked = {
            "model": model.name,
            "revision": model.revision,
            "backend": model.backend,
            "scope": self._scope,
            "maximum_tokens": limits.maximum_tokens,
        }

    def find(self, request: Request) -> Response | None:
        """What was answered to this prompt before, as the answer to this question."""
        if self._scope is None:
            return None
        path = self._path(request.prompt.record)
        try:
            kept = Response.model_validate_json(path.read_bytes())
        except (OSError, ValueError):
            return None  # not there, or not whole: asked as if for the first time
        return kept.model_copy(
            update={
                "question_id": request.question.id,
                "order": request.prompt.order,
                "reused": True,
            }
        )

    def keep(self, response: Response) -> None:
        """Keep what may be used again."""
        if self._scope is None or response.error is not None or response.reused:
            return
        path = self._path(response.prompt)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Several workers may share the folder: only whole files appear in it.
        partial = path.with_name(f"{path.name}.{os.getpid()}")
        partial.write_text(
            json.dumps(response_to_data(response), ensure_ascii=False), encoding="utf-8"
        )
        partial.replace(path)

    def _path(self, prompt: str) -> Path:
        key = json.dumps({**self._asked, "prompt": prompt}, sort_keys=True)
        digest = hashlib.sha256(key.encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"
