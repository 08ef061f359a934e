"""Documents from Jinja2 templates: one template per document and language.

Templates are Markdown (``card.en.md.j2``). Besides Jinja2's own filters they have:

* ``count``: ``{{ 2 | count("image") }}`` is "2 images" or "2 张图像" (Jinja2's own
  ``count`` is its ``length``, which remains);
* ``number``: thousands have separators;
* ``listed``: "a, b and c" or "a、b、c";
* ``code``: the text as Markdown code;
* ``table``: rows as a Markdown table under the given column titles.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from reporting.phrases import count_noun
from reporting.tables import Group, Row, Table, Value, as_markdown
from subtext_protocol.text import Language

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class DocumentTemplates:
    """The templates in a folder."""

    folder: Path

    def render(
        self, name: str, language: Language, context: "DataclassInstance"
    ) -> str:
        """Render ``<name>.<language>.md.j2`` with the fields of ``context``.

        Raises jinja2.UndefinedError when the template names anything else.
        """
        template = load_environment(self.folder, language).get_template(
            f"{name}.{language}.md.j2"
        )
        return template.render(
            {field.name: getattr(context, field.name) for field in fields(context)}
        )


@cache
def load_environment(folder: Path, language: Language) -> Environment:
    """Return the environment of the templates in ``folder`` for one language."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - Markdown, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "count": partial(_counted, language),
        "number": _number,
        "listed": partial(_listed, language),
        "code": _code,
        "table": _table,
    }
    return environment


def _counted(language: Language, number: int, noun: str) -> str:
    return count_noun(number, noun, language)


def _number(number: int) -> str:
    return f"{number:,}"


def _listed(language: Language, texts: Iterable[str]) -> str:
    if language == "zh":
        return "、".join(texts)
    *before, last = texts
    return f"{', '.join(before)} and {last}" if before else last


def _code(text: str) -> str:
    return f"`{text}`"


def _table(rows: Sequence[Sequence[Value]], *titles: str) -> str:
    head, *columns = titles
    group = Group("", [Row(str(label), values) for label, *values in rows])
    table = Table("", head, columns, [group], unit="count", missing="–")
    return as_markdown(table).rstrip("\n")
