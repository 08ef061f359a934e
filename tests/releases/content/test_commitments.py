"""Keys stay out of every file, and what is given later is what was promised."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml

from releases.content.domain.commitments import (
    answers_file,
    check_answers,
    commit_to_answer,
    private_answers,
)
from releases.content.domain.diff import mark_changed_words
from releases.content.domain.frozen import FrozenRelease, Predecessor
from releases.layouts.domain.verify import verify_release
from subtext_protocol.document import Protocol
from subtext_protocol.publication import Split
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.benchmark import read_benchmark
from tests.releases.layouts.test_layouts import read_task, table
from tests.releases.samples import frozen_item, frozen_release, written

SECRET = "5e" * 32


@pytest.fixture(scope="module")
def ii_bench() -> Protocol:
    return shipped_protocol("ii-bench")


@pytest.fixture
def hidden(ii_bench: Protocol, tmp_path: Path) -> FrozenRelease:
    release = frozen_release(ii_bench, private=("test",), secret=SECRET)
    written(release, tmp_path / "release")
    return release


def given(release: FrozenRelease, file: Path, **changes: Any) -> Path:
    data = answers_file(release, "0" * 64)
    data["answers"][0].update(changes)
    file.write_text(json.dumps(data))
    return file


def test_no_file_holds_a_private_key(hidden: FrozenRelease, tmp_path: Path) -> None:
    folder = tmp_path / "release"
    lines = (folder / "questions/test.jsonl").read_text().splitlines()
    assert {json.loads(line)["answer"] for line in lines} == {None}
    rows = pq.read_table(folder / "data/test-00000-of-00001.parquet").to_pylist()
    assert {(row["answer"], row["correct_option"]) for row in rows} == {(None, None)}
    nested = json.loads((folder / "nested/test.json").read_text())
    assert all(
        not {"answer", "correct_option"} & q.keys()
        for r in nested
        for q in r["questions"]
    )
    for file in (folder / "vlmevalkit").glob("*_test.tsv"):
        for asked in table(file):
            # A row longer than its head has a key without a name.
            assert None not in asked
            assert "answer" not in asked
            assert asked["split"] == "test"
            assert not {"A", "B", "C", "D", "E", "F"} & set(asked.values())
    samples = (folder / "inspect/test.jsonl").read_text().splitlines()
    assert {json.loads(line)["target"] for line in samples} == {""}
    task = read_task(folder / "lmms_eval/bench_none_test.yaml")
    assert [one["metric"] for one in task["metric_list"]] == ["miss"]
    for file in folder.rglob("*"):
        if file.is_file():
            assert SECRET.encode() not in file.read_bytes()
    assert verify_release(folder).is_intact


def test_other_splits_keep_their_keys(hidden: FrozenRelease, tmp_path: Path) -> None:
    questions = read_benchmark(str(tmp_path / "release")).questions
    answers = {q.split: q.answer is not None for q in questions}
    assert answers == {"dev": True, "val": True, "test": False}


def test_answers_given_later_meet_their_commitments(
    hidden: FrozenRelease, tmp_path: Path
) -> None:
    file = given(hidden, tmp_path / "answers.json")
    assert check_answers(tmp_path / "release", file) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"answer": "F"},
        {"correct_option": "Another"},
        {"salt": "00" * 32},
        {"salt": "x"},
    ],
)
def test_another_answer_breaks_its_commitment(
    hidden: FrozenRelease, tmp_path: Path, changes: dict[str, str]
) -> None:
    first = private_answers(hidden)[0]
    assert changes.get("answer") != first.answer
    file = given(hidden, tmp_path / "answers.json", **changes)
    assert check_answers(tmp_path / "release", file) == [
        f"{first.id}: does not match the commitment"
    ]


def test_an_answer_left_out_is_named(hidden: FrozenRelease, tmp_path: Path) -> None:
    data = answers_file(hidden, "0" * 64)
    gone = data["answers"].pop()
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(data))
    assert check_answers(tmp_path / "release", file) == [f"{gone['id']}: has no answer"]


def test_what_is_no_answers_file_is_said_so(
    hidden: FrozenRelease, tmp_path: Path
) -> None:
    file = tmp_path / "answers.json"
    for content in ("", "[]", "{}", '{"schema": "other", "answers": []}'):
        file.write_text(content)
        (problem,) = check_answers(tmp_path / "release", file)
        assert problem.startswith("answers.json: ")


def test_equal_answers_have_unequal_commitments(hidden: FrozenRelease) -> None:
    answers = private_answers(hidden)
    assert len({one.salt for one in answers}) == len(answers)
    one, other = answers[:2]
    same = other._replace(answer=one.answer, correct_option=one.correct_option)
    assert commit_to_answer(one) != commit_to_answer(same._replace(id=one.id))


def test_the_difference_does_not_tell_a_private_key(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    item = frozen_item(ii_bench, 1, split="test")
    question = item.questions[0]
    rekeyed = replace(item, questions=(replace(question, answer=4),))
    release = frozen_release(
        ii_bench,
        [rekeyed],
        version="2.0.0",
        private=("test",),
        secret=SECRET,
        previous=Predecessor("1.0.0", "0" * 64, (item,)),
    )
    written(release, tmp_path)
    said = json.loads((tmp_path / "diff-from-1.0.0.json").read_text())
    (change,) = said["changed"][0]["changes"]
    assert (change["what"], change["before"], change["after"]) == ("key", None, None)


def test_examples_cannot_be_private() -> None:
    with pytest.raises(ValueError, match="examples need correct answers"):
        Split(id="dev", shots=True, private=True)


def test_rows_say_when_they_were_added_and_changed(ii_bench: Protocol) -> None:
    kept, edited, relabelled, new = (
        frozen_item(ii_bench, n, split="test", questions=2) for n in (1, 2, 4, 5)
    )
    first = mark_changed_words([kept, edited, relabelled], [], "1.0.0")
    assert {(q.added_in, q.changed_in) for i in first for q in i.questions} == {
        ("1.0.0", "1.0.0")
    }
    one, other = first[1].questions
    second = mark_changed_words(
        [
            kept,
            replace(edited, questions=(replace(one, stem="Better?"), other)),
            replace(relabelled, labels={**relabelled.labels, "domain": ("art",)}),
            new,
        ],
        first,
        "2.0.0",
    )
    assert [
        [(question.added_in, question.changed_in) for question in item.questions]
        for item in second
    ] == [
        [("1.0.0", "1.0.0")] * 2,
        [("1.0.0", "2.0.0"), ("1.0.0", "1.0.0")],
        [("1.0.0", "2.0.0")] * 2,
        [("2.0.0", "2.0.0")] * 2,
    ]


def test_the_card_says_which_keys_are_private(
    hidden: FrozenRelease, tmp_path: Path
) -> None:
    card = (tmp_path / "release/README.md").read_text()
    assert "The correct answers of the `test` split are private." in card
    assert yaml.safe_load(card.split("---\n")[1])["pretty_name"] == "Bench"
