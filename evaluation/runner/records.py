"""The messages between those who order a run and the worker that does it."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from evaluation.runner.errors import SpecError
from projects.domain.protocol.publication import BackendName

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
"""Characters of a response that are kept."""
_HEAD = LONGEST // 4


def _shortened(text: str) -> str:
    """The beginning and the end, where an answer stands, of one that does not stop."""
    if len(text) <= LONGEST:
        return text
    left_out = f"\n[… {len(text) - LONGEST:,} characters left out …]\n"
    return text[:_HEAD] + left_out + text[_HEAD - LONGEST :]


Said = Annotated[str, AfterValidator(_shortened)]


class Message(BaseModel):
    """Plain JSON with known keys only."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ReleaseAddress(Message):
    uri: str
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """The release hash."""


class ModelSpec(Message):
    name: Annotated[str, Field(min_length=1)]
    backend: BackendName
    base_url: str | None = None
    """Of a served model; None: ``SUBTEXT_MODEL_URL`` of the worker."""
    revision: str | None = None
    prompt_price: float | None = Field(default=None, ge=0)
    """US dollars for a million tokens."""
    completion_price: float | None = Field(default=None, ge=0)
    # A spec comes over a queue: it may name a model key, never another secret.
    api_key_variable: Annotated[
        str, Field(pattern=r"^SUBTEXT_MODEL_KEY(_[A-Z0-9_]+)?$")
    ] = "SUBTEXT_MODEL_KEY"


class Judged(Message):
    """What a judge model is to mark."""

    what: str
    """Who said it, in words: model and run."""
    replies: dict[str, str]
    """By item."""


class RunSpec(Message):
    """Everything a worker has to know to do one run."""

    run: str
    release: ReleaseAddress
    model: ModelSpec
    setting: str
    """The id of a setting, an open task, or a rating that a judge model gives."""
    judged: Judged | None = None
    """For a judge."""
    splits: Annotated[tuple[str, ...], Field(min_length=1)] = ("test",)
    seed: int = 0
    temperature: float = Field(default=0, ge=0)
    answered: tuple[str, ...] = ()
    """Ids of questions that are not asked again."""


class CallError(Message):
    """Why a question got no answer."""

    kind: ErrorKind
    detail: str


class Response(Message):
    """What came back for one question; of more than ``LONGEST`` characters the ends."""

    question_id: str
    text: Said | None = None
    finish_reason: str | None = None
    error: CallError | None = None
    attempts: int = 1
    seconds: float = 0
    """From the first attempt to the answer, waiting included."""
    retried: tuple[ErrorKind, ...] = ()
    """Why each attempt before the last was repeated."""
    reasoning: Said | None = None
    """What the server sent as the model's thinking, apart from its answer."""
    prompt: str = ""
    order: str = ""
    """Letters of the release's options in the order shown; empty: as they are."""
    reused: bool = False
    """An earlier run's answer to the same prompt by the same model."""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


def spec_from_data(data: object) -> RunSpec:
    """Check a spec. Raises SpecError naming each bad field."""
    try:
        return RunSpec.model_validate(data)
    except ValidationError as error:
        raise SpecError(named_fields(error)) from error


def response_from_data(data: object, *, where: str) -> Response:
    """Check a response record. Raises SpecError naming ``where`` and the field."""
    try:
        return Response.model_validate(data)
    except ValidationError as error:
        raise SpecError(f"{where}: {named_fields(error)}") from error


def response_to_data(response: Response) -> dict[str, Any]:
    """The record as plain JSON."""
    return response.model_dump(mode="json")


def named_fields(error: ValidationError) -> str:
    """What is wrong, each field by its path."""
    return "; ".join(
        f"{'.'.join(str(part) for part in detail['loc']) or 'document'}: {detail['msg']}"
        for detail in error.errors(include_url=False)
    )
