"""Scorers of the question formats, which each format names by path."""

from functools import cache

from core.on_demand import import_on_demand
from subtext_protocol.formats.registry import find_format, get_format
from subtext_runner.formats.base import Scorer


def find_scorer(format_id: str) -> Scorer | None:
    """Return the scorer of the format with this id; None if it is not installed."""
    kind = find_format(format_id)
    return _scorer_at(kind.scorer) if kind else None


def get_scorer(format_id: str) -> Scorer:
    """Return the scorer of the format with this id.

    Raises ValueError; loading a release checks the id.
    """
    return _scorer_at(get_format(format_id).scorer)


@cache
def _scorer_at(path: str) -> Scorer:
    scorer: Scorer = import_on_demand(path)()
    return scorer
