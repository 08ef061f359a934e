"""Sentences of a release that several of its files share."""

from reporting.phrases import Phrases

phrase = Phrases("release")
"""Return a sentence in a language of benchmarks."""
