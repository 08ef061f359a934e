"""Cost of every page and export as a project grows."""

SLUG = "growth"
VERSION = "1.0.0"
PEOPLE = 50
"""Annotators of the project, whatever its number of items."""
