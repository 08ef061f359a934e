"""What a run took: tokens, repeated calls, money."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from evaluation.runner.records import Response

_MILLION = 1_000_000


@dataclass(frozen=True)
class Usage:
    """Sums over the responses that were asked for, not those an earlier run had."""

    prompt_tokens: int
    completion_tokens: int
    reused: int
    """Responses of earlier runs: they took nothing."""
    repeated: int
    """Calls beyond the first for a question."""
    cost: float | None
    """US dollars; None without prices."""

    def to_data(self) -> dict[str, Any]:
        """The sums as plain JSON."""
        return asdict(self)


def usage_of(
    responses: Sequence[Response],
    *,
    prompt_price: float | None,
    completion_price: float | None,
) -> Usage:
    """Add up ``responses``; prices are US dollars for a million tokens."""
    asked = [response for response in responses if not response.reused]
    prompt_tokens = sum(response.prompt_tokens or 0 for response in asked)
    completion_tokens = sum(response.completion_tokens or 0 for response in asked)
    cost = None
    if prompt_price is not None or completion_price is not None:
        cost = (
            prompt_tokens * (prompt_price or 0)
            + completion_tokens * (completion_price or 0)
        ) / _MILLION
    return Usage(
        prompt_tokens=prompt_tokens,
        completion_tokens=completion_tokens,
        reused=len(responses) - len(asked),
        repeated=sum(max(0, response.attempts - 1) for response in asked),
        cost=cost,
    )
