"""The question formats that can be asked and scored."""

from evaluation.runner.formats.base import Scorer
from evaluation.runner.formats.fill_in_blank import FillInBlank
from evaluation.runner.formats.multiple_choice import MultipleChoice
from evaluation.runner.formats.single_choice import SingleChoice
from evaluation.runner.formats.true_false import TrueFalse

_INSTALLED: dict[str, Scorer] = {}


def register(kind: Scorer) -> None:
    """Install a format; another one of the same id is replaced."""
    _INSTALLED[kind.id] = kind


for _kind in (SingleChoice(), MultipleChoice(), TrueFalse(), FillInBlank()):
    register(_kind)


def find_asked(format_id: str) -> Scorer | None:
    """The format of that id, if it is installed."""
    return _INSTALLED.get(format_id)


def asked_format(format_id: str) -> Scorer:
    """The format of that id. Raises KeyError for one that reading would have refused."""
    return _INSTALLED[format_id]
