"""Wording of result tables, in the languages of benchmarks."""

from reporting.phrases import Phrases

phrase = Phrases("results")
"""Return the phrase of a name in a language."""
