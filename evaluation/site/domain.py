"""The static site of a release: values and HTML of its pages.

Pages need no server and no network. ``index.html`` and ``examples.html`` are in
English, ``index.zh.html`` and ``examples.zh.html`` in Chinese.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt

from reporting.phrases import Phrases
from subtext_protocol.text import LANGUAGES, Language

phrase = Phrases("site")
"""Return a text of the site in a language."""

_TEMPLATES = Path(__file__).with_name("site_templates")


@dataclass(frozen=True, kw_only=True)
class BoardView:
    """A leaderboard as a table of texts."""

    title: str
    splits: Sequence[str]
    questions: int
    prompt: str
    prompt_sha256: str
    smallest_difference: str
    """In percentage points; empty for fewer than two models."""
    rows: Sequence[Mapping[str, Any]]
    """Texts by column, and ``low``, ``high`` and ``accuracy`` as numbers from 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class ChangeView:
    """One removed, added, rescored or reworded question or item."""

    item: str
    question: str
    """Empty for a whole item."""
    what: str
    before: str
    after: str
    reasons: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class ExampleView:
    """A question with the images that the site may show."""

    id: str
    split: str
    images: Sequence[str]
    """Paths of image files in the site."""
    stem: str
    options: Sequence[tuple[str, str]]
    """Letter and text."""
    answer: str
    labels: Sequence[tuple[str, str]]
    """Titles of field and labels."""


@dataclass(frozen=True, kw_only=True)
class FileView:
    path: str
    href: str
    """Address of the file; empty where it is only named."""
    files: int
    size: str
    sha256: str
    """Empty for a folder."""


@dataclass(frozen=True, kw_only=True)
class SitePage:
    """Values of a page in one language."""

    language: Language
    title: str
    version: str
    summary: str
    simulated: str
    notices: Sequence[str]
    sha256: str
    """The release hash."""
    canary: str
    counts: Sequence[tuple[str, str]]
    boards: Sequence[BoardView]
    previous: str
    """The version before; empty for a first release."""
    changes: Sequence[ChangeView]
    card: str
    """The data card in Markdown, without its head."""
    funnel: Sequence[tuple[str, Sequence[str]]]
    agreement: Sequence[tuple[str, Sequence[str]]]
    examples: Sequence[ExampleView]
    downloads: Sequence[FileView]


def render_page(name: str, page: SitePage) -> str:
    """Return the HTML of ``index`` or ``examples``."""
    template = _environment().get_template(f"{name}.html.j2")
    return template.render(
        {field.name: getattr(page, field.name) for field in fields(page)},
        name=name,
        t=partial(_text, page.language),
        card_html=_markdown().render(page.card),
        others=[
            (language, page_path(name, language))
            for language in LANGUAGES
            if language != page.language
        ],
        path=partial(page_path, language=page.language),
    )


def page_path(name: str, language: Language) -> str:
    return f"{name}.html" if language == "en" else f"{name}.{language}.html"


def _text(language: Language, name: str, **values: object) -> str:
    return phrase(name, language, **values)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
