"""Every text that the server shows is marked, and translated with the same placeholders."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from string import Formatter
from typing import Any

import pytest
from rest_framework.serializers import ModelSerializer

from core.api.fields import TranslatedField
from core.errors import SubtextError
from core.translation import TranslatableTextField
from tools.check import PYTHON_CODE, ROOT
from tools.texts import extracted_texts, read_catalogue

COMMANDS = ("demo", "benchmarks")
"""Folders whose texts are printed by commands, which are in English."""

ARGUMENTS = {"FieldProblem": 1, "RejectedFileError": 1, "get_or_missing": 1}
"""The position of the text, if it is not the first argument."""

BANNED_ZH = {
    "图片": "图像",
    "规程": "协议",
    "管理员": "维护者",
    "返修": "返工",
    "规范": "指南",
    "弃用": "舍弃",
    "裁定": "仲裁",
    "验证者": "验证员",
    "副本": "近重复",
    "账户": "账号",
    "……": "…",
}
"""Chinese terms that were given up, and the one that is used, as in the front end."""

TERMS = {
    "adjudicat": "仲裁",
    "duplicate": "近重复",
    "gold item": "金标",
    "protocol": "协议",
    "consensus": "共识",
    "calibration": "校准",
    "practice item": "练习条目",
    "maintainer": "维护者",
    "organizer": "组织者",
    "annotator": "标注员",
    "screening": "筛选",
    "rework": "返工",
    "discard": "舍弃",
    "erratum": "勘误",
    "judge model": "评审模型",
}
"""One Chinese term for a concept that the English text names."""


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def translations() -> dict[str, str]:
    return {str(one.id): str(one.string) for one in read_catalogue() if one.id}


def error_names(of: type[SubtextError] = SubtextError) -> Iterator[str]:
    yield of.__name__
    for error in of.__subclasses__():
        yield from error_names(error)


def is_unmarked(text: ast.expr) -> bool:
    """Return whether an argument is an English sentence without ``_()``."""
    if isinstance(text, ast.IfExp):
        return is_unmarked(text.body) or is_unmarked(text.orelse)
    if isinstance(text, ast.BoolOp):
        return any(map(is_unmarked, text.values))
    if isinstance(text, ast.BinOp):
        return is_unmarked(text.left) or is_unmarked(text.right)
    return isinstance(text, ast.JoinedStr) or (
        isinstance(text, ast.Constant)
        and isinstance(text.value, str)
        and bool(text.value)
    )


def unmarked_texts(source: str) -> list[int]:
    """Return the lines on which an error gets a text that is not marked."""
    positions = dict.fromkeys(error_names(), 0) | ARGUMENTS
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            at = positions.get(node.func.id, len(node.args))
            if at < len(node.args) and is_unmarked(node.args[at]):
                lines.append(node.lineno)
    return lines


def test_an_unmarked_text_is_found() -> None:
    source = """
raise ConflictError(f"Item {number} is taken.")
raise NotFoundError("a" if b else _("c"))
FieldProblem("name", "Required.")
FieldProblem("name", _("Required."))
raise ConflictError(text)
"""
    assert unmarked_texts(source) == [2, 3, 4]


def test_errors_for_people_are_marked() -> None:
    unmarked = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in PYTHON_CODE
        for path in sorted((ROOT / package).rglob("*.py"))
        if not path.relative_to(ROOT).as_posix().startswith(COMMANDS)
        and "management" not in path.parts
        for line in unmarked_texts(path.read_text(encoding="utf-8"))
    ]
    assert unmarked == []


def test_the_catalogue_holds_the_texts_of_the_code() -> None:
    """`make texts` adds new ones and removes those that are gone."""
    assert set(translations()) == extracted_texts()


@pytest.mark.parametrize("banned", BANNED_ZH)
def test_no_chinese_term_is_used_that_was_given_up(banned: str) -> None:
    texts = translations().values()
    assert any(BANNED_ZH[banned] in text for text in texts), "a term that nothing uses"
    uses = [text for text in texts if banned in text]
    assert uses == [], f"write {BANNED_ZH[banned]}"


def test_every_text_is_translated_with_its_placeholders() -> None:
    assert placeholders("{done} of {total}") == {"done", "total"}
    wrong = {
        english: chinese
        for english, chinese in translations().items()
        if not re.search(r"[一-鿿。：]", chinese)
        or placeholders(english) != placeholders(chinese)
    }
    assert wrong == {}


def test_one_concept_has_one_chinese_term() -> None:
    uses = [
        (concept, english, chinese)
        for english, chinese in translations().items()
        for concept in TERMS
        if concept in english.lower()
    ]
    assert {concept for concept, *_ in uses} == set(TERMS), "a term that nothing uses"
    assert [use for use in uses if TERMS[use[0]] not in use[2]] == []


def serializers_of(of: type[Any] = ModelSerializer) -> Iterator[type[Any]]:
    for serializer in of.__subclasses__():
        yield serializer
        yield from serializers_of(serializer)


def test_stored_texts_are_shown_in_the_readers_language() -> None:
    import_module("config.urls")
    translated = {
        f"{serializer.__name__}.{name}": isinstance(field, TranslatedField)
        for serializer in serializers_of()
        if serializer.__module__.split(".")[0] in PYTHON_CODE
        for name, field in serializer().get_fields().items()
        if name in {one.name for one in serializer.Meta.model._meta.fields}
        and isinstance(
            serializer.Meta.model._meta.get_field(name), TranslatableTextField
        )
    }
    assert translated
    assert [field for field, done in translated.items() if not done] == []
