"""Interface that all backends share."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from subtext_runner.prompts import Prompt
from subtext_runner.questions import Question
from subtext_runner.records import Response
from subtext_runner.sent_images import ImageLimit


@dataclass(frozen=True)
class PromptRequest:
    """One question with its prompt."""

    question: Question
    prompt: Prompt

    def make_response(self, **fields: Any) -> Response:
        """Return a response record with this question and prompt."""
        return Response(
            question_id=self.question.id,
            prompt=self.prompt.to_record,
            order=self.prompt.order,
            **fields,
        )


@dataclass(frozen=True)
class SentParameters:
    """Request parameters as they are sent, the same for all questions of a run.

    None stands for a parameter that is not sent.
    """

    maximum_tokens: int
    temperature: float | None
    top_p: float | None = None
    seed: int | None = 0
    """Seed of sampling; without effect at temperature 0."""
    tokens_field: str | None = None
    """None: the name that the server accepts."""
    reasoning_effort: str | None = None
    extra_body: Mapping[str, Any] | None = None
    stream: bool = False
    seconds: float | None = None
    """Total time of an answer; None: that of the worker."""
    image_pixels: int | None = None
    """Most pixels of an image; None: as released."""
    image_bytes: int | None = None
    """Most bytes of an image's file; None: as released."""

    @property
    def image_limit(self) -> ImageLimit:
        return ImageLimit(self.image_pixels, self.image_bytes)

    def data(self) -> dict[str, Any]:
        """Return the parameters as plain JSON."""
        return asdict(self)


class Backend(Protocol):
    """Source of responses: a model or a baseline."""

    @property
    def report_details(self) -> Mapping[str, str | int | float]:
        """Details that a score must report besides the model and its revision."""

    @property
    def cache_scope(self) -> str | None:
        """What determines the response to a prompt, besides model and revision.

        None where it is unknown: then no other run may reuse a response.
        """

    def answer(self, requests: Iterable[PromptRequest]) -> Iterator[Response]:
        """Yield one response per request, in order of arrival.

        A failed call has a response with an error. Raises BackendUnusableError when no
        question can be answered. Closing the iterator stops further calls.
        """
