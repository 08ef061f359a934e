"""Local cache of responses, so that no run repeats a call of an earlier one.

The key has everything that determines a response: model, revision, backend and its
scope (address or weights, precision), the prompt with the SHA-256 of its images, and
the request parameters. Responses that may not be reproducible are not cached: those
sampled at a temperature, those of a model without a known revision, and failed ones.
Nor are empty ones and those that the model did not end itself, such as filtered or cut
off: a server that was ill once must not give them for ever.
"""

import hashlib
import json
import logging
import os
import shutil
from pathlib import Path

from subtext_runner.backends.base import Backend, PromptRequest, SentParameters
from subtext_runner.records import ModelSpec, Response, RunSpec, response_to_data

_logger = logging.getLogger(__name__)
_ENDED_BY_MODEL = {"", "stop", "eos", "eos_token", "end_turn", "stop_sequence"}


def _further(limits: SentParameters) -> dict[str, object]:
    """Return what else the requests send; empty for runs without such parameters.

    So the responses that were cached before there were these parameters are found.
    """
    sent = limits.data()
    names = (
        *("top_p", "reasoning_effort", "extra_body"),
        *("image_pixels", "image_bytes"),
    )
    further = {name: sent[name] for name in names if sent[name]}
    return {"parameters": further} if further else {}


class ResponseCache:
    """Cached responses for one run: one file each, named by the digest of its key.

    With ``turns_of`` a run, its responses that no other run may use are cached in a
    folder of its own until it has finished without errors, so that a conversation that
    was interrupted goes on at its next turn.
    """

    def __init__(
        self,
        folder: Path,
        *,
        model: ModelSpec,
        backend: Backend,
        limits: SentParameters,
        turns_of: RunSpec | None = None,
    ) -> None:
        self._folder = folder / "answers"
        self._scope = backend.cache_scope if limits.temperature == 0 else None
        self._own_folder: Path | None = None
        if self._scope is None and turns_of is not None:
            self._own_folder = self._folder = folder / "turns" / turns_of.run_digest
            self._scope = "run"
        self._asked = {
            "model": model.name,
            "revision": model.revision,
            "backend": model.backend,
            "scope": self._scope,
            "maximum_tokens": limits.maximum_tokens,
            **_further(limits),
        }

    def find_response(self, request: PromptRequest) -> Response | None:
        """Return the cached response to this prompt for this question, or None."""
        if self._scope is None:
            return None
        path = self._path(request.prompt.to_record, request.question.id)
        try:
            cached_response = Response.model_validate_json(path.read_bytes())
        except (OSError, ValueError):
            return None  # missing or incomplete: the model is called
        if not _is_whole(cached_response):
            return None
        return cached_response.model_copy(
            update={
                "question_id": request.question.id,
                "order": request.prompt.order,
                "reused": True,
            }
        )

    def store_response(self, response: Response) -> None:
        """Store a response that later runs may reuse."""
        if self._scope is None or response.reused or not _is_whole(response):
            return
        path = self._path(response.prompt, response.question_id)
        # Workers may share the folder: a file only appears there once it is complete.
        partial = path.with_name(f"{path.name}.{os.getpid()}")
        content = json.dumps(response_to_data(response), ensure_ascii=False)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_text(content, encoding="utf-8")
            partial.replace(path)
        except OSError:
            # A full disk costs later runs a call, but this run nothing.
            _logger.warning("A response could not be cached.", exc_info=True)

    def delete_single_run_responses(self) -> None:
        """Remove the responses that only this run may use."""
        if self._own_folder is not None:
            shutil.rmtree(self._own_folder, ignore_errors=True)

    def _path(self, prompt: str, question_id: str) -> Path:
        content = {**self._asked, "prompt": prompt}
        if self._own_folder is not None:
            content["question"] = question_id  # two samples of one prompt may differ
        key = json.dumps(content, sort_keys=True)
        digest = hashlib.sha256(key.encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"


def _is_whole(response: Response) -> bool:
    """Whether the response is an answer that the model itself ended."""
    reason = (response.finish_reason or "").lower()
    return (
        response.error is None and not response.is_empty and reason in _ENDED_BY_MODEL
    )
