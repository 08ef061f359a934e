"""Wording of the statistics tables, in the language of the benchmark."""

from reporting.phrases import Phrases

phrase = Phrases("statistics")
"""Return the phrase of that name in a language."""
