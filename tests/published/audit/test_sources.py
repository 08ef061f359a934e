"""Datasets, shards and exports of other tools become the same questions."""

import base64
import csv
import io
import json
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
from datasets import ClassLabel, Dataset, DatasetDict, Features, Image, Value
from datasets import Sequence as ListOf
from django.core.management import CommandError, call_command

from published.reading.benchmark import Benchmark
from published.reading.readers.base import BenchmarkLocation
from published.reading.readers.registry import read_benchmark
from tests.curation.drawn_images import png
from tests.published.audit.benchmarks import clean

SPLITS = ("dev", "test")
OPTIONS = ("Love.", "Hate.", "Hope.")


def rows(split: str, number: int = 4) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{split}-{n}",
            "question": f"What does {split} {n} imply?",
            "options": list(OPTIONS),
            "answer": "ABC"[n % 3],
            "topic": ("art", "life")[n % 2],
        }
        for n in range(number)
    ]


def picture(split: str, n: int) -> bytes:
    return png(100 * SPLITS.index(split) + n)


def check(folder: Path, scratch: Path, splits: Sequence[str] = SPLITS) -> Benchmark:
    """Every question is there in its split, with key and image."""
    scratch.mkdir(exist_ok=True)
    read = read_benchmark(BenchmarkLocation(folder, scratch))
    assert list(read.unreadable) == []
    found = {q.id: q for q in read.questions}
    assert set(found) == {f"{split}-{n}" for split in splits for n in range(4)}
    for split in splits:
        for n in range(4):
            question = found[f"{split}-{n}"]
            assert question.split == split
            assert question.options == OPTIONS
            assert question.key_index == n % 3
            file = read.images[question.image or ""]
            assert file is not None
            assert file.read_bytes() == picture(split, n)
    return read


def hub_dataset(split: str) -> Dataset:
    """Images inside; labels and keys as numbers with names."""
    features = Features(
        {
            "id": Value("string"),
            "question": Value("string"),
            "options": ListOf(Value("string")),
            "answer": ClassLabel(names=["A", "B", "C"]),
            "topic": ClassLabel(names=["art", "life"]),
            "image": Image(),
        }
    )
    made = [
        {**row, "image": {"bytes": picture(split, n), "path": f"{n}.png"}}
        for n, row in enumerate(rows(split))
    ]
    return Dataset.from_list(made, features=features)


def test_a_dataset_that_was_saved_to_disk(tmp_path: Path) -> None:
    DatasetDict({split: hub_dataset(split) for split in SPLITS}).save_to_disk(
        tmp_path / "set"
    )
    read = check(tmp_path / "set", tmp_path / "scratch")
    assert {q.labels["topic"] for q in read.questions} == {("art",), ("life",)}


def test_parquet_files_of_a_dataset_repository(tmp_path: Path) -> None:
    (tmp_path / "set/data").mkdir(parents=True)
    for split in SPLITS:
        name = f"set/data/{split}-00000-of-00001.parquet"
        hub_dataset(split).to_parquet(tmp_path / name)
    check(tmp_path / "set", tmp_path / "scratch")


def test_an_image_folder_with_metadata(tmp_path: Path) -> None:
    for split in SPLITS:
        folder = tmp_path / "set" / split
        folder.mkdir(parents=True)
        lines = []
        for n, row in enumerate(rows(split)):
            (folder / f"{n}.png").write_bytes(picture(split, n))
            lines.append(json.dumps({"file_name": f"{n}.png", **row}))
        (folder / "metadata.jsonl").write_text("\n".join(lines))
    # Both splits have a 0.png: each is found beside its own metadata.
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    read = read_benchmark(BenchmarkLocation(tmp_path / "set", scratch))
    for question in read.questions:
        split, _dash, number = question.id.partition("-")
        file = read.images[question.image or ""]
        assert question.split == split
        assert file is not None
        assert file.read_bytes() == picture(split, int(number))


