"""What every way of answering questions has in common."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from evaluation.runner.prompts import Prompt
from evaluation.runner.questions import Question
from evaluation.runner.records import Response


@dataclass(frozen=True)
class Request:
    """One question as it is put to whoever answers."""

    question: Question
    prompt: Prompt

    def response(self, **fields: Any) -> Response:
        """A response record that says what was asked."""
        return Response(
            question_id=self.question.id,
            prompt=self.prompt.record,
            order=self.prompt.order,
            **fields,
        )


@dataclass(frozen=True)
class Limits:
    """How a model may generate: the same for all questions of a run."""

    maximum_tokens: int
    temperature: float


class Backend(Protocol):
    """Somebody who answers questions: a model or a baseline."""

    @property
    def details(self) -> Mapping[str, str | int | float]:
        """What a score has to name of it, beside the model and its revision."""

    @property
    def scope(self) -> str | None:
        """What, with model and revision, decides its answers to a prompt.

        None where that is not known: then no answer of one run is used in another.
        """

    def answer(self, requests: Iterable[Request]) -> Iterator[Response]:
        """One response a request, in the order in which they come.

        A request that got no answer has a response with an error. Raises
        BackendUnusableError when none can be answered. Closing the iterator stops asking.
        """
