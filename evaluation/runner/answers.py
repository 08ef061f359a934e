"""Local cache of responses, so that no run repeats a call of an earlier one.

The key has everything that determines a response: model, revision, backend and its
scope (address or weights, precision), the prompt with the SHA-256 of its images, and
the generation limits. Responses that may not be reproducible are not cached: those
sampled at a temperature, those of a model without a known revision, and failed ones.
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
    """Cached responses for one run: one file each, named by the digest of its key."""

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
        """Return the cached response to this prompt for this question, or None."""
        if self._scope is None:
            return None
        path = self._path(request.prompt.record)
        try:
            cached_response = Response.model_validate_json(path.read_bytes())
        except (OSError, ValueError):
            return None  # missing or incomplete: the model is called
        return cached_response.model_copy(
            update={
                "question_id": request.question.id,
                "order": request.prompt.order,
                "reused": True,
            }
        )

    def keep(self, response: Response) -> None:
        """Store a response that later runs may reuse."""
        if self._scope is None or response.error is not None or response.reused:
            return
        path = self._path(response.prompt)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Workers may share the folder: a file only appears there once it is complete.
        partial = path.with_name(f"{path.name}.{os.getpid()}")
        partial.write_text(
            json.dumps(response_to_data(response), ensure_ascii=False), encoding="utf-8"
        )
        partial.replace(path)

    def _path(self, prompt: str) -> Path:
        key = json.dumps({**self._asked, "prompt": prompt}, sort_keys=True)
        digest = hashlib.sha256(key.encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"
