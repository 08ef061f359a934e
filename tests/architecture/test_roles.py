"""Roles are listed once, in ``projects/roles.py``: other code asks for a right."""

import re

from projects.roles import Role
from tests.architecture.sources import ROOT, modules

TABLE = ROOT / "projects" / "roles.py"
TOO_MANY = 3
"""Code that names so many roles means "everyone with a right"."""


def named_roles(source: str) -> set[str]:
    """Roles in quotes, alone or in a row of words, and members of ``Role``."""
    quoted = re.findall(r"""(["'`])([a-z]+(?: [a-z]+)*)\1""", source)
    words = {word for _, text in quoted for word in text.split()}
    members = {name.lower() for name in re.findall(r"\bRole\.([A-Z]+)\b", source)}
    return (words | members) & {*Role}


def test_no_other_module_lists_the_roles() -> None:
    sources = [
        *modules(),
        *(ROOT / "tools").glob("*.py"),
        *(ROOT / "frontend" / "src").rglob("locale/*.json"),
    ]
    listing = {
        str(file.relative_to(ROOT)): sorted(named)
        for file in sources
        if file != TABLE
        and "migrations" not in file.parts
        and len(named := named_roles(file.read_text(encoding="utf-8"))) >= TOO_MANY
    }
    # One practice person of each role but raters.
    assert listing.keys() == {"demo/projects/begin.py"}, listing
