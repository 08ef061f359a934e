"""A how-to guide in Markdown as somebody follows it: new files, edits and commands.

A line that begins with a path in backquotes, with "In " or not, names the file of the
code blocks below it. A block of the kind ``diff`` changes the file, one of the kind
``sh`` holds commands, and any other is the content of a new file, or an example where
no file is named since the last one. "An empty" before a path asks for an empty file.
"""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDES = ROOT / "docs" / "how-to"

BLOCK = re.compile(
    r"^An empty `(?P<empty>[\w./-]+)`"
    r"|^(?:In )?`(?P<path>[\w./-]+\.\w+)`"
    r"|^ *```(?P<kind>\w+)\n(?P<content>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)


class Edit(NamedTuple):
    """Lines of a file and those that take their place."""

    path: str
    before: str
    after: str

    def apply(self, root: Path) -> None:
        file = root / self.path
        text = file.read_text("utf-8")
        assert text.count(self.before) == 1, f"{self.path} once has:\n{self.before}"
        file.write_text(text.replace(self.before, self.after), encoding="utf-8")


class Guide(NamedTuple):
    """What a guide asks for."""

    new_files: dict[str, str]
    edits: list[Edit]
    commands: list[str]

    def apply(self, root: Path) -> None:
        """Write the new files and change the others, in a copy of the tree."""
        for path, content in self.new_files.items():
            file = root / path
            assert not file.exists(), f"{path} is there already"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
        for edit in self.edits:
            edit.apply(root)


def blocks_of(page: Path, kind: str) -> list[str]:
    """Return the contents of the code blocks of a kind, in their order."""
    found = BLOCK.finditer(page.read_text("utf-8"))
    return [match["content"] for match in found if match["kind"] == kind]


def read_guide(name: str) -> Guide:
    """Read ``docs/how-to/<name>.md``."""
    guide = Guide({}, [], [])
    path = ""
    for match in BLOCK.finditer((GUIDES / f"{name}.md").read_text("utf-8")):
        if match["empty"]:
            guide.new_files[match["empty"]] = ""
        elif match["path"]:
            path = match["path"]
        elif match["kind"] == "sh":
            guide.commands.extend(map(str.strip, match["content"].splitlines()))
        elif match["kind"] == "diff":
            guide.edits.append(_edit(path, match["content"]))
        elif path:
            guide.new_files[path] = match["content"]
            path = ""
    return guide


def _edit(path: str, diff: str) -> Edit:
    lines = diff.splitlines(keepends=True)
    before, after = (
        "".join(line[1:] or "\n" for line in lines if line[0] != sign) for sign in "+-"
    )
    return Edit(path, before, after)
