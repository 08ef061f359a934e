"""Rows are the same on every database, and so is the digest of a table."""

import json
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from backups.domain.rows import RowDigest, portable_row_converter, row_line


def test_values_of_both_databases_become_the_same() -> None:
    convert = portable_row_converter(
        ["number", "boolean", "time", "date", "json", "bytes"]
    )
    noon = datetime(2026, 1, 31, 12, 0, 0, 250_000, tzinfo=UTC)
    shanghai = timezone(timedelta(hours=8))
    postgresql = [
        2**60,
        True,
        noon.astimezone(shanghai),
        date(2026, 1, 31),
        '{"a": 1}',
        b"\0\xff",
    ]
    sqlite = [
        2**60,
        1,
        "2026-01-31 12:00:00.250000",
        "2026-01-31",
        '{"a": 1}',
        b"\0\xff",
    ]

    assert convert(postgresql) == convert(sqlite)
    assert json.loads(row_line(convert(postgresql))) == [
        1152921504606846976,
        True,
        "2026-01-31 12:00:00.250000",
        "2026-01-31",
        '{"a": 1}',
        "00ff",
    ]


def digest_of(*documents: str | None) -> str:
    digest = RowDigest(["json"])
    for document in documents:
        digest.add_row([document])
    return digest.hex_digest_of_rows()


@pytest.mark.parametrize(
    ("as_written", "as_read"),
    [
        ('{"b": [1, {"d": 2, "c": 3}], "a": "x"}', '{"a":"x","b":[1,{"c":3,"d":2}]}'),
        ("1e22", "10000000000000000000000"),
        ("1e-07", "0.0000001"),
        ("-0.0", "0.0"),
        ('"\\u56fe"', '"图"'),
    ],
)
def test_how_a_database_writes_a_document_does_not_matter(
    as_written: str, as_read: str
) -> None:
    assert digest_of(as_written) == digest_of(as_read)


@pytest.mark.parametrize(
    ("one", "another"),
    [
        (None, "null"),
        ("1", "1.5"),
        ("[1, 2]", "[2, 1]"),
        ('{"a": null}', "{}"),
        ('"1"', "1"),
    ],
)
def test_different_documents_have_different_digests(
    one: str | None, another: str | None
) -> None:
    assert digest_of(one) != digest_of(another)


def test_the_order_of_rows_does_not_matter_and_their_number_does() -> None:
    assert digest_of("1", "2", "3") == digest_of("3", "1", "2")
    assert digest_of("1", "2") != digest_of("1", "2", "2")
