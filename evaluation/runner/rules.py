"""Versions of the scoring rules; every score names its own."""

CHOICES = "subtext-3"
"""Reading of options from responses: ``extraction.rule``."""
CAPTIONS = "captions-2"
"""Comparison of captions: ``captions.scoring``."""
MARKS = "marks-2"
"""Reading of a judge's marks: ``judging.reading``."""
