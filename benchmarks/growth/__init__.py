"""What every page and export costs as a project grows."""

SLUG = "growth"
VERSION = "1.0.0"
PEOPLE = 50
"""Annotators of the project, however many items it has."""
