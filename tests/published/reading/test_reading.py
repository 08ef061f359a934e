"""Published sets in II-Bench's nested JSON layout, on extracts made here."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from published.reading.layout_errors import MOST_PROBLEMS, LayoutError
from published.reading.published_set import PublishedSet, match_protocol
from published.reading.readers.base import BenchmarkLocation, UnreadableBenchmarkError
from published.reading.readers.registry import read_benchmark
from published.reading.spelling import find_choice_by_spelling
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol

OPTIONS = ["One.", "Two.", "Three.", "Four.", "Five.", "Six."]
META = {
    "image_type": ["Meme"],
    "difficulty": "Easy",
    "domain": "Life",
    "emotion": "Neutral",
    "rhetoric": ["Metaphor"],
    "explanation": "It says more than it shows.",
}


@pytest.fixture(scope="module")
def ii_bench() -> Protocol:
    return shipped_protocol("ii-bench")


@pytest.fixture(scope="module")
def cii_bench() -> Protocol:
    return shipped_protocol("cii-bench")


def record(number: int, *, split: str = "test", **changes: Any) -> dict[str, Any]:
    """A record as it is published; ``changes`` go into the question or meta_data."""
    meta = {**META, "explanation": f"Picture {number} says more than it shows."}
    meta.update({key: value for key, value in changes.items() if key in META})
    question: dict[str, Any] = {
        "id": f"{split}-{number}",
        "question": "What does it imply?",
        "options": list(OPTIONS),
    }
    question.update({key: v for key, v in changes.items() if key not in META})
    return {
        "local_path": f"images/{split}/{split}-{number}.jpg",
        "questions": [question],
        "meta_data": meta,
    }


def written(folder: Path, *records: Mapping[str, Any], split: str = "test") -> Path:
    (folder / f"{split}.json").write_text(json.dumps(records), encoding="utf-8")
    return folder


def with_file(folder: Path, record: Mapping[str, Any], content: bytes) -> None:
    file = folder / record["local_path"]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def read(place: Path, protocol: Protocol) -> PublishedSet:
    return match_protocol(read_benchmark(BenchmarkLocation(place, place)), protocol)


def refused(folder: Path, protocol: Protocol) -> list[tuple[str, str, str]]:
    with pytest.raises(LayoutError) as caught:
        read(folder, protocol)
    return [(p.file, p.record, p.field) for p in caught.value.problems]


def grouped(found: PublishedSet) -> list[list[str]]:
    return [[question.id for question in item.questions] for item in found.items]


def test_files_with_the_same_bytes_are_one_image(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    records = [record(n) for n in range(1, 5)]
    for one, content in zip(records, (b"a", b"b", b"a", b"c"), strict=True):
        with_file(tmp_path, one, content)
    found = read(written(tmp_path, *records), ii_bench)
    assert grouped(found) == [["test-1", "test-3"], ["test-2"], ["test-4"]]
    assert found.items[0].published_paths == (
        "images/test/test-1.jpg",
        "images/test/test-3.jpg",
    )
    assert (
        found.items[0].existing_file == (tmp_path / "images/test/test-1.jpg").resolve()
    )
    assert found.missing_image_paths == ()


def test_without_files_what_is_said_of_an_image_tells(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    same = "Two roads, one traveller."
    found = read(
        written(
            tmp_path,
            record(1, explanation=same),
            record(2),
            record(3, explanation=same),
            record(4, explanation=same, emotion="Negative"),
        ),
        ii_bench,
    )
    assert grouped(found) == [["test-1", "test-3"], ["test-2"], ["test-4"]]
    assert found.missing_image_paths == tuple(
        f"images/test/test-{n}.jpg" for n in (1, 2, 4)
    )


def test_a_record_without_a_file_joins_the_one_that_has_it(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    same = "Two roads, one traveller."
    records = [record(1, explanation=same), record(2, explanation=same), record(3)]
    with_file(tmp_path, records[1], b"there")
    found = read(written(tmp_path, *records), ii_bench)
    assert grouped(found) == [["test-1", "test-2"], ["test-3"]]
    assert (
        found.items[0].existing_file == (tmp_path / "images/test/test-2.jpg").resolve()
    )
    assert found.missing_image_paths == ("images/test/test-3.jpg",)


def test_equal_words_about_different_bytes_are_two_images(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    same = "Two roads, one traveller."
    records = [record(1, explanation=same), record(2, explanation=same)]
    with_file(tmp_path, records[0], b"one")
    with_file(tmp_path, records[1], b"other")
    assert len(read(written(tmp_path, *records), ii_bench).items) == 2


def test_labels_alone_make_no_two_records_one_image(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    records = [record(1, explanation=""), record(2, explanation="")]
    assert len(read(written(tmp_path, *records), ii_bench).items) == 2


def test_records_that_disagree_on_one_image_are_reported(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    dev, test = record(1, split="dev"), record(1, emotion="Positive")
    for one in (dev, test):
        with_file(tmp_path, one, b"same picture")
    written(tmp_path, dev, split="dev")
    found = read(written(tmp_path, test), ii_bench)
    assert found.items[0].labels["emotion"] == ("neutral",)
    assert [q.split for q in found.items[0].questions] == ["dev", "test"]
    assert [(d.question, d.place, d.field) for d in found.disagreements] == [
        ("dev-1", "test.json, test-1", "emotion")
    ]


@pytest.mark.parametrize(
    ("field", "given", "ids"),
    [
        ("image_type", "Single-panel Comic", ("single_panel_comic",)),
        ("image_type", ["Poster", "Illustration"], ("poster", "illustration")),
        ("image_type", {"choices": ["Logo", "Meme"]}, ("logo", "meme")),
        ("rhetoric", {"choices": "Contrast"}, ("contrast",)),
        ("rhetoric", ["Exaggeration", "Other"], ("exaggerate", "others")),
        ("difficulty", "Medium", ("middle",)),
        ("difficulty", ["Hard"], ("hard",)),
        ("domain", "other", ("others",)),
        ("emotion", None, ()),
    ],
)
def test_labels_in_every_shape_and_spelling(
    tmp_path: Path, ii_bench: Protocol, field: str, given: object, ids: tuple[str, ...]
) -> None:
    found = read(written(tmp_path, record(1, **{field: given})), ii_bench)
    assert found.items[0].labels.get(field, ()) == ids


def test_chinese_labels_with_english_in_brackets(cii_bench: Protocol) -> None:
    for text, id in (
        ("插画(Illustration)", "illustration"),
        ("单格漫画（Single-panel Comic）", "single_panel_comic"),
        ("某种图（Poster）", "poster"),
    ):
        choice = find_choice_by_spelling(cii_bench.label("image_type"), text)
        assert choice is not None
        assert choice.id == id
    assert find_choice_by_spelling(cii_bench.label("image_type"), "标志(Logo)") is None


def test_labels_that_the_protocol_lacks_are_refused_by_place(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    rows = [
        record(1, domain="Politics"),
        record(2, emotion=["Neutral", "Positive"]),
        record(3, rhetoric=["Metaphor", 7]),
    ]
    rows[2]["meta_data"]["colour"] = "red"
    assert refused(written(tmp_path, *rows), ii_bench) == [
        ("test.json", "test-1", "domain"),
        ("test.json", "test-2", "emotion"),
        ("test.json", "test-3", "rhetoric"),
        ("test.json", "", "colour"),
    ]


def test_an_explanation_as_object_and_as_list(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    found = read(
        written(
            tmp_path,
            record(1, explanation={"text": ["First reading.", "Second reading."]}),
            record(2, explanation=["Only one."]),
        ),
        ii_bench,
    )
    assert [item.texts["explanation"] for item in found.items] == [
        "First reading.\n\nSecond reading.",
        "Only one.",
    ]


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({}, None),
        ({"answer": None, "correct_option": None}, None),
        ({"answer": "C", "correct_option": "Three."}, 2),
        ({"answer": "F"}, 5),
        ({"correct_option": "Two."}, 1),
    ],
)
def test_keys_by_letter_by_text_or_not_at_all(
    tmp_path: Path, ii_bench: Protocol, given: dict[str, object], answer: int | None
) -> None:
    found = read(written(tmp_path, record(1, **given)), ii_bench)
    assert found.questions[0].answer == answer


def test_an_option_that_stands_twice_is_no_obstacle_to_a_letter(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    twice = ["Same.", "Two.", "Same.", "Four.", "Five.", "Six."]
    row = record(1, options=twice, answer="C", correct_option="Same.")
    assert read(written(tmp_path, row), ii_bench).questions[0].answer == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"answer": "G"}, "answer"),
        ({"answer": "AB"}, "answer"),
        ({"answer": 7}, "answer"),
        ({"answer": "A", "correct_option": "Two."}, "correct_option"),
        ({"correct_option": "Seven."}, "answer"),
        ({"options": ["One."]}, "options"),
        ({"options": "One."}, "questions.0"),
        ({"question": " "}, "questions.0"),
    ],
)
def test_questions_that_cannot_be_are_refused_by_place(
    tmp_path: Path, ii_bench: Protocol, changes: dict[str, object], field: str
) -> None:
    folder = written(tmp_path, record(1), record(2, **changes))
    assert refused(folder, ii_bench) == [("test.json", "test-2", field)]


def test_a_question_id_stands_once(tmp_path: Path, ii_bench: Protocol) -> None:
    folder = written(tmp_path, record(1), record(1))
    assert refused(folder, ii_bench) == [("test.json", "test-1", "id")]


def test_the_fixed_question_is_known_by_its_stem(
    tmp_path: Path, cii_bench: Protocol
) -> None:
    row = record(1, question="这张图片有什么隐喻?", options=["一", "二"])
    row["meta_data"] = {"difficulty": "中等", "metaphorical_meaning": "含义。"}
    found = read(written(tmp_path, row), cii_bench)
    assert found.questions[0].fixed == cii_bench.questions.fixed[0].id
    assert found.items[0].texts == {"metaphorical_meaning": "含义。"}


def test_files_outside_the_folder_are_never_opened(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (folder / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    rows = [record(n) for n in (1, 2, 3)]
    paths = ("../secret.jpg", "link.jpg", "a\0b")
    for row, path in zip(rows, paths, strict=True):
        row["local_path"] = path
    assert {place[2] for place in refused(written(folder, *rows), ii_bench)} == {
        "local_path"
    }


@pytest.mark.parametrize("images", ["", "data/", "files/raw/"])
def test_images_lie_beside_below_or_above_the_records(
    tmp_path: Path, ii_bench: Protocol, images: str
) -> None:
    """II-Bench's repository has ``data/test.json`` beside ``images/test``."""
    records = [record(1), record(2)]
    for one in records:
        with_file(tmp_path / images, one, one["local_path"].encode())
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "dataset_infos.json").write_text("{}")
    written(tmp_path / "data", *records)
    found = read(tmp_path, ii_bench)
    assert found.missing_image_paths == ()
    assert [item.existing_file for item in found.items] == [
        (tmp_path / images / one["local_path"]).resolve() for one in records
    ]


