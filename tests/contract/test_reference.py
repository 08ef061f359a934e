"""The reference pages say what the code says, and name every setting."""

import re
from pathlib import Path

from tools.reference import PAGES, generated_pages, list_commands

ROOT = Path(__file__).resolve().parent.parent.parent
SETTINGS_PAGE = ROOT / "docs" / "reference" / "settings.md"
NAME = "SUBTEXT_[A-Z0-9_]*[A-Z0-9]"
TEST_SETTINGS = ROOT / "config" / "settings" / "test.py"
PACKAGES = ("audit", "config", "curation", "evaluation", "projects", "workflow")


def test_generated_pages_follow_the_code() -> None:
    """An outdated page is written again by ``make reference``."""
    outdated = [
        name
        for name, text in generated_pages().items()
        if (PAGES / name).read_text("utf-8") != text
    ]
    assert outdated == []


def test_every_argument_of_a_command_has_help_and_names_its_default() -> None:
    """Addresses of buckets are not read as paths, which would make s3:/ of s3://."""
    wrong = [
        f"{command.name} {' '.join(names)}"
        for command in list_commands()
        for names, options in command.arguments
        if not options.get("help")
        or (options.get("default") and "(default: " not in options["help"])
        or options.get("type") is Path
    ]
    assert wrong == []


def test_every_setting_is_described_and_every_described_setting_is_read() -> None:
    read = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if path != TEST_SETTINGS:
                read.update(re.findall(rf'"({NAME})', path.read_text("utf-8")))
    for name in ("docker-compose.yml", "Dockerfile"):
        read.update(re.findall(rf"\b({NAME})\b", (ROOT / name).read_text("utf-8")))
    described = set(re.findall(rf"`({NAME})`", SETTINGS_PAGE.read_text("utf-8")))
    assert {name.removesuffix("_FILE") for name in read} == described
