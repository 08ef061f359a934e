"""Versions of the scoring rules; every score names its own."""

from subtext_runner.answer_extraction.reading import RULE

CHOICES = RULE
"""Reading of options from responses: ``subtext_runner.answer_extraction``."""
CAPTIONS = "captions-2"
"""Comparison of captions: ``captions.scoring``."""
MARKS = "marks-2"
"""Reading of a judge's marks: ``judging.reading``."""
