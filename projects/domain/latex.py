"""Plain text in the tables of a paper."""

from collections.abc import Iterable

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def in_latex(text: str) -> str:
    """The text as LaTeX prints it: nothing in it is taken for a command."""
    return "".join(_SPECIAL.get(character, character) for character in text)


def latex_row(cells: Iterable[str]) -> str:
    """A row of a table, of cells that are LaTeX already."""
    return " & ".join(cells) + r" \\"
