"""The page that says where what is, made from the folders and their docstrings."""

import ast
from pathlib import Path

from tools.check import PYTHON_CODE

ROOT = Path(__file__).resolve().parent.parent
OTHERS = {
    "frontend": "The pages in the browser, in TypeScript: one folder a feature.",
    "tests": "Tests by app, and of whole installations, guides, papers and peers.",
    "tools": "What `make` runs: gates, generated pages, texts, the graph of subjects.",
    "docs": "Tutorials, guides, explanations, reference and decisions.",
}
"""Folders without a docstring of their own."""


def folder_summary(folder: Path) -> str:
    """Return the first line of a package's docstring, or nothing."""
    file = folder / "__init__.py"
    if not file.exists():
        return ""
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return text.partition("\n")[0]


def folders_page(note: str) -> str:
    """Return every package and the subjects in it, a line each."""
    lines = [
        "# Where is what?",
        "",
        note,
        "",
        "An app is a package, and each folder in it is a subject. Inside a subject are layers:",
        "`domain` (no Django), `models`, `selectors` (reads), `services` (writes), `tasks` and",
        "`api`. `python -m tools.subjects` prints which subject needs which; import-linter",
        "keeps their order.",
    ]
    for package in PYTHON_CODE:
        folder = ROOT / package
        lines += ["", f"**`{package}/`** {folder_summary(folder)}", ""]
        for inner in sorted(path for path in folder.iterdir() if path.is_dir()):
            if described := folder_summary(inner):
                lines.append(f"* `{package}/{inner.name}/` {described}")
    lines += ["", "Beside them:", ""]
    lines += [f"* `{name}/` {described}" for name, described in OTHERS.items()]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"
