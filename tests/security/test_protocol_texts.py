"""YAML that somebody sends is read within limits, as YAML 1.2, and never fails with 500."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subtext_protocol.reading import (
    ProtocolError,
    data_from_yaml,
    protocol_from_yaml,
    to_yaml,
)
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast, browser

CHECK = "/api/projects/bench/protocol/check/"


def reasons(text: str) -> list[str]:
    with pytest.raises(ProtocolError) as caught:
        protocol_from_yaml(text, origin="p")
    return [problem.reason for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # YAML 1.2.2, section 10.3.2, and what Subtext has always read as text.
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-12", -12),
        ("0x1F", 31),
        ("1.5", 1.5),
        ("+1.5", 1.5),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("Yes", "Yes"),
        ("'59:59'", "59:59"),
        ('"010"', "010"),
        ("!!str 010", "010"),
        ("a:b", "a:b"),
        ("12 o'clock", "12 o'clock"),
    ],
)
def test_scalars(text: str, value: object) -> None:
    read: Any = data_from_yaml(f"a: {text}", origin="p")
    assert read == {"a": value}
    assert type(read["a"]) is type(value)


@pytest.mark.parametrize(
    "value",
    [
        "59:59",
        "190:20:30",
        "59:59.5",
        ":".join(["59"] * 2_000),
        "010",
        "-07",
        "08",
        "0o17",
        "0b11",
        "1_000",
        "1e3",
        "2001-01-01",
        "2026-13-45",
        "2001-12-14t21:59:43.10-05:00",
        ".inf",
        ".NaN",
    ],
)
def test_a_value_that_was_read_otherwise_is_named_with_its_line(value: str) -> None:
    [reason] = reasons(f"id: a\nname:\n  - b\n  - {value}\n")
    assert reason.startswith(f"Line 4: YAML 1.1 and 1.2 read {value[:40]} differently.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: !!binary aGk=", "constructor"),
        ("a: !!timestamp 2001-01-01", "constructor"),
        ("a: !!set {b, c}", "constructor"),
        ("a: !!bool maybe", "a boolean is true or false"),
        ("a: !!int x", "invalid literal"),
        (f"a: {'9' * 5_000}", "4300 digits"),
        ("a: 1.0e+999", "a number is too large"),
        ("a: b\n---\nc: d", "another document"),
        ("a: \0", "not allowed"),
        ("[" * 100_000, "nested more than 64"),
        ("- " * 100_000, "nested more than 64"),
        ("? " * 100_000, "nested more than 64"),
    ],
)
def test_what_no_protocol_holds_is_refused(text: str, reason: str) -> None:
    [told] = reasons(text)
    assert reason in told


def test_a_document_has_limits() -> None:
    long = "a: " + "x" * 512 * 1024
    assert reasons(long) == [
        "The protocol has 513 kB. The maximum is 512 kB. Shorten its texts."
    ]
    many = "".join(f"k{at}: 1\n" for at in range(20_000))
    assert "more than 30,000 values" in reasons(many)[0]
    assert len(reasons("".join(f"k{at}: 1\n" for at in range(5_000)))) == 100
    assert len(reasons("".join(f"k{at}: 010\n" for at in range(200)))) == 100


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x85"))
    | st.sampled_from(["1e3", "0o17", "08", "010", "59:59", "yes", "=", "<<", "~", ""]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abc", min_size=1), inner),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(plain)
def test_what_is_written_is_read_again(data: object) -> None:
    assert data_from_yaml(to_yaml(data), origin="p") == data


SHIPPED = to_yaml(shipped_protocol("ii-bench").model_dump(mode="json"))
pieces = st.sampled_from(
    [
        *"{}[]|>'\"\n\té=\ud800",
        *("&a", "*a", "<<: ", "!!", "!!binary ", "? ", "- ", ": "),
        *("59:59", "0o", "---\n", "%YAML 1.1\n"),
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.binary().map(lambda raw: raw.decode("utf-8", "surrogateescape"))
    | st.lists(pieces).map("".join)
    | st.builds(
        lambda at, cut, piece: SHIPPED[:at] + piece + SHIPPED[at + cut :],
        st.integers(0, len(SHIPPED)),
        st.integers(0, 40),
        st.lists(pieces, max_size=3).map("".join),
    )
)
def test_no_text_is_more_than_refused(text: str) -> None:
    with suppress(ProtocolError):
        protocol_from_yaml(text, origin="p")


@pytest.fixture
def maintainer(cast: Cast) -> Any:
    return browser(cast.maintainer)


@pytest.mark.django_db
def test_an_answer_is_no_larger_than_its_question(maintainer: Any) -> None:
    many = "".join(f"k{at}: 1\n" for at in range(5_000))
    for body in (
        {"yaml": many},
        {"document": {f"k{at}": 1 for at in range(5_000)}},
        {"document": {"k": [1] * 60_000}},
        {"document": {"k": "x" * 600_000}},
        {"yaml": ":".join(["59"] * 2_000)},
        {"yaml": "a: .nan"},
        {"document": {"evaluation": {"open_tasks": [{"judge": "x"}], "ratings": 1}}},
    ):
        answer = maintainer.post(CHECK, body)
        assert answer.status_code == 200
        assert 1 <= len(answer.data["problems"]) <= 100
        assert len(answer.content) < 1_000_000
    refused = maintainer.post(CHECK, {"yaml": "x" * (512 * 1024 + 1)})
    assert (refused.status_code, "524288" in str(refused.data)) == (400, True)
