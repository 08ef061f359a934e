"""Names of the baselines that need no model."""

from collections.abc import Mapping

from evaluation.runs.domain.result_phrases import phrase
from subtext_protocol.text import Language

RANDOM_CHOICE = "Random choice"
FREQUENT_CHOICE = "Frequent choice"
"""Names under which runs of the baselines are stored, in every language."""

_PHRASES: Mapping[str, str] = {
    RANDOM_CHOICE: "random_choice",
    FREQUENT_CHOICE: "frequent_choice",
}


def baseline_title(name: str, language: Language) -> str:
    """Return the name of a baseline in ``language``; a protocol's own name is kept."""
    known = _PHRASES.get(name)
    return phrase(known, language) if known else name
