"""Messages between the application and the workers that execute its runs."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from core.domain.texts import _
from subtext_protocol.publication import BackendName
from subtext_runner.errors import SpecError
from subtext_runner.parameters import NO_PARAMETERS, RequestParameters

ErrorKind = Literal[
    "rate_limited",
    "timeout",
    "server",
    "bad_request",
    "connection",
    "auth",
    "memory",
    "generation",
    "empty",
    "unreadable",
    "absent",
]
"""``memory``: the question does not fit; ``generation``: a model in this process failed
on it; ``empty``: why an empty answer was asked for again; ``unreadable``: the answer is
no text; ``absent``: a replay has no response to it."""

LONGEST = 64_000
"""Maximum number of characters of a response that is stored."""
_HEAD = LONGEST // 4
LONGEST_ID = 64
"""Maximum number of characters of a question's id."""
_LONGEST_DETAIL = 500
_LONGEST_REASON = 100
_LARGEST_COUNT = 2**31 - 1
_UNSTORABLE = re.compile("[\ud800-\udfff\0]")


def storable_text(text: str) -> str:
    """Return the text with U+FFFD for what no file or database can hold.

    That is U+0000 and each half of a surrogate pair without its other half.
    """
    if not _UNSTORABLE.search(text):
        return text
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined.replace("\0", "\ufffd")


def _clean(value: object) -> object:
    return storable_text(value) if isinstance(value, str) else value


def _count_or_none(value: object) -> int | None:
    """Return a whole number that a count can be, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value <= _LARGEST_COUNT and value % 1 == 0 else None


def _reason_or_none(value: object) -> str | None:
    return storable_text(value)[:_LONGEST_REASON] if isinstance(value, str) else None


def _shorten(text: str) -> str:
    """Return the beginning and the end, where the answer is, of an overlong text."""
    if len(text) <= LONGEST:
        return text
    left_out = f"\n[… {len(text) - LONGEST:,} characters left out …]\n"
    return text[:_HEAD] + left_out + text[_HEAD - LONGEST :]


Text = Annotated[str, BeforeValidator(_clean)]
ShortText = Annotated[Text, AfterValidator(_shorten)]
# A count or a reason that makes no sense is no reason to lose the answer beside it.
TokenCount = Annotated[int | None, BeforeValidator(_count_or_none)]
FinishReason = Annotated[str | None, BeforeValidator(_reason_or_none)]


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
    parameters: RequestParameters = NO_PARAMETERS
    answered: tuple[str, ...] = ()
    """Ids of questions that are not asked again."""

    @property
    def run_digest(self) -> str:
        """The SHA-256 of the run, the same for all deliveries of its message."""
        order = self.model_dump(mode="json", exclude={"answered"})
        return hashlib.sha256(json.dumps(order, sort_keys=True).encode()).hexdigest()


class CallError(Message):
    """Why a question has no response."""

    kind: ErrorKind
    detail: Annotated[Text, AfterValidator(lambda text: text[:_LONGEST_DETAIL])]


class Response(Message):
    """Response to one question, as journals, messages and the database can hold it.

    Beyond ``LONGEST`` characters only the two ends of a text are kept. A finish reason
    or count of another type than it should have is dropped.
    """

    question_id: str
    text: ShortText | None = None
    finish_reason: FinishReason = None
    error: CallError | None = None
    attempts: int = 1
    seconds: float = Field(default=0, allow_inf_nan=False)
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
    prompt_tokens: TokenCount = None
    completion_tokens: TokenCount = None

    @property
    def is_empty(self) -> bool:
        """Whether the call succeeded without a text."""
        return self.error is None and not (self.text or "").strip()


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


def received_response(data: object) -> Response | None:
    """Return a record that came over the queue; one that is none is that question's error.

    None if it does not even name its question.
    """
    try:
        return Response.model_validate(data)
    except ValidationError as error:
        question_id = data.get("question_id") if isinstance(data, Mapping) else None
        if not isinstance(question_id, str) or not question_id:
            return None
        detail = (
            f"the worker sent a record that cannot be read: {problems_by_field(error)}"
        )
        return Response(
            question_id=storable_text(question_id),
            error=CallError(kind="unreadable", detail=detail),
        )


def response_to_data(response: Response) -> dict[str, Any]:
    """Return the record as plain JSON."""
    return response.model_dump(mode="json")


_DEFAULTS = Response(question_id="").model_dump(mode="json", exclude={"question_id"})


def drop_default_fields(data: Mapping[str, Any]) -> dict[str, Any]:
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
