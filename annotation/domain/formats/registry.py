"""The question formats that are installed."""

from collections.abc import Mapping

from annotation.domain.formats.base import QuestionFormat
from annotation.domain.formats.single_choice import SingleChoice
from projects.domain.protocol.document import Protocol

_INSTALLED: Mapping[str, QuestionFormat] = {one.id: one for one in (SingleChoice(),)}


def format_of(format_id: str) -> QuestionFormat | None:
    """The format of that id, if it is installed."""
    return _INSTALLED.get(format_id)


def missing_formats(protocol: Protocol) -> list[str]:
    """The formats that a protocol asks for and nobody has written yet."""
    return [one for one in protocol.questions.formats if one not in _INSTALLED]
