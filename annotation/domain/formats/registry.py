"""The question formats that are installed."""

from annotation.domain.formats.base import QuestionFormat
from annotation.domain.formats.fill_in_blank.format import FillInBlank
from annotation.domain.formats.multiple_choice.format import MultipleChoice
from annotation.domain.formats.single_choice.format import SingleChoice
from annotation.domain.formats.true_false.format import TrueFalse
from projects.domain.protocol.document import Protocol

_INSTALLED: dict[str, QuestionFormat] = {}


def register(kind: QuestionFormat) -> None:
    """Install a format; another one of the same id is replaced."""
    _INSTALLED[kind.id] = kind


for _kind in (SingleChoice(), MultipleChoice(), TrueFalse(), FillInBlank()):
    register(_kind)


def installed_formats() -> list[str]:
    """Ids of the formats that there are."""
    return list(_INSTALLED)


def find_format(format_id: str) -> QuestionFormat | None:
    """The format of that id, if it is installed."""
    return _INSTALLED.get(format_id)


def format_of(format_id: str) -> QuestionFormat:
    """The format of that id. Raises ValueError when it is not installed."""
    kind = _INSTALLED.get(format_id)
    if kind is None:
        raise ValueError(f"the question format {format_id} is not installed")
    return kind


def missing_formats(protocol: Protocol) -> list[str]:
    """The formats that a protocol asks for and nobody has written yet."""
    return [one for one in protocol.questions.formats if one not in _INSTALLED]
