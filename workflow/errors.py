"""What can go wrong for a reason the caller can understand.

Services raise these; ``workflow.api.problems`` turns them into problem details
(RFC 9457), commands into one line and an exit code.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class FieldProblem(NamedTuple):
    """What is wrong with one field; ``field`` is a dotted path into the input."""

    field: str
    message: str


class SubtextError(Exception):
    """Base of all expected errors."""

    status = 400
    title = "Request failed"
    extensions: Mapping[str, Any] = {}
    """Further members of the problem document (RFC 9457, section 3.2)."""

    def __init__(self, detail: str, fields: Sequence[FieldProblem] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.fields = tuple(fields)


class InvalidInputError(SubtextError):
    """The input is wrong; ``fields`` says where."""

    status = 400
    title = "Invalid input"


class NotAllowedError(SubtextError):
    """This person may not do this."""

    status = 403
    title = "Not allowed"


class NotFoundError(SubtextError):
    """There is no such thing, or this person may not know of it."""

    status = 404
    title = "Not found"


class TooManyRequestsError(SubtextError):
    """Asked too often; ``wait`` says for how many seconds not to ask again."""

    status = 429
    title = "Too many attempts"

    def __init__(self, detail: str, *, wait: int) -> None:
        super().__init__(detail)
        self.extensions = {"wait": wait}


class UnavailableError(SubtextError):
    """The database, the broker or the storage does not answer; nothing is wrong here."""

    status = 503
    title = "Temporarily unavailable"
    extensions = {"wait": 10}


class ConflictError(SubtextError):
    """Somebody was faster: what was read has changed since."""

    status = 409
    title = "Changed by someone else"
