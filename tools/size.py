"""Print how large the code is: statements, lines and files by folder, and CSS rules.

Statements are those of the syntax tree, so that denser lines gain nothing. Docstrings do
not count, nor do tests and migrations. ``python -m tools.size [REVISION …]`` prints the
working tree beside other revisions.
"""

import ast
import io
import re
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def count_statements(source: str) -> int:
    """Return the number of statements in a module, without docstrings."""
    nodes = list(ast.walk(ast.parse(source)))
    count = sum(isinstance(node, ast.stmt) for node in nodes)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return count - sum(
        isinstance(node, documented) and ast.get_docstring(node) is not None
        for node in nodes
    )


def list_sources(revision: str | None) -> Iterator[tuple[Path, str]]:
    """Yield Python and CSS files, of the working tree or of a revision."""
    if revision is None:
        listed = subprocess.run(
            ["git", "ls-files", "*.py", "*.css"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        for name in listed.stdout.splitlines():
            if (ROOT / name).exists():
                yield Path(name), (ROOT / name).read_text("utf-8")
        return
    archive = subprocess.run(
        ["git", "archive", revision], cwd=ROOT, capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        for member in files:
            content = files.extractfile(member)
            if member.name.endswith((".py", ".css")) and content:
                yield Path(member.name), content.read().decode()


def count_sizes(revision: str | None) -> Counter[tuple[str, str]]:
    """Return numbers by folder and unit."""
    counts: Counter[tuple[str, str]] = Counter()
    for path, text in list_sources(revision):
        folder = path.parts[0] if len(path.parts) > 1 else "."
        if path.suffix == ".css":
            counts["css", "rules"] += _COMMENT.sub("", text).count("{")
        elif folder == "tests":
            counts[folder, "cases"] += len(re.findall(r"^ *def test_", text, re.M))
        elif "migrations" not in path.parts:
            counts[folder, "statements"] += count_statements(text)
            counts[folder, "lines"] += text.count("\n")
            counts[folder, "files"] += 1
    for unit in ("statements", "lines", "files"):
        counts["all", unit] = sum(counts[key] for key in [*counts] if key[1] == unit)
    return counts


def main(revisions: Sequence[str]) -> None:
    columns = [count_sizes(revision) for revision in (*revisions, None)]
    print("\t".join(("folder", "unit", *revisions, "now")))
    for key in sorted({key for column in columns for key in column}):
        print("\t".join((*key, *(str(column[key]) for column in columns))))


if __name__ == "__main__":
    main(sys.argv[1:])
