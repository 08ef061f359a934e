"""Tables of every format are read; what is not understood is said."""

import base64
import csv
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from published.reading.readers.base import BenchmarkLocation, UnreadableBenchmarkError
from published.reading.readers.columns import ColumnMapping, ColumnsError, read_columns
from published.reading.readers.registry import read_benchmark
from tests.curation.drawn_images import png

ROWS: list[dict[str, Any]] = [
    {
        "question_id": f"v{n}",
        "image": f"pictures/{n}.png",
        "question": f"What does {n} imply?",
        "choices": [f"Love {n}", f"Hate {n}", f"Hope {n}"],
        "answer": "C",
        "category": ("art", "life")[n % 2],
    }
    for n in range(8)
]


def check(folder: Path, path: Path, columns: ColumnMapping | None = None) -> None:
    """The eight questions are there, with their images."""
    read = read_benchmark(BenchmarkLocation(path, folder, columns))
    assert [q.id for q in read.questions] == [f"v{n}" for n in range(8)]
    assert [q.key_index for q in read.questions] == [2] * 8
    assert read.questions[1].options == ("Love 1", "Hate 1", "Hope 1")
    assert {q.labels["category"] for q in read.questions} == {("art",), ("life",)}
    files = [read.images[q.image or ""] for q in read.questions]
    assert [file.read_bytes() for file in files if file] == [png(n) for n in range(8)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "set/pictures").mkdir(parents=True)
    for n in range(8):
        (tmp_path / f"set/pictures/{n}.png").write_bytes(png(n))
    return tmp_path / "set"


def test_json_lines_and_json_arrays(tmp_path: Path, folder: Path) -> None:
    (folder / "test.jsonl").write_text("\n".join(json.dumps(row) for row in ROWS))
    check(tmp_path, folder)
    check(tmp_path, folder / "test.jsonl")
    (folder / "test.jsonl").unlink()
    (folder / "test.json").write_text(json.dumps({"data": ROWS}))
    check(tmp_path, folder)


def test_csv_with_a_column_an_option(tmp_path: Path, folder: Path) -> None:
    rows = [
        {
            **{k: v for k, v in row.items() if k != "choices"},
            **{f"option_{m}": o for m, o in zip("abcd", row["choices"], strict=False)},
        }
        for row in ROWS
    ]
    with (folder / "test.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0], "option_d"])
        writer.writeheader()
        writer.writerows(rows)
    check(tmp_path, folder)


def test_tsv_with_images_inside(tmp_path: Path) -> None:
    """VLMEvalKit's layout; an image is its bytes, so that it needs no file."""
    with (tmp_path / "Test.tsv").open("w", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(
            ["index", "image", "question", "A", "B", "C", "D", "answer", "category"]
        )
        for n, row in enumerate(ROWS):
            image = base64.b64encode(png(n)).decode()
            options = [*row["choices"], ""]
            writer.writerow(
                [f"v{n}", image, row["question"], *options, "C", row["category"]]
            )
    check(tmp_path, tmp_path / "Test.tsv")


def test_parquet_with_images_inside(tmp_path: Path) -> None:
    rows = [
        {**row, "image": {"bytes": png(n), "path": f"{n}.png"}}
        for n, row in enumerate(ROWS)
    ]
    (tmp_path / "hub/data").mkdir(parents=True)
    table = pa.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "hub/data/test-00000-of-00001.parquet")
    check(tmp_path, tmp_path / "hub")
    read = read_benchmark(BenchmarkLocation(tmp_path / "hub", tmp_path))
    assert {question.split for question in read.questions} == {"test"}


def test_a_mapping_names_unknown_columns(tmp_path: Path, folder: Path) -> None:
    names = {"question": "frage", "choices": "antworten", "answer": "loesung"}
    rows = [{names.get(k, k): v for k, v in row.items()} for row in ROWS]
    (folder / "test.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    with pytest.raises(UnreadableBenchmarkError, match="is recognised as the question"):
        read_benchmark(BenchmarkLocation(folder, tmp_path))
    columns = read_columns(
        "{stem: frage, options: antworten, key: loesung, id: question_id, image: image, "
        "labels: [category]}"
    )
    check(tmp_path, folder, columns)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("stem: [", "YAML"),
        ("[]", "stem and options"),
        ("{stem: a}", "options"),
        ("{stem: a, options: b, picture: c}", "picture"),
        ("{stem: a, options: [1]}", "options"),
        ("{stem: 3, options: b}", "stem"),
    ],
)
def test_a_mapping_says_which_field_is_wrong(text: str, field: str) -> None:
    with pytest.raises(ColumnsError, match=field):
        read_columns(text)


def test_a_mapping_of_a_column_that_is_not_there(tmp_path: Path, folder: Path) -> None:
    (folder / "test.jsonl").write_text(json.dumps(ROWS[0]))
    columns = ColumnMapping(stem="question", options=["choices"], key="solution")
    with pytest.raises(UnreadableBenchmarkError, match="no column solution"):
        read_benchmark(BenchmarkLocation(folder, tmp_path, columns))


def test_a_quotation_mark_that_is_not_closed_loses_no_rows(tmp_path: Path) -> None:
    rows = "".join(f"{number},Why?,So,No,A\n" for number in range(300))
    table = "id,question,A,B,answer\n" + rows.replace("5,Why?", '5,"Why?', 1)
    (tmp_path / "test.csv").write_text(table)
    with pytest.raises(UnreadableBenchmarkError, match="line 7: a quotation mark"):
        read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    (tmp_path / "test.csv").rename(tmp_path / "test.tsv")
    (tmp_path / "test.tsv").write_text(table.replace(",", "\t"))
    with pytest.raises(UnreadableBenchmarkError, match="line 7: a quotation mark"):
        read_benchmark(BenchmarkLocation(tmp_path, tmp_path))


def test_a_cell_with_a_bare_separator_moves_no_other_cell(tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_text(
        "id,question,A,B,answer\n1,Why?,So,No,A,\n2,Why, then?,So,No,A\n"
    )
    with pytest.raises(UnreadableBenchmarkError, match="line 3: the row has 6 cells"):
        read_benchmark(BenchmarkLocation(tmp_path, tmp_path))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_is_read_with_the_separator_of_its_header(
    tmp_path: Path, separator: str, encoding: str
) -> None:
    rows = "id,question,A,B,answer\n1,为何?,So,No,B\n".replace(",", separator)
    (tmp_path / "test.csv").write_text(rows, encoding)
    [question] = read_benchmark(BenchmarkLocation(tmp_path, tmp_path)).questions
    assert (question.stem, question.key) == ("为何?", "B")


def test_what_is_no_table_is_named_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{]")
    (tmp_path / "b.csv").write_text("")
    (tmp_path / "c.parquet").write_bytes(b"PAR1")
    with pytest.raises(UnreadableBenchmarkError, match=r"a\.jsonl.*b\.csv.*c\.parquet"):
        read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    with pytest.raises(FileNotFoundError):
        read_benchmark(BenchmarkLocation(tmp_path / "nowhere", tmp_path))
