"""Stored responses in place of a model: the same answers, asked and scored again."""

from collections.abc import Iterable, Iterator, Mapping

from evaluation.runner.backends.base import Request
from evaluation.runner.backends.folders import folder_of
from evaluation.runner.errors import BackendUnusableError
from evaluation.runner.journal import read_responses
from evaluation.runner.records import CallError, Response


class Replay:
    """Reads ``SUBTEXT_REPLAYS``/model/setting.jsonl, response records of an earlier run.

    A response counts only for the prompt that it answered: where the record holds
    another one, the question is an error, as is one without a record.
    """

    scope: str | None = None

    def __init__(self, *, model: str, setting: str) -> None:
        path = folder_of(model, variable="SUBTEXT_REPLAYS") / f"{setting}.jsonl"
        if not path.is_file():
            raise BackendUnusableError(f"{path}: no stored responses")
        self._stored = {r.question_id: r for r in read_responses(path)}
        self.details: Mapping[str, str | int | float] = {"replayed": len(self._stored)}

    def answer(self, requests: Iterable[Request]) -> Iterator[Response]:
        for request in requests:
            stored = self._stored.get(request.question.id)
            if stored is None:
                yield _absent(request, "no stored response")
            elif stored.prompt and (stored.prompt, stored.order) != (
                request.prompt.record,
                request.prompt.order,
            ):
                yield _absent(request, "the stored response belongs to another prompt")
            else:
                yield stored


def _absent(request: Request, detail: str) -> Response:
    return request.response(error=CallError(kind="absent", detail=detail))
