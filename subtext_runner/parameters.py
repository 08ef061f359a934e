"""Request parameters: what a run sends with its prompts besides the release's setting."""

import hashlib
import json
from collections.abc import Container, Iterable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from core.domain.texts import _

NOT_SENT: Literal["none"] = "none"
"""Value of a parameter that the request leaves out, so that the server's own counts."""

LONGEST_EXTRA_BODY = 2000
"""Maximum number of characters of an extra body as JSON."""
_DEEPEST = 8
_LABELLED = 100
"""Characters of an extra body in a label; a longer one is named by its digest."""

_OF_LOCAL_MODELS = frozenset(
    {"maximum_tokens", "temperature", "top_p", "seed", "image_pixels"}
)

TOKENS_FIELDS = ("max_tokens", "max_completion_tokens")
_OWN_FIELDS = frozenset(
    {
        *TOKENS_FIELDS,
        *("model", "messages", "n", "stream", "stream_options"),
        *("temperature", "top_p", "seed", "reasoning_effort"),
    }
)


def extra_body_problem(value: object) -> str | None:
    """Return why ``value`` cannot be an extra body; None if it can."""
    if not isinstance(value, Mapping):
        return _('The extra body must be a JSON object, such as {"top_k": 20}.')
    for name in value:
        if name in _OWN_FIELDS:
            return _(
                "The extra body cannot set {name!r}: the run sets it. Remove it, "
                "or use the run's own parameter.",
                name=str(name),
            )
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
        is_storable = "\\u0000" not in text
    except (TypeError, ValueError, RecursionError):
        is_storable = False
    if not is_storable:
        return _("The extra body is not valid JSON.")
    if len(text) > LONGEST_EXTRA_BODY or _is_deep(value):
        return _(
            "The extra body is too large: at most {longest} characters, "
            "nested at most {deepest} levels deep.",
            longest=LONGEST_EXTRA_BODY,
            deepest=_DEEPEST,
        )
    return None


def _is_deep(value: object) -> bool:
    level = [value]
    for _depth in range(_DEEPEST + 1):
        level = [child for parent in level for child in _children(parent)]
    return bool(level)


def _children(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


def _require_extra_body(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if problem := extra_body_problem(value):
        raise ValueError(problem)
    return value


class RequestParameters(BaseModel):
    """Parameters of a run's requests; None stands for what the setting says.

    ``"none"`` leaves a parameter out of the request, for servers that refuse it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    maximum_tokens: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    tokens_field: Literal["max_tokens", "max_completion_tokens"] | None = None
    """Name under which the server takes the maximum; None: the one that it accepts."""
    temperature: Annotated[float, Field(ge=0, le=2)] | Literal["none"] | None = None
    top_p: Annotated[float, Field(gt=0, le=1)] | Literal["none"] | None = None
    seed: Literal["none"] | None = None
    """None: the run's seed is sent with every temperature above 0."""
    reasoning_effort: Annotated[str, Field(pattern=r"^[a-z]{0,16}$")] | None = None
    """Sent as it is, such as ``low``; empty: not sent."""
    extra_body: (
        Annotated[dict[str, JsonValue], AfterValidator(_require_extra_body)] | None
    ) = None
    """Further fields of the request, such as ``chat_template_kwargs`` of vLLM."""
    stream: bool | None = None
    """Whether the answer arrives in parts; None: at once."""
    seconds: Annotated[float, Field(ge=1, le=7200)] | None = None
    """Total time of an answer; None: that of the worker."""
    image_pixels: Annotated[int, Field(ge=1_000, le=1_000_000_000)] | None = None
    """Most pixels of an image; a larger one is made smaller. None: as released."""
    image_bytes: Annotated[int, Field(ge=10_000, le=1_000_000_000)] | None = None
    """Most bytes of an image's file, before base64; a larger one is made smaller."""

    def data(self) -> dict[str, Any]:
        """Return the parameters that are given, as plain JSON."""
        return self.model_dump(mode="json", exclude_none=True)

    def with_presets(self, presets: Self) -> Self:
        """Return these parameters, with ``presets`` where they have none."""
        return self.model_validate({**presets.data(), **self.data()})

    def unsupported_by(self, backend: str) -> list[str]:
        """Return the names of the given parameters that the backend does not have."""
        return [name for name in self.data() if name not in _of_backend(backend)]

    def supported_by(self, backend: str) -> Self:
        """Return only the parameters that the backend has."""
        supported = _of_backend(backend)
        return self.model_validate(
            {name: value for name, value in self.data().items() if name in supported}
        )

    @property
    def label(self) -> str:
        """The given parameters in one line: a part of a score's identity."""
        return ", ".join(
            f"{name}={_labelled(value)}" for name, value in self.data().items()
        )


NO_PARAMETERS = RequestParameters()


def _of_backend(backend: str) -> Container[str]:
    if backend == "openai":
        return RequestParameters.model_fields
    return _OF_LOCAL_MODELS if backend == "transformers" else ()


def _labelled(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str):
        return value
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if len(text) <= _LABELLED:
        return text
    return f"#{hashlib.sha256(text.encode()).hexdigest()[:12]}"
