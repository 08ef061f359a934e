"""Markdown of the generated pages."""


def one_line(text: str) -> str:
    """Return the text on one line, with bars escaped for a table cell."""
    return " ".join(text.split()).replace("|", "\\|")
