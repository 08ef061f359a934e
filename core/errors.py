"""Expected errors, with messages that the caller can act on.

Services raise these. ``core.api.problems`` turns them into problem details (RFC
9457), commands into one line and an exit code.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from core.domain.texts import _

MOST_PROBLEMS = 100
"""Maximum number of problems that a response names; they are corrected in turns."""


Cause = Literal["state", "changed", "protocol"]
"""Why a request is not possible now."""


class FieldProblem(NamedTuple):
    """A problem with one field; ``field`` is a dotted path into the input."""

    field: str
    message: str


def unknown_choice(field: str, choices: Iterable[object]) -> FieldProblem:
    """Return the problem with a field whose value is none of ``choices``."""
    names = ", ".join(map(str, choices))
    return FieldProblem(field, _("Must be one of {names}.", names=names))


class SubtextError(Exception):
    """Base class of all expected errors."""

    status = 400
    title = _("Request failed")
    extensions: Mapping[str, Any] = {}
    """More members of the problem document (RFC 9457, section 3.2)."""

    def __init__(self, detail: str, fields: Sequence[FieldProblem] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.fields = tuple(fields)


class InvalidInputError(SubtextError):
    """The input is invalid; ``fields`` says where."""

    status = 400
    title = _("Invalid input")


class NotAllowedError(SubtextError):
    """This person may not do this."""

    status = 403
    title = _("Not allowed")


class NotFoundError(SubtextError):
    """The object does not exist, or this person may not know of it."""

    status = 404
    title = _("Not found")


class TooLargeError(SubtextError):
    """The request has more bytes than it may have."""

    status = 413
    title = _("The request is too large")


class TooManyRequestsError(SubtextError):
    """Too many requests; ``wait`` is the seconds until the next one is accepted."""

    status = 429
    title = _("Too many attempts")

    def __init__(self, detail: str, *, wait: int) -> None:
        super().__init__(detail)
        self.extensions = {"wait": wait}


class UnavailableError(SubtextError):
    """The database, broker or storage does not respond; the request itself is fine."""

    status = 503
    title = _("Temporarily unavailable")
    extensions = {"wait": 10}


class ConflictError(SubtextError):
    """The request is right, but not possible now.

    ``cause`` tells a page what to offer, as a member of the problem document: the
    state of the object does not allow the action (``state``), the data has changed
    since it was read (``changed``), or the protocol has (``protocol``).
    """

    status = 409
    title = _("Not possible now")
    cause: Cause = "state"


class ChangedError(ConflictError):
    """Another request was first: the data has changed since it was read."""

    title = _("Changed by someone else")
    cause: Cause = "changed"
