"""Request parameters that a model server refuses, and what to do about them."""

import re
from collections.abc import Collection

from core.domain.texts import _
from subtext_runner.backends.received import ReceivedResponse, read_json
from subtext_runner.errors import OtherValuesNeededError
from subtext_runner.parameters import TOKENS_FIELDS

_STATUSES = {400, 422}
_REMEDIES = {
    "temperature": _("Set the temperature to “none”"),
    "top_p": _("Set top-p to “none”"),
    "seed": _("Set the seed to “none”"),
    "reasoning_effort": _("Leave the reasoning effort empty"),
    "stream": _("Switch streaming off"),
    **dict.fromkeys(TOKENS_FIELDS, _("Choose another name for the maximum tokens")),
}
_IN_EXTRA_BODY = _("Remove it from the extra body")
_REFUSED = (
    "not support|unsupported|deprecated|not permitted|not allowed|only the default"
    "|extra inputs|extra_forbidden|cannot be (?:set|used)|cannot both"
    r"|(?:unknown|unexpected|unrecognized)(?:\s\w+)?\s(?:parameter|argument|field|key)"
)


def refused_parameter(answer: ReceivedResponse, sent: Collection[str]) -> str | None:
    """Return which of the fields of a request the server refuses; None if none."""
    if answer.status not in _STATUSES:
        return None
    param, message = _reported(answer)
    for name in sent:
        if name in TOKENS_FIELDS:
            # A maximum that is too large for one prompt is that question's problem.
            is_refused = _is_refused(rf"\b{name}\b", message)
        else:
            quoted = re.search(rf"['\"`]{re.escape(name)}['\"`]", message)
            is_refused = (
                param == name
                or quoted is not None
                or _is_refused(rf"\b{re.escape(name)}\b", message)
            )
        if is_refused:
            return name
    return None


def refusal_error(
    answer: ReceivedResponse, parameter: str, *, address: str
) -> OtherValuesNeededError:
    """Return the exception that says which parameter to change."""
    return OtherValuesNeededError(
        _(
            "{address} refuses the parameter {parameter}. {remedy} or give another "
            "value, then start a new run. The server said: {detail}",
            address=address,
            parameter=parameter,
            remedy=_REMEDIES.get(parameter, _IN_EXTRA_BODY),
            detail=answer.error_message[:200],
        )
    )


def _is_refused(pattern: str, message: str) -> bool:
    """Return whether a sentence of the message refuses what the pattern names."""
    return any(
        re.search(pattern, sentence) and re.search(_REFUSED, sentence, re.IGNORECASE)
        for sentence in re.split(r"[.!?]\s", message)
    )


def _reported(answer: ReceivedResponse) -> tuple[str | None, str]:
    """Return the parameter and the message of an error; the whole text without one."""
    try:
        data = read_json(answer.text)
    except (ValueError, RecursionError):
        data = None
    error = data.get("error", data) if isinstance(data, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("message"), str):
        return None, answer.text.strip()
    param = error.get("param")
    return param if isinstance(param, str) else None, error["message"]