def shard(path: Path, split: str) -> None:
    with tarfile.open(path, "w") as archive:
        for n, row in enumerate(rows(split)):
            for ending, content in (
                ("json", json.dumps(row).encode()),
                ("png", picture(split, n)),
            ):
                member = tarfile.TarInfo(f"{n:06}.{ending}")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))


def test_shards_of_a_web_dataset(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    for split in SPLITS:
        shard(tmp_path / f"set/{split}-000000.tar", split)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    read = read_benchmark(BenchmarkLocation(tmp_path / "set", scratch))
    assert {(q.id, q.split) for q in read.questions} == {
        (f"{split}-{n}", split) for split in SPLITS for n in range(4)
    }
    for question in read.questions:
        split, _dash, number = question.id.partition("-")
        file = read.images[question.image or ""]
        assert file is not None
        assert file.read_bytes() == picture(split, int(number))


def test_a_shard_that_was_unpacked(tmp_path: Path) -> None:
    folder = tmp_path / "set/test"
    folder.mkdir(parents=True)
    shard(tmp_path / "test.tar", "test")
    with tarfile.open(tmp_path / "test.tar") as archive:
        archive.extractall(folder, filter="data")
    check(tmp_path / "set", tmp_path / "scratch", ["test"])


def test_images_that_rows_share_by_their_index(tmp_path: Path) -> None:
    """VLMEvalKit's short form: the cell is the index of the row with the image."""
    with (tmp_path / "Test.tsv").open("w", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(["index", "image", "question", "A", "B", "answer"])
        image = base64.b64encode(png(1)).decode()
        writer.writerow([7, image, "What?", "So.", "No.", "A"])
        writer.writerow([8, 7, "Why?", "Up.", "On.", "B"])
    read = read_benchmark(BenchmarkLocation(tmp_path / "Test.tsv", tmp_path))
    names = {question.image for question in read.questions}
    assert len(names) == 1
    file_of_both = read.images[names.pop() or ""]
    assert file_of_both is not None
    assert file_of_both.read_bytes() == png(1)


def test_documents_of_lmms_eval(tmp_path: Path) -> None:
    for n in range(4):
        (tmp_path / f"{n}.png").write_bytes(picture("test", n))
    lines = []
    for n, row in enumerate(rows("test")):
        document = {**row, "image": f"{n}.png"}
        key = document.pop("answer")
        lines.append(json.dumps({"doc_id": n, "doc": document, "target": key}))
    (tmp_path / "test.jsonl").write_text("\n".join(lines))
    check(tmp_path, tmp_path / "scratch", ["test"])


def test_an_export_of_label_studio(tmp_path: Path) -> None:
    (tmp_path / "upload/1").mkdir(parents=True)
    tasks = []
    for n, row in enumerate(rows("test")):
        (tmp_path / f"upload/1/{n}.png").write_bytes(picture("test", n))
        key = row.pop("answer")
        result = {"from_name": "answer", "type": "choices", "value": {"choices": [key]}}
        task = {**row, "image": f"/data/local-files/?d=upload/1/{n}.png"}
        annotations = [{"result": [result]}]
        tasks.append({"id": n, "data": task, "annotations": annotations})
    (tmp_path / "test.json").write_text(json.dumps(tasks))
    check(tmp_path, tmp_path / "scratch", ["test"])


@pytest.mark.parametrize(
    ("keys", "expected"), [([1, 2, 3], [0, 1, 2]), ([0, 2, 1], [0, 2, 1])]
)
def test_keys_are_counted_from_one_or_from_zero(
    tmp_path: Path, keys: list[int], expected: list[int]
) -> None:
    made = [{**row, "answer": key} for row, key in zip(rows("t"), keys, strict=False)]
    (tmp_path / "test.jsonl").write_text("\n".join(map(json.dumps, made)))
    read = read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    assert [question.key_index for question in read.questions] == expected


def test_a_broken_table_beside_a_good_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "test.jsonl").write_text("\n".join(map(json.dumps, rows("test"))))
    (tmp_path / "dev.jsonl").write_text('{"id": 1}\n{]')
    (tmp_path / "dataset_infos.json").write_text('{"version": 1}')
    read = read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    assert [
        (problem.source_location, "line 2" in problem.message)
        for problem in read.unreadable
    ] == [("dev.jsonl", True)]


def test_tables_that_are_not_recognised_are_named(tmp_path: Path) -> None:
    (tmp_path / "test.jsonl").write_text("\n".join(map(json.dumps, rows("test"))))
    (tmp_path / "people.csv").write_text("name,hours\nA,3\n")
    (tmp_path / "topics.json").write_text('["art", "life"]')
    (tmp_path / "sources.json").write_text('[{"name": "Archive"}]')
    read = read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    assert len(read.questions) == 4
    assert list(read.unreadable) == []
    assert [problem.file for problem in read.skipped] == ["people.csv", "sources.json"]
    assert "none of the columns name, hours is" in read.skipped[0].message


def test_a_table_beside_nested_files_is_named(tmp_path: Path) -> None:
    clean(1, questions=12).write(tmp_path)
    (tmp_path / "more.csv").write_text("id,question,A,B,answer\n1,Why?,So,No,A\n")
    read = read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    assert len(read.questions) == 12
    assert [str(problem) for problem in read.skipped] == [
        "more.csv: has another layout than dev.json"
    ]


@pytest.mark.parametrize("further", ["image_2", "image 2", "image2"])
def test_all_images_of_a_question_are_read(tmp_path: Path, further: str) -> None:
    """MMMU has one column an image; most cells are empty."""
    lines = [
        {**row, "image_1": f"{n}.png", further: "9.png" if n == 1 else None}
        for n, row in enumerate(rows("test"))
    ]
    for n in (0, 1, 2, 3, 9):
        (tmp_path / f"{n}.png").write_bytes(picture("test", n))
    (tmp_path / "test.jsonl").write_text("\n".join(map(json.dumps, lines)))
    read = read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    assert [question.all_images for question in read.questions] == [
        ("0.png",),
        ("1.png", "9.png"),
        ("2.png",),
        ("3.png",),
    ]
    assert read.images["9.png"] == tmp_path / "9.png"
    assert [
        question.source_location for question in read.questions_by_image["9.png"]
    ] == ["test.jsonl, row 2"]
    assert not any(further in question.texts for question in read.questions)


def test_a_cell_with_a_list_of_images(tmp_path: Path) -> None:
    """As a list in JSON, or as the text of one (VLMEvalKit)."""
    first, second = rows("test", 2)
    lines = [
        {**first, "image": ["0.png", "1.png"]},
        {**second, "image": "['1.png', '0.png']"},
    ]
    for n in range(2):
        (tmp_path / f"{n}.png").write_bytes(picture("test", n))
    (tmp_path / "test.jsonl").write_text("\n".join(map(json.dumps, lines)))
    read = read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    assert [question.all_images for question in read.questions] == [
        ("0.png", "1.png"),
        ("1.png", "0.png"),
    ]


def test_a_dataset_by_name_is_downloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def snapshot_download(name: str, *, repo_type: str, local_dir: Path) -> None:
        assert (name, repo_type) == ("owner/set", "dataset")
        local_dir.mkdir()
        (local_dir / "test.jsonl").write_text("\n".join(map(json.dumps, rows("test"))))

    hub = SimpleNamespace(snapshot_download=snapshot_download)
    monkeypatch.setitem(sys.modules, "huggingface_hub", hub)
    out = io.StringIO()
    call_command("audit", "owner/set", "--no-text", stdout=out)
    assert "set: 4 questions" in out.getvalue()


def test_without_the_client_of_the_hub_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(CommandError, match="pip install huggingface_hub"):
        call_command("audit", "owner/set", "--no-text")


def test_arrow_files_of_the_file_format(tmp_path: Path) -> None:
    table = pa.Table.from_pylist(rows("test"))
    with (
        pa.OSFile(str(tmp_path / "test.arrow"), "wb") as sink,
        pa.ipc.new_file(sink, table.schema) as writer,
    ):
        writer.write_table(table)
    read = read_benchmark(BenchmarkLocation(tmp_path, tmp_path))
    assert len(read.questions) == 4
