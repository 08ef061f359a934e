"""No code asks which benchmark it is in: what differs is data of the protocol.

Looked for in what runs, not in comments and docstrings: a shipped protocol's id or name
as a whole string or one end of it, and a decision on a protocol's own id or name. A
published layout, rule or citation may be called after the benchmark that it comes from;
those places are named here.
"""

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

from subtext_protocol.shipped import shipped_ids, shipped_protocol
from tests.architecture.sources import ROOT, findings, modules, typescript_lines

NAMES = sorted(
    {
        name.casefold()
        for one in shipped_ids()
        for name in (one, shipped_protocol(one).name)
    }
)

ALLOWED: Mapping[str, str] = {
    "evaluation/entrants/domain.py": "the published layout of stored answers",
    "subtext_runner/extraction/published.py": "the published rules of reading answers",
    **{
        f"subtext_runner/formats/{name}.py": "how a published rule reads that format"
        for name in ("fill_in_blank", "multiple_choice", "single_choice", "true_false")
    },
    "subtext_protocol/publication.py": "the names of those rules",
    "published/management/commands/release_statistics.py": "the default protocol",
}
"""Files that may name a benchmark, each with what it names by it."""

_OWN = re.compile(
    r"protocol\??\.(?:id|name)\b\)?\s*(?:[!=]==?|\.(?:startsWith|includes|match)\()"
    r"|[!=]==?\s*\(?protocol\??\.(?:id|name)\b"
    r"|(?:switch|includes)\s*\(\s*\w*\.?protocol\??\.(?:id|name)\b"
    r"|\[\s*\w*\.?protocol\??\.(?:id|name)\s*\]"
)


def named_in(text: str) -> list[str]:
    """The benchmarks that a text names, as whole words."""
    folded = text.casefold()
    return [
        name for name in NAMES if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", folded)
    ]


def python_findings(source: str) -> Iterator[str]:
    """What a module says and decides by a benchmark's name, with its line."""
    tree = ast.parse(source)
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            for name in named_in(node.value):
                yield f"{node.lineno}: names {name}"
        for decided in _decided_by(node):
            if _is_own_name(decided):
                yield f"{decided.lineno}: decides by a protocol's own name"


def _decided_by(node: ast.AST) -> list[ast.expr]:
    """The expressions on whose value something is chosen."""
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Match):
        return [node.subject]
    if isinstance(node, ast.Subscript):
        return [node.slice]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        looked_up = node.args[:1] if node.func.attr == "get" else []
        asked = (
            [node.func.value] if node.func.attr in ("startswith", "endswith") else []
        )
        return [*looked_up, *asked]
    return []


def _is_own_name(node: ast.expr) -> bool:
    if not (isinstance(node, ast.Attribute) and node.attr in ("id", "name")):
        return False
    of = node.value
    called = of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")
    return called == "protocol" or called.endswith("_protocol")


def typescript_findings(source: str) -> Iterator[str]:
    """The same for a TypeScript module; comments are taken out first."""
    for number, line in typescript_lines(source):
        for name in named_in(line):
            yield f"{number}: names {name}"
        if _OWN.search(line):
            yield f"{number}: decides by a protocol's name"


def test_no_module_asks_which_benchmark_it_is_in() -> None:
    assert len(modules()) > 400
    # The demo is made for the shipped protocols.
    found = findings(python_findings, typescript_findings, without=(ROOT / "demo",))
    wrong = {
        file: said
        for file, said in found.items()
        if file not in ALLOWED or any("decides" in one for one in said)
    }
    assert wrong == {}
    assert sorted(found) == sorted(ALLOWED), "an exception that nothing needs any more"


@pytest.mark.parametrize(
    "code",
    [
        "x = protocol.id == other",
        "x = project.protocol.name in known",
        "x = rules[self.protocol.id]",
        "x = rules.get(protocol.id)",
        "match protocol.name:\n    case _: pass",
        "x = protocol.id.startswith(prefix)",
        "x = 'cmmmu'",
        "x = f'{a} of ImageMet'",
    ],
)
def test_python_that_asks_is_found(code: str) -> None:
    assert list(python_findings(code))


@pytest.mark.parametrize(
    "code",
    [
        'if (protocol.id === "x") {}',
        "if (other !== protocol.name) {}",
        "switch (protocol.id) {}",
        "const form = FORMS[protocol.id];",
        'const title = "II-Bench";',
        "known.includes(project.protocol.id)",
    ],
)
def test_typescript_that_asks_is_found(code: str) -> None:
    assert list(typescript_findings(code))


@pytest.mark.parametrize(
    "code",
    [
        '"""As II-Bench §3.2 says."""\nx = protocol.id',
        "# CMMMU\nx = {'protocol': protocol.name}",
    ],
)
def test_python_that_only_cites_is_not(code: str) -> None:
    assert list(python_findings(code)) == []


def test_typescript_that_only_cites_is_not() -> None:
    code = "/** II-Bench's Table 1. */\nshow(protocol.name); // as in CMMMU\n"
    assert list(typescript_findings(code)) == []
