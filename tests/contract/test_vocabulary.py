"""Names in the code are nouns and verbs of the domain.

A name that consists only of words such as ``one``, ``found`` or ``told`` does not say
what it holds. The syntax tree of every Python file is checked for modules, classes,
functions, parameters and variables with such names. Attributes and constants are exempt,
because many are keys of the API, of stored documents or of exported files.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.check import PYTHON_CODE, ROOT

FOLDERS = (*PYTHON_CODE, "tools", "tests/support")

BANNED = frozenset(
    {
        # Article-like words.
        *("because", "mine", "one", "other", "others", "theirs", "thing", "things"),
        # Participles.
        *("alike", "asked", "found", "given", "gone", "heard", "kept", "made", "moved"),
        *("put", "said", "shown", "standing", "taken", "told", "wanted"),
        # Gerunds, adverbs and coinages.
        *("afterwards", "fellows", "hindrance", "likeness", "making", "outside"),
        "unhanded",
    }
)
FILLERS = frozenset(
    {"a", "an", "as", "in", "is", "it", "not", "of", "out", "the", "to"}
)
"""Words that do not turn a banned word into a name: ``said_of``, ``not_wanted``."""

PENDING: tuple[str, ...] = ()
"""Folders and files that still have such names. Entries are only ever removed."""

FRAMEWORK_METHODS = frozenset({"get", "put", "post", "patch", "delete", "_put"})
"""Methods that Django REST framework and Kombu call by these names."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@cache
def is_banned(name: str) -> bool:
    """Return whether a name has a banned word and otherwise only fillers."""
    words = {word.lower() for word in _WORD.findall(name)}
    return bool(words & BANNED) and words <= BANNED | FILLERS


def name_of(node: ast.AST, *, in_class: bool) -> str | None:
    """Return the name that a node introduces, except attributes and constants."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return None if in_class and name in FRAMEWORK_METHODS else name
        case ast.Name(id=name, ctx=ast.Store()):
            return None if in_class or name.isupper() else name
        case ast.arg(arg=name) | ast.alias(asname=name) | ast.ClassDef(name=name):
            return name
        case ast.ExceptHandler(name=name) | ast.MatchAs(name=name):
            return name
    return None


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of every name that ``tree`` introduces."""
    pending = [(tree, False)]
    while pending:
        parent, in_class = pending.pop()
        if isinstance(parent, ast.ClassDef):
            in_class = True
        elif isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
            in_class = False
        for node in ast.iter_child_nodes(parent):
            name = name_of(node, in_class=in_class)
            if name is not None:
                yield getattr(node, "lineno", 1), name
            pending.append((node, in_class))


def findings(file: Path) -> list[str]:
    """Return the banned names of a file as ``path:line: name``."""
    path = file.relative_to(ROOT)
    names = list(names_in(ast.parse(file.read_text(encoding="utf-8"))))
    names += [(1, part) for part in path.with_suffix("").parts]
    return [f"{path}:{line}: {name}" for line, name in sorted(names) if is_banned(name)]


@pytest.fixture(scope="module")
def findings_by_file() -> dict[Path, list[str]]:
    """The banned names of every file that has some, by path from the root."""
    files = [
        file
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in file.parts
    ]
    assert len(files) > 400
    return {
        file.relative_to(ROOT): names for file in files if (names := findings(file))
    }


def test_no_name_consists_of_banned_words(
    findings_by_file: dict[Path, list[str]],
) -> None:
    new = [
        name
        for path, names in findings_by_file.items()
        if not any(path.is_relative_to(entry) for entry in PENDING)
        for name in names
    ]
    assert not new, "Name these by what they hold:\n" + "\n".join(new)


def test_every_pending_entry_has_a_finding(
    findings_by_file: dict[Path, list[str]],
) -> None:
    done = [
        entry
        for entry in PENDING
        if not any(path.is_relative_to(entry) for path in findings_by_file)
    ]
    assert not done, f"Remove from PENDING: {', '.join(done)}"


@pytest.mark.parametrize(
    "code",
    [
        "one = 1",
        "for other in rows: ...",
        "[theirs for theirs in rows]",
        "if (found := search()): ...",
        "lambda said: said",
        "def _told(): ...",
        "def count(made): ...",
        "class _NotWanted: ...",
        "class Row:\n    def shown(self): ...",
        "import json as things",
        "with open(path) as kept: ...",
        "try: ...\nexcept ValueError as gone: ...",
        "match row:\n    case [one]: ...",
        "said_of = {}",
    ],
)
def test_a_banned_name_is_found(code: str) -> None:
    assert any(is_banned(name) for _, name in names_in(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "other_run = 1",
        "asked_at = now()",
        "ASKED = 'asked'",
        "class View:\n    def put(self): ...",
        "class Pair:\n    one: float",
        "rows.filter(one=1)",
        "row.shown = True",
    ],
)
def test_a_name_of_the_domain_is_not_found(code: str) -> None:
    assert not any(is_banned(name) for _, name in names_in(ast.parse(code)))
