"""Backend that replays stored responses in place of a model."""

from collections.abc import Iterable, Iterator, Mapping

from core.domain.texts import _
from core.environment.models import REPLAYS
from subtext_runner.backends.base import PromptRequest
from subtext_runner.backends.folders import find_model_folder
from subtext_runner.errors import BackendUnusableError
from subtext_runner.journal import read_responses
from subtext_runner.records import CallError, Response


class Replay:
    """Reader of ``SUBTEXT_REPLAYS``/model/setting.jsonl, an earlier run's responses.

    A stored response counts only for its own prompt. A question with a record of
    another prompt, or without any record, is an error.
    """

    cache_scope: str | None = None

    def __init__(self, *, model: str, setting: str) -> None:
        path = find_model_folder(model, below=REPLAYS) / f"{setting}.jsonl"
        if not path.is_file():
            raise BackendUnusableError(_("{path}: no stored responses", path=path))
        self._stored = {r.question_id: r for r in read_responses(path)}
        self.report_details: Mapping[str, str | int | float] = {
            "replayed": len(self._stored)
        }

    def answer(self, requests: Iterable[PromptRequest]) -> Iterator[Response]:
        for request in requests:
            stored = self._stored.get(request.question.id)
            if stored is None:
                yield _missing_response(request, "no stored response")
            elif stored.prompt and (stored.prompt, stored.order) != (
                request.prompt.to_record,
                request.prompt.order,
            ):
                yield _missing_response(
                    request, "the stored response belongs to another prompt"
                )
            else:
                yield stored


def _missing_response(request: PromptRequest, detail: str) -> Response:
    return request.make_response(error=CallError(kind="absent", detail=detail))
