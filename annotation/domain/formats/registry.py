"""Registry of the installed question formats."""

from annotation.domain.formats.base import QuestionFormat
from annotation.domain.formats.fill_in_blank.format import FillInBlank
from annotation.domain.formats.multiple_choice.format import MultipleChoice
from annotation.domain.formats.single_choice.format import SingleChoice
from annotation.domain.formats.true_false.format import TrueFalse
from projects.domain.protocol.document import Protocol

_INSTALLED: dict[str, QuestionFormat] = {}


def register(kind: QuestionFormat) -> None:
    """Install a format; it replaces one with the same id."""
    _INSTALLED[kind.id] = kind


for _kind in (SingleChoice(), MultipleChoice(), TrueFalse(), FillInBlank()):
    register(_kind)


def installed_formats() -> list[str]:
    """Return the ids of the installed formats."""
    return list(_INSTALLED)


def find_format(format_id: str) -> QuestionFormat | None:
    """Return the format with this id, if it is installed."""
    return _INSTALLED.get(format_id)


def format_of(format_id: str) -> QuestionFormat:
    """Return the format with this id. Raises ValueError when it is not installed."""
    kind = _INSTALLED.get(format_id)
    if kind is None:
        raise ValueError(f"the question format {format_id} is not installed")
    return kind


def missing_formats(protocol: Protocol) -> list[str]:
    """Return the protocol's formats that are not installed."""
    return [one for one in protocol.questions.formats if one not in _INSTALLED]
