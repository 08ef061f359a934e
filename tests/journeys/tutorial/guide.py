"""A tutorial in Markdown as somebody follows it: word by word, in its own order.

A section begins with ``## ``. What is in bold is a control, a code block of a shell
holds commands, and an image shows the page as it is at this point.
"""

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tests.journeys.looking import SCREENSHOTS, settle

PART = re.compile(
    r"\*\*(?P<control>.+?)\*\*"
    r"|!\[[^\]]*\]\((?P<picture>[^)]+)\)"
    r"|^```sh\n(?P<commands>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
SIZE: ViewportSize = {"width": 1280, "height": 800}
TAKEN = SCREENSHOTS / "tutorial"
"""Where the images of the tutorial are left, as PNG."""


class Guide:
    """The parts of the tutorial that are still to come."""

    def __init__(self, path: Path) -> None:
        _, *sections = re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)
        self._sections = [section.partition("\n")[::2] for section in sections]
        self._parts: list[tuple[str, str]] = []

    @contextmanager
    def section(self, title: str) -> Iterator[None]:
        """Follow the next section; all that it names has to happen within."""
        found, text = self._sections.pop(0)
        assert found == title
        self._parts = list(parts_of(text))
        yield
        assert self._parts == [], f"“{title}” names what nobody used"

    def _next(self, kind: str) -> str:
        assert self._parts, f"the section names no further {kind}"
        found, value = self._parts.pop(0)
        assert found == kind, f"{value!r} is a {found} and no {kind}"
        return value

    def control(self) -> str:
        """Return the name of the next control."""
        return self._next("control")

    def command(self) -> list[str]:
        """Return the words of the next command."""
        return shlex.split(self._next("command"))

    def image(self, page: Page) -> None:
        """Take the next image."""
        settle(page)
        name = Path(self._next("picture")).with_suffix(".png").name
        page.screenshot(path=TAKEN / name)

    def is_over(self) -> bool:
        """Return whether every section with a step in it was followed."""
        return not any(list(parts_of(text)) for _, text in self._sections)


def parts_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield controls, images and commands of a section, in the order of the text."""
    for match in PART.finditer(text):
        kind, value = next((k, v) for k, v in match.groupdict().items() if v)
        if kind == "commands":
            yield from (("command", line) for line in value.splitlines())
        else:
            yield kind, " ".join(value.split())
