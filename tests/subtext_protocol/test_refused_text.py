"""A text that holds no document is refused with its file and the reason."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subtext_protocol.reading import ProtocolError, protocol_from_yaml
from subtext_protocol.shipped import read_protocol, shipped_protocol
from tests.subtext_protocol.test_refusal import TOY


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("fields: [", "while parsing", id="not YAML"),
        pytest.param("- id: toy", "is not a mapping", id="a list"),
        pytest.param("", "is not a mapping", id="empty"),
        pytest.param("id: a\nname: b\nid: c", "duplicate key 'id'", id="key twice"),
        pytest.param("id: 2026-13-45", "Line 1: YAML 1.1", id="impossible date"),
        pytest.param("[" * 5000, "nested more than 64", id="nested too deep"),
        pytest.param("? [id]\n: toy", "unhashable", id="key that is a list"),
        pytest.param("id: !!python/object:os.system {}", "constructor", id="a tag"),
    ],
)
def test_text_that_holds_no_document_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        protocol_from_yaml(text, origin="mine.yaml")
    assert str(caught.value).startswith("mine.yaml: document: ")
    assert reason in str(caught.value)


def test_a_file_that_is_no_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("name: Übung".encode("latin-1"))
    with pytest.raises(ProtocolError, match=r"latin\.yaml.*utf-8"):
        read_protocol(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match=r"absent\.yaml"):
        read_protocol(tmp_path / "absent.yaml")


def test_an_unknown_shipped_protocol_names_those_there_are() -> None:
    with pytest.raises(ProtocolError, match="cii-bench, cmmmu, ii-bench, imagemet"):
        shipped_protocol("../../etc/passwd")


def test_off_is_a_word_and_not_a_boolean() -> None:
    text = TOY.read_text(encoding="utf-8")
    text = text.replace("  options: 3\n", "  options: 3\n  checks: {same_start: off}\n")
    assert protocol_from_yaml(text, origin="mine.yaml").questions.checks == {
        "same_start": "off"
    }


@settings(deadline=None)
@given(st.text())
def test_no_text_gets_past_the_refusal(text: str) -> None:
    with pytest.raises(ProtocolError):
        protocol_from_yaml(text, origin="mine.yaml")
