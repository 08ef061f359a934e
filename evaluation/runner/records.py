"""Messages between the application and the workers that execute its runs."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from evaluation.runner.errors import SpecError
from projects.domain.protocol.publication import BackendName
from workflow.domain.texts import _

ErrorKind = Literal[
    "rate_limited",
    "timeout",
    "server",
    "bad_request",
    "connection",
    "auth",
    "memory",
    "absent",
]
"""``memory``: the question does not fit; ``absent``: a replay has no response to it."""

LONGEST = 64_000
"""Maximum number of characters of a response that is stored."""
_HEAD = LONGEST // 4


def _shorten(text: str) -> str:
    """Return the beginning and the end, where the answer is, of an overlong text."""
    if len(text) <= LONGEST:
        return text
    left_out = f"\n[… {len(text) - LONGEST:,} characters left out …]\n"
    return text[:_HEAD] + left_out + text[_HEAD - LONGEST :]


ShortText = Annotated[str, AfterValidator(_shorten)]


class Message(BaseModel):
    """Base of messages: plain JSON with known keys only."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ReleaseAddress(Message):
    uri: str
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """The release hash."""


class ModelSpec(Message):
    name: Annotated[str, Field(min_length=1)]
    backend: BackendName
    base_url: str | None = None
    """Address of a served model; None for the worker's ``SUBTEXT_MODEL_URL``."""
    revision: str | None = None
    prompt_price: float | None = Field(default=None, ge=0)
    """US dollars per million tokens."""
    completion_price: float | None = Field(default=None, ge=0)
    # A spec comes over a queue: it may name a model key, but no other secret.
    api_key_variable: Annotated[
        str, Field(pattern=r"^SUBTEXT_MODEL_KEY(_[A-Z0-9_]+)?$")
    ] = "SUBTEXT_MODEL_KEY"


class JudgedRun(Message):
    """Responses that a judge model rates."""

    what: str
    """Model and run that they come from, in words."""
    replies: dict[str, str]
    """Response by item id."""


class RunSpec(Message):
    """Everything that a worker needs for one run."""

    run: str
    release: ReleaseAddress
    model: ModelSpec
    setting: str
    """Id of a setting, of an open task, or of a rating by a judge model."""
    judged: JudgedRun | None = None
    """For a judge only."""
    splits: Annotated[tuple[str, ...], Field(min_length=1)] = ("test",)
    seed: int = 0
    temperature: float | None = Field(default=None, ge=0)
    """None: that of the setting, also for ``top_p``."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    answered: tuple[str, ...] = ()
    """Ids of questions that are not asked again."""


class CallError(Message):
    """Why a question has no response."""

    kind: ErrorKind
    detail: str


class Response(Message):
    """Response to one question; beyond ``LONGEST`` characters, only its two ends."""

    question_id: str
    text: ShortText | None = None
    finish_reason: str | None = None
    error: CallError | None = None
    attempts: int = 1
    seconds: float = 0
    """From the first attempt to the response, including waiting."""
    retried: tuple[ErrorKind, ...] = ()
    """Reason of each repetition of the call."""
    reasoning: ShortText | None = None
    """The model's reasoning, where the server sends it apart from the answer."""
    prompt: str = ""
    order: str = ""
    """Letters of the release's options in the order shown; empty if unchanged."""
    reused: bool = False
    """Whether it is an earlier run's response to the same prompt by the same model."""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


def spec_from_data(data: object) -> RunSpec:
    """Validate a spec. Raises SpecError that names each bad field."""
    try:
        return RunSpec.model_validate(data)
    except ValidationError as error:
        raise SpecError(problems_by_field(error)) from error


def response_from_data(data: object, *, where: str) -> Response:
    """Validate a response record.

    Raises SpecError that names ``where`` and the field.
    """
    try:
        return Response.model_validate(data)
    except ValidationError as error:
        raise SpecError(
            _("{where}: {error}", where=where, error=problems_by_field(error))
        ) from error


def response_to_data(response: Response) -> dict[str, Any]:
    """Return the record as plain JSON."""
    return response.model_dump(mode="json")


_DEFAULTS = Response(question_id="").model_dump(mode="json", exclude={"question_id"})


def without_defaults(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a response record that differ from their defaults.

    The question's id is left out: where the record is stored, it has a column.
    """
    return {
        name: value
        for name, value in data.items()
        if name != "question_id" and (name not in _DEFAULTS or value != _DEFAULTS[name])
    }


def digest_of(responses: Iterable[Response]) -> str:
    """Return the SHA-256 over the texts of responses, by question.

    Runs with the same digest said the same and are no independent repeats.
    """
    texts = {response.question_id: response.text for response in responses}
    content = json.dumps(texts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def problems_by_field(error: ValidationError) -> str:
    """Return the problems of a document, each with the path of its field."""
    return "; ".join(
        f"{'.'.join(str(part) for part in detail['loc']) or 'document'}: {detail['msg']}"
        for detail in error.errors(include_url=False)
    )
