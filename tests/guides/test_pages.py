"""Links of the documents lead somewhere, and the tutorial has its images."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tests.guides.guide import ROOT

PAGES = sorted(
    [
        *(ROOT / "README.md", ROOT / "CONTRIBUTING.md"),
        *(
            page
            for name in ("docs", "benchmarks")
            for page in (ROOT / name).rglob("*.md")
        ),
    ]
)
LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(?:#([^)]*))?\)")
CODE = re.compile(r"^ *```.*?^ *```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
TUTORIAL = ROOT / "docs" / "tutorials" / "first-release.md"
COMMAND = re.compile(r"(?:manage\.py|subtext) ([a-z]+_?[a-z_]*)([^`\n#&|]*)")
MERGE_MARK = re.compile(r"^(<{7}|={7}|>{7})( |$)", re.MULTILINE)
OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]*")
LARGEST_IMAGE, ALL_IMAGES = 60_000, 900_000
"""Bytes of one image of the tutorial, and of all."""


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings, as GitHub makes them."""
    return {
        re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        for title in HEADING.findall(page.read_text("utf-8"))
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = CODE.sub("", page.read_text("utf-8"))
    for path, anchor in LINK.findall(text):
        target = page.parent / path if path else page
        assert target.exists(), path
        if anchor:
            assert anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_conflict_of_a_merge_is_left(page: Path) -> None:
    assert MERGE_MARK.search("Ours.\n=======\nTheirs.")
    assert not MERGE_MARK.search(page.read_text("utf-8"))


def test_every_page_is_listed() -> None:
    listed = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = {
        path.relative_to(ROOT / "docs").as_posix()
        for path in PAGES
        if path.is_relative_to(ROOT / "docs") and "decisions" not in path.parts
    }
    assert "tutorials/first-release.md" in pages
    missing = {path for path in pages - {"README.md"} if f"({path})" not in listed}
    assert missing == set()


def test_the_images_of_the_tutorial_are_there_and_small() -> None:
    named = re.findall(r"\((first-release/.+?\.webp)\)", TUTORIAL.read_text("utf-8"))
    folder = TUTORIAL.with_suffix("")
    assert {f"{folder.name}/{image.name}" for image in folder.iterdir()} == set(named)
    sizes = [image.stat().st_size for image in folder.iterdir()]
    assert max(sizes) <= LARGEST_IMAGE
    assert sum(sizes) <= ALL_IMAGES


@cache
def help_of(command: str) -> str:
    """Return what a command prints with ``--help``."""
    app = get_commands()[command]
    assert isinstance(app, str)
    parser = load_command_class(app, command).create_parser("manage.py", command)
    return parser.format_help()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_and_their_options_exist(page: Path) -> None:
    for command, arguments in COMMAND.findall(page.read_text("utf-8")):
        for option in OPTION.findall(arguments):
            assert option in help_of(command), f"{command} {option}"
        assert command in get_commands(), command
