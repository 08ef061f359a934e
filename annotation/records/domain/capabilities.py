"""Support of a protocol by this installation."""

from collections.abc import Iterator

from annotation.records.domain.checks import unknown_checks
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from subtext_protocol.document import Protocol
from subtext_protocol.formats.registry import missing_formats


def require_supported(protocol: Protocol) -> None:
    """Check that the protocol's question formats and checks are installed.

    Raises InvalidInputError naming those that are missing.
    """
    problems = list(_unsupported(protocol))
    if problems:
        raise InvalidInputError(
            _("This protocol needs parts that are not installed."), problems
        )


def _unsupported(protocol: Protocol) -> Iterator[FieldProblem]:
    for format_id in missing_formats(protocol):
        message = _(
            "The question format {format_id} is not installed.", format_id=format_id
        )
        yield FieldProblem("questions.formats", message)
    for check_id in unknown_checks(protocol):
        path = f"questions.checks.{check_id}"
        yield FieldProblem(path, _("This question check is not installed."))
