"""The question formats that can be asked and scored."""

from evaluation.runner.formats.base import AskedFormat
from evaluation.runner.formats.fill_in_blank import FillInBlank
from evaluation.runner.formats.multiple_choice import MultipleChoice
from evaluation.runner.formats.single_choice import SingleChoice
from evaluation.runner.formats.true_false import TrueFalse

_INSTALLED: dict[str, AskedFormat] = {}


def register(kind: AskedFormat) -> None:
    """Install a format; another one of the same id is replaced."""
    _INSTALLED[kind.id] = kind


for _kind in (SingleChoice(), MultipleChoice(), TrueFalse(), FillInBlank()):
    register(_kind)


def find_asked(format_id: str) -> AskedFormat | None:
    """The format of that id, if it is installed."""
    return _INSTALLED.get(format_id)


def asked_format(format_id: str) -> AskedFormat:
    """The format of that id. Raises KeyError for one that reading would have refused."""
    return _INSTALLED[format_id]