def test_a_path_that_may_be_two_files_is_refused_with_both(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    one = record(1)
    with_file(tmp_path / "small", one, b"small")
    with_file(tmp_path / "large", one, b"large")
    with pytest.raises(LayoutError, match=r"any of 2 files: large/.*, small/"):
        read(written(tmp_path, one), ii_bench)


def test_what_is_no_such_layout_is_said_with_its_file(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "nowhere", ii_bench)
    with pytest.raises(UnreadableBenchmarkError):
        read(tmp_path, ii_bench)
    (tmp_path / "b.json").write_text('{"records": []}')
    (tmp_path / "c.json").write_text("[7]")
    (tmp_path / "d.json").write_text("[" * 100_000)
    written(tmp_path, record(1))
    # Only what looks like records is said to be unreadable.
    assert refused(tmp_path, ii_bench) == [("d.json", "", "")]


def test_one_unreadable_record_among_good_ones_is_named(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    broken = {**record(2), "meta_data": None}
    written(tmp_path, {**record(3), "local_path": None}, split="dev")
    assert refused(written(tmp_path, record(1), broken), ii_bench) == [
        ("dev.json", "test-3", "local_path"),
        ("test.json", "test-2", "meta_data"),
    ]


def test_splits_that_call_different_images_the_same_keep_both(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    for split in ("dev", "test"):
        row = {**record(1, split=split, explanation=split), "local_path": "1.jpg"}
        (tmp_path / split).mkdir()
        (tmp_path / split / "1.jpg").write_bytes(split.encode())
        written(tmp_path / split, row, split=split)
    found = read(tmp_path, ii_bench)
    contents = [
        item.existing_file.read_bytes() for item in found.items if item.existing_file
    ]
    assert contents == [b"dev", b"test"]


def test_many_problems_are_counted_in_the_message(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    rows = [record(n, domain="Nowhere") for n in range(MOST_PROBLEMS + 5)]
    with pytest.raises(LayoutError, match="and 5 more") as caught:
        read(written(tmp_path, *rows), ii_bench)
    assert len(caught.value.problems) == MOST_PROBLEMS + 5


def test_a_multiple_label_counts_once_a_question_in_each(
    tmp_path: Path, ii_bench: Protocol
) -> None:
    """As the paper's tables count: their sums are more than the questions."""
    said = {"image_type": ["Meme", "Poster"], "explanation": "Said once."}
    found = read(
        written(tmp_path, record(1, **said), record(2, **said), record(3)), ii_bench
    )
    counts = Counter(
        label
        for item in found.items
        for _ in item.questions
        for label in item.labels["image_type"]
    )
    assert counts == {"meme": 3, "poster": 2}
    assert len(found.items) == 2
