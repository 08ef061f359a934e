"""Registry of the question formats that can be prompted and scored."""

from evaluation.runner.formats.base import Scorer
from evaluation.runner.formats.fill_in_blank import FillInBlank
from evaluation.runner.formats.multiple_choice import MultipleChoice
from evaluation.runner.formats.single_choice import SingleChoice
from evaluation.runner.formats.true_false import TrueFalse

_INSTALLED: dict[str, Scorer] = {}


def register(kind: Scorer) -> None:
    """Register a format; it replaces any other with the same id."""
    _INSTALLED[kind.id] = kind


for _kind in (SingleChoice(), MultipleChoice(), TrueFalse(), FillInBlank()):
    register(_kind)


def find_asked(format_id: str) -> Scorer | None:
    """Return the format with this id, or None."""
    return _INSTALLED.get(format_id)


def asked_format(format_id: str) -> Scorer:
    """Return the format with this id.

    Raises KeyError; loading a release checks the id.
    """
    return _INSTALLED[format_id]
