"""The code uses only what Django, DRF, Celery and Kombu make public.

Three things are read from the syntax tree of every Python file: what it imports, which
names it uses of other objects, and which names a subclass defines or uses of itself.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import QuerySet
from kombu.transport.virtual import AbstractChannel

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = (
    *(
        "annotation",
        "backups",
        "benchmarks",
        "config",
        "core",
        "curation",
        "demo",
        "evaluation",
    ),
    *("projects", "published", "releases", "reporting", "review"),
    *("subtext_protocol", "subtext_runner", "tests", "tools"),
)
FRAMEWORKS = ("django", "rest_framework", "celery", "kombu")
UNDOCUMENTED = (
    "django.core.handlers",
    "django.db.backends",
    "django.db.models.base",
    "django.db.models.constants",
    "django.db.models.options",
    "django.db.models.query",
    "django.db.models.query_utils",
    "django.db.models.sql",
)
"""Modules whose names have no underscore and are internal all the same."""
DOCUMENTED = {"_asdict", "_default_manager", "_exit", "_fields", "_meta", "_replace"}
"""Of named tuples, ``os`` and Django's models."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


HOOKS = {"_queue_bind", *filter(is_private, vars(AbstractChannel))}
"""What Kombu asks of whoever writes a transport (``kombu.transport.virtual``)."""


@cache
def trees() -> dict[Path, ast.Module]:
    paths = [path for name in FOLDERS for path in sorted((ROOT / name).rglob("*.py"))]
    return {
        path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8"))
        for path in [*paths, ROOT / "manage.py"]
    }


@cache
def own_names() -> set[str]:
    """Private names that this repository defines outside of any framework's class."""
    return {name for tree in trees().values() for name in defined(tree)}


def defined(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif not isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute) and is_self(node.value):
            yield node.attr


def imported(tree: ast.AST) -> Iterator[str]:
    """The full name of everything that is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{one.name}" for one in node.names)


def private_imports(tree: ast.AST) -> list[str]:
    return [
        name
        for name in imported(tree)
        if name.split(".")[0] in FRAMEWORKS
        and (
            any(map(is_private, name.split(".")))
            or any(f"{name}.".startswith(f"{module}.") for module in UNDOCUMENTED)
        )
    ]


def private_uses(tree: ast.AST) -> list[str]:
    """Private names of other objects that nothing in this repository defines."""
    known = DOCUMENTED | own_names()
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and is_private(node.attr)
        and not is_self(node.value)
        and node.attr not in known
    ]


def is_self(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def private_names(node: ast.ClassDef) -> set[str]:
    """Those that a class defines, or uses of itself."""
    here = {name for one in node.body for name in defined(one) if is_private(name)}
    here |= {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute)
        and is_private(one.attr)
        and is_self(one.value)
    }
    return here - DOCUMENTED


def inherited_names(node: ast.ClassDef, found: type) -> list[str]:
    """Private names of a class that a framework's base of it has too."""
    bases = [
        base for base in found.__mro__ if base.__module__.split(".")[0] in FRAMEWORKS
    ]
    sources = "\n".join(map(inspect.getsource, bases))
    names = private_names(node) - (HOOKS if AbstractChannel in bases else set())
    return sorted(name for name in names if re.search(rf"\b{name}\b", sources))


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("from django.db.models.sql import Query", ["django.db.models.sql.Query"]),
        ("import celery.app._internal", ["celery.app._internal"]),
        ("from django.db.models import Q", []),
        ("from numpy import _core", []),
    ],
)
def test_an_import_of_a_private_name_is_found(code: str, names: list[str]) -> None:
    assert private_imports(ast.parse(code)) == names


def test_no_file_imports_a_private_name() -> None:
    found = {str(path): private_imports(tree) for path, tree in trees().items()}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("request._cached_user", ["request._cached_user"]),
        ("self._cached_user", []),
        ("Item._meta", []),
        ("request.__class__", []),
    ],
)
def test_a_use_of_a_private_name_is_found(code: str, names: list[str]) -> None:
    assert private_uses(ast.parse(code)) == names


def test_no_file_uses_a_private_name_of_another_object() -> None:
    found = {str(path): private_uses(tree) for path, tree in trees().items()}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_name_that_is_private_to_a_base_is_found() -> None:
    code = "class Rows(QuerySet):\n    _result_cache = None\n    _of_ours = None"
    (node,) = ast.parse(code).body
    assert isinstance(node, ast.ClassDef)
    assert inherited_names(node, QuerySet) == ["_result_cache"]


def test_no_class_rests_on_what_is_private_to_its_base() -> None:
    found = {}
    for path, tree in trees().items():
        # Some modules of the tests change the process that imports them.
        if path.parts[0] == "tests":
            continue
        for node in tree.body:
            if not isinstance(node, ast.ClassDef) or not private_names(node):
                continue
            with suppress(ModuleNotFoundError):  # an extra that is not installed here
                module = import_module(".".join(path.with_suffix("").parts))
                if names := inherited_names(node, getattr(module, node.name)):
                    found[f"{path}: {node.name}"] = names
    assert found == {}


@pytest.mark.parametrize(
    "planted",
    [
        "from django.db.models.sql import UpdateQuery",
        "from django.db.models.sql.compiler import SQLCompiler",
        "import django.db.models.sql.compiler",
        "from django.utils.functional import _lazy_proxy_unpickle",
        "from kombu.transport._private import Channel",
    ],
)
def test_a_planted_import_is_caught(planted: str) -> None:
    assert private_imports(ast.parse(planted))


@pytest.mark.parametrize("planted", ["row._state.adding", "rows()._iterable_class"])
def test_a_planted_use_is_caught(planted: str) -> None:
    assert private_uses(ast.parse(planted))


@pytest.mark.parametrize(
    "planted",
    [
        "class Planted(SessionStore):\n    def _get_session_from_db(self): ...",
        "class Planted(SessionStore):\n    def key(self): return self._session_key",
    ],
)
def test_a_planted_subclass_is_caught(planted: str) -> None:
    (node,) = ast.parse(planted).body
    assert isinstance(node, ast.ClassDef)
    assert inherited_names(node, SessionStore)
