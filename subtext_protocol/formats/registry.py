"""Registry of the installed question formats."""

from subtext_protocol.document import Protocol
from subtext_protocol.formats.base import QuestionFormat
from subtext_protocol.formats.fill_in_blank import FillInBlank
from subtext_protocol.formats.multiple_choice import MultipleChoice
from subtext_protocol.formats.single_choice import SingleChoice
from subtext_protocol.formats.true_false import TrueFalse
from subtext_protocol.text import in_language

_INSTALLED: dict[str, QuestionFormat] = {}


def register_format(kind: QuestionFormat) -> None:
    """Install a format; it replaces one with the same id."""
    _INSTALLED[kind.id] = kind


for _kind in (
    SingleChoice(),
    MultipleChoice(),
    TrueFalse(),
    FillInBlank(),
):
    register_format(_kind)


def installed_formats() -> list[QuestionFormat]:
    """Return the installed formats."""
    return list(_INSTALLED.values())


def find_format(format_id: str) -> QuestionFormat | None:
    """Return the format with this id, if it is installed."""
    return _INSTALLED.get(format_id)


def get_format(format_id: str) -> QuestionFormat:
    """Return the format with this id. Raises ValueError when it is not installed."""
    kind = _INSTALLED.get(format_id)
    if kind is None:
        raise ValueError(f"the question format {format_id} is not installed")
    return kind


def format_title(format_id: str, language: str) -> str:
    """Return the title of a format; for one that is not installed, its id in words."""
    kind = _INSTALLED.get(format_id)
    return in_language(kind.title, language) if kind else format_id.replace("_", " ")


def counted_title(format_id: str, language: str) -> str:
    """Return the name of a format's questions in tables of statistics."""
    kind = _INSTALLED.get(format_id)
    if kind is None or kind.counted_as is None:
        return format_title(format_id, language)
    return in_language(kind.counted_as, language)


def missing_formats(protocol: Protocol) -> list[str]:
    """Return the protocol's formats that are not installed."""
    return [
        format_id
        for format_id in protocol.questions.formats
        if format_id not in _INSTALLED
    ]
