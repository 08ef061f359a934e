"""Support of a protocol by this installation."""

from collections.abc import Iterator

from annotation.domain.checks import unknown_checks
from annotation.domain.formats.registry import missing_formats
from projects.domain.protocol.document import Protocol
from workflow.domain.texts import _
from workflow.errors import FieldProblem, InvalidInputError


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
