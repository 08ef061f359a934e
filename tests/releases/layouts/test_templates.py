"""The prose of a release: one template per document and language."""

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import meta

from releases.content.domain.frozen import (
    FieldAgreement,
    FrozenOverride,
    PastVersion,
    Predecessor,
)
from releases.layouts.domain.card import DataCard
from releases.layouts.domain.changes import ChangelogValues
from releases.layouts.domain.datasheet import DatasheetValues
from releases.layouts.domain.documents import templates
from releases.synthetic.services import SyntheticExport
from reporting.document_templates import load_environment
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from subtext_protocol.text import Language
from tests.releases.samples import frozen_item, frozen_release, written

CONTEXTS: dict[str, Any] = {
    "card": DataCard,
    "changes": ChangelogValues,
    "datasheet": DatasheetValues,
    "synthetic": SyntheticExport,
}
PROSE = ("README.md", "DATASHEET.md", "CHANGELOG.md", "STATISTICS.md")


def test_every_document_has_a_template_in_every_language() -> None:
    names = {file.name for file in templates.folder.iterdir()}
    assert names == {
        f"{name}.{language}.md.j2" for name in CONTEXTS for language in ("en", "zh")
    }


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", CONTEXTS)
def test_a_template_names_no_variable_that_nobody_gives(
    name: str, language: Language
) -> None:
    made = load_environment(templates.folder, language)
    source = (templates.folder / f"{name}.{language}.md.j2").read_text(encoding="utf-8")
    named = meta.find_undeclared_variables(made.parse(source))
    assert named <= {field.name for field in fields(CONTEXTS[name])}


def prose(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in PROSE}


def without_labels(protocol_id: str) -> Protocol:
    """A shipped protocol whose items have no labels."""
    protocol = shipped_protocol(protocol_id)
    fields = [field for field in protocol.fields if field.kind != "label"]
    return protocol.model_copy(update={"fields": tuple(fields)})


def small_release(protocol_id: str, folder: Path) -> dict[str, str]:
    """Write a release with one of everything that can be one, and return its prose."""
    protocol = shipped_protocol(protocol_id)
    hidden = frozen_item(protocol, 1, split="test", rights="address_only")
    (image,) = hidden.images
    hidden = replace(hidden, images=(replace(image, licence="Shown\nonly"),))
    shown = frozen_item(protocol, 2, split="test")
    release = frozen_release(
        protocol,
        [hidden, shown],
        version="1.0.1",
        note="Two items.",
        overrides=(
            FrozenOverride("rounds", {"en": "Rounds not closed: 1."}, "It is small."),
        ),
        agreement=(FieldAgreement("image_type", 0.5, None, 2),),
        previous=Predecessor("1.0.0", "0" * 64, (shown,)),
        history=(PastVersion("1.0.0", "First.", 1, 0, 0, "Faulty.", ("Erratum.",)),),
        private=("test",),
        secret="0" * 64,
    )
    written(release, folder)
    return prose(folder)


def test_one_thing_is_not_named_in_the_plural(tmp_path: Path) -> None:
    texts = small_release("ii-bench", tmp_path)
    card, datasheet = texts["README.md"], texts["DATASHEET.md"]
    for text in (card, datasheet):
        assert "2 images from 1 source;" in text
        assert "(1 vote per image)" in text
        assert "annotated independently by 2 people" in text
    assert "leave out 1 question whose image files are not in this release" in card
    assert "The correct answers of the `test` split are private." in card
    assert "For 1 image, the release gives address" in datasheet
    assert "an item with 1 image." in datasheet
    assert "Yes: test (2 questions)." in datasheet
    assert "1 item added, 0 removed, 0 changed." in texts["CHANGELOG.md"]
    for name, text in texts.items():
        assert not re.search(r"\b1 [a-z]+s\b", text), name


