"""Versions of how responses are read and scored; a score names the one it was made by."""

CHOICES = "subtext-3"
"""Which option a response names: ``extraction.rule``."""
CAPTIONS = "captions-2"
"""How captions are compared: ``captions.scoring``."""
MARKS = "marks-1"
"""Which mark a judge gives: ``judging.reading``."""
