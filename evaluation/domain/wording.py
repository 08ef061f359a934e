"""Wording of result tables, in the languages of benchmarks."""

from projects.domain.phrases import Phrases

phrase = Phrases("results")
"""Return the phrase of a name in a language."""