def test_chinese_counts_with_measure_words(tmp_path: Path) -> None:
    texts = small_release("cii-bench", tmp_path)
    card, datasheet = texts["README.md"], texts["DATASHEET.md"]
    for text in (card, datasheet):
        assert "2 张图像，来自 1 个来源" in text
        assert "每张 1 票" in text
        assert "由 2 人独立标注" in text
    assert "有 1 道题目的图像文件不在本次发布中" in card
    assert "共 2 道题目，属于 2 个条目，含 2 张图像。" in datasheet
    assert "新增 1 个条目，移除 0 个，修改 0 个。" in texts["CHANGELOG.md"]
    assert texts["STATISTICS.md"].startswith("# Bench 1.0.1 的统计\n")


@pytest.mark.parametrize("protocol_id", ["ii-bench", "cii-bench"])
def test_documents_are_clean_markdown(protocol_id: str, tmp_path: Path) -> None:
    for name, text in small_release(protocol_id, tmp_path).items():
        assert text.endswith("\n"), name
        assert not text.endswith("\n\n"), name
        assert "\n\n\n" not in text, name
        assert not re.search(r"[ \t]\n", text), name
        assert "{{" not in text, name
        # A heading has a blank line on both sides.
        assert not re.search(r"[^\n]\n#{1,2} |^#{1,2} [^\n]*\n[^\n]", text, re.M), name


def test_the_card_names_labels_by_title_and_licences_in_one_line(
    tmp_path: Path,
) -> None:
    card = small_release("ii-bench", tmp_path)["README.md"]
    assert "| Image type | 50.0% | – | 2 |" in card
    assert "| Shown only | not in this release;" in card


@pytest.mark.parametrize("numbers", [(1,), (1, 2)], ids=["no image files", "some"])
def test_the_card_lists_the_files_that_the_release_has(
    numbers: tuple[int, ...], tmp_path: Path
) -> None:
    protocol = shipped_protocol("ii-bench")
    items = [
        frozen_item(
            protocol,
            n,
            split="test",
            rights="address_only" if n == 1 else "redistribute",
        )
        for n in numbers
    ]
    written(frozen_release(protocol, items), tmp_path)
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\* (`.*?): ", card.partition("## Usage")[0], re.MULTILINE)
    named = {path for line in listed for path in re.findall(r"`([^`]+)`", line)}
    present = {
        f"{file.name}/" if file.is_dir() else file.name for file in tmp_path.iterdir()
    }
    assert named == present - {"README.md", "croissant.json"}


def test_the_citation_file_speaks_the_benchmarks_language(tmp_path: Path) -> None:
    small_release("cii-bench", tmp_path)
    text = (tmp_path / "CITATION.cff").read_text(encoding="utf-8")
    assert "message: 使用本基准时，请引用并注明版本。" in text
    assert "name: Bench 团队" in text


def test_the_datasheet_names_what_an_instance_consists_of(
    toy_protocol: Protocol, tmp_path: Path
) -> None:
    for name, protocol in (
        ("toy", toy_protocol),
        ("imagemet", without_labels("imagemet")),
    ):
        written(frozen_release(protocol), tmp_path / name)
    toy, imagemet = (
        prose(tmp_path / name)["DATASHEET.md"] for name in ("toy", "imagemet")
    )
    assert "an item with 2 images. The question has 3 options" in toy
    assert (
        "Its images, question, options and correct answer, "
        "and these annotations of the item: Mood, Colours, Note." in toy
    )
    assert (
        "Its image, question, options and correct answer, "
        "and this annotation of the item: Caption." in imagemet
    )


def test_nothing_is_said_of_what_a_protocol_does_not_have(tmp_path: Path) -> None:
    written(frozen_release(without_labels("imagemet")), tmp_path / "imagemet")
    no_labels = prose(tmp_path / "imagemet")
    labels = small_release("ii-bench", tmp_path / "ii-bench")
    assert "Most frequent labels" in labels["DATASHEET.md"]
    assert "Most frequent labels" not in no_labels["DATASHEET.md"]
    # Its text filter is off by its threshold of 100 %.
    texts_go = small_release("cii-bench", tmp_path / "cii-bench")
    assert "文字面积超过" in texts_go["README.md"]
    texts_stay = small_release("cmmmu", tmp_path / "cmmmu")
    assert "文字面积超过" not in texts_stay["README.md"]
