from dataclasses import dataclass
from pathlib import Path

import jinja2
import pytest

from reporting.document_templates import DocumentTemplates
from subtext_protocol.text import Language


@dataclass(frozen=True)
class Found:
    images: int
    names: tuple[str, ...]


def templates(folder: Path, text: str) -> DocumentTemplates:
    for language in ("en", "zh"):
        (folder / f"found.{language}.md.j2").write_text(text, encoding="utf-8")
    return DocumentTemplates(folder)


@pytest.mark.parametrize(
    ("language", "number", "names", "text"),
    [
        ("en", 1, ("a",), "1 image: `a`.\n"),
        ("en", 2000, ("a", "b", "c"), "2,000 images: `a`, `b` and `c`.\n"),
        ("zh", 1, ("a",), "1 张图像: `a`.\n"),
        ("zh", 2, ("a", "b"), "2 张图像: `a`、`b`.\n"),
    ],
)
def test_counts_and_lists_follow_the_language(
    language: Language, number: int, names: tuple[str, ...], text: str, tmp_path: Path
) -> None:
    found = templates(
        tmp_path, '{{ images | count("image") }}: {{ names | map("code") | listed }}.\n'
    )
    assert found.render("found", language, Found(number, names)) == text


def test_a_template_that_names_an_unknown_variable_is_an_error(tmp_path: Path) -> None:
    found = templates(tmp_path, "{{ pictures }}")
    with pytest.raises(jinja2.UndefinedError, match="'pictures' is undefined"):
        found.render("found", "en", Found(1, ()))


def test_a_table_escapes_what_is_markdown(tmp_path: Path) -> None:
    found = templates(tmp_path, '{{ [names] | table("Name", "Other") }}\n')
    text = found.render("found", "en", Found(1, ("a|b", "<c> & *d*")))
    assert text.splitlines()[-1] == r"| a\|b | \<c\> & \*d\* |"
