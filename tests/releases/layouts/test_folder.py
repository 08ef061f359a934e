import csv
import hashlib
import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from releases.content.domain.frozen import FieldAgreement, FrozenOverride
from releases.layouts.domain.folder import write_release
from releases.layouts.domain.release_folder import BuildError
from releases.layouts.domain.verify import verify_release
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.benchmark import read_benchmark
from tests.releases.samples import frozen_item, frozen_release, read_drawn, written


@pytest.fixture(scope="module")
def ii_bench() -> Protocol:
    return shipped_protocol("ii-bench")


def test_the_folder_holds_what_the_contract_says(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    sha256 = written(frozen_release(ii_bench), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert hashlib.sha256((tmp_path / "manifest.json").read_bytes()).hexdigest() == (
        sha256
    )
    assert manifest["schema"] == "subtext-release/1"
    assert manifest["splits"]["test"] == {"items": 4, "images": 4, "questions": 6}
    listed = [file["path"] for file in manifest["files"]]
    there = {
        file.relative_to(tmp_path).as_posix()
        for file in tmp_path.rglob("*")
        if file.is_file()
    }
    assert listed == sorted(there - {"manifest.json", "SHA256SUMS"})
    assert {
        "README.md",
        "benchmark.json",
        "data/test-00000-of-00001.parquet",
        "questions/dev.jsonl",
        "statistics.json",
        "STATISTICS.md",
        "LICENSES.csv",
    } <= set(listed)


def test_two_builds_are_the_same_bytes(ii_bench: Protocol, tmp_path: Path) -> None:
    release = frozen_release(ii_bench)
    backwards = replace(release, items=tuple(reversed(release.items)))
    assert written(release, tmp_path / "a") == written(backwards, tmp_path / "b")
    assert (tmp_path / "a/SHA256SUMS").read_bytes() == (
        tmp_path / "b/SHA256SUMS"
    ).read_bytes()


def test_sha256sum_agrees(ii_bench: Protocol, tmp_path: Path) -> None:
    written(frozen_release(ii_bench), tmp_path)
    subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"],
        cwd=tmp_path,
        check=True,
    )


@pytest.mark.parametrize("name", ["ii-bench", "cii-bench", "toy"])
def test_the_evaluation_runner_reads_it(
    name: str, toy_protocol: Protocol, tmp_path: Path
) -> None:
    protocol = toy_protocol if name == "toy" else shipped_protocol(name)
    release = frozen_release(protocol)
    sha256 = written(release, tmp_path)
    benchmark = read_benchmark(tmp_path.as_uri(), sha256=sha256)
    assert benchmark.protocol == protocol
    assert len(benchmark.questions) == 18
    asked = {question.id: question for question in benchmark.questions}
    item = release.items[0]
    question = item.questions[0]
    read = asked[question.id]
    assert (read.item_id, read.split, read.answer) == (
        item.key,
        item.split,
        question.key("en").letter,
    )
    assert read.labels == item.labels
    assert [benchmark.read_image(i) for i in read.images] == [
        read_drawn(image) for image in item.images
    ]


def test_questions_are_sorted_one_a_line(ii_bench: Protocol, tmp_path: Path) -> None:
    written(frozen_release(ii_bench), tmp_path)
    content = (tmp_path / "questions/test.jsonl").read_bytes()
    assert b"\r" not in content
    lines = [json.loads(line) for line in content.decode().splitlines()]
    assert [line["id"] for line in lines] == sorted(line["id"] for line in lines)
    assert all(list(line) == sorted(line) for line in lines)


def test_the_nested_layout_is_ii_benchs(ii_bench: Protocol, tmp_path: Path) -> None:
    written(frozen_release(ii_bench), tmp_path)
    record = json.loads((tmp_path / "nested/test.json").read_text())[0]
    assert (tmp_path / record["local_path"]).is_file()
    question = record["questions"][0]
    letter = "ABCDEF".index(question["answer"])
    assert question["options"][letter] == question["correct_option"]
    assert isinstance(record["meta_data"]["domain"], str)
    assert isinstance(record["meta_data"]["rhetoric"], list)


def test_withheld_bytes_leave_address_hash_and_licence(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    item = frozen_item(ii_bench, 1, split="test", rights="address_only")
    other = frozen_item(ii_bench, 2, split="test")
    written(frozen_release(ii_bench, [item, other]), tmp_path)
    (image,) = item.images
    assert not (tmp_path / image.path).exists()
    lines = (tmp_path / "questions/test.jsonl").read_text().splitlines()
    entry = json.loads(lines[0])["images"][0]
    assert entry["withheld"] is True
    assert (entry["sha256"], entry["address"]) == (image.sha256, image.address)
    rows = list(csv.DictReader((tmp_path / "LICENSES.csv").open()))
    withheld = {row["sha256"]: row["bytes_in_release"] for row in rows}
    assert withheld == {image.sha256: "no", other.images[0].sha256: "yes"}
    assert verify_release(tmp_path).is_intact


def test_the_card_prints_what_was_let_pass(ii_bench: Protocol, tmp_path: Path) -> None:
    release = frozen_release(
        ii_bench,
        note="Corrects nothing.",
        overrides=(
            FrozenOverride(
                "rounds", {"en": "Rounds not closed: 1."}, "The last\none is small."
            ),
        ),
        waivers=("Only five people are left.",),
        decided_alone=("One of the two has left.",),
        agreement=(FieldAgreement("domain", 0.9, 0.8, 12),),
    )
    written(release, tmp_path)
    card = (tmp_path / "README.md").read_text()
    assert "Rounds not closed: 1. Overridden: The last one is small." in card
    assert "Corrects nothing." in card
    assert "Only five people are left." in card
    assert "single organizer: One of the two has left." in card
    assert "| Domain | 90.0% | 0.800 | 12 |" in card
    head = yaml.safe_load(card.split("---\n")[1])
    assert head["license"] == "cc-by-4.0"
    assert head["configs"][0]["data_files"][0] == {
        "split": "dev",
        "path": "data/dev-00000-of-00001.parquet",
    }


def test_the_card_speaks_the_benchmarks_language(tmp_path: Path) -> None:
    protocol = shipped_protocol("cii-bench")
    written(frozen_release(protocol), tmp_path)
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    head, body = card.split("---\n", 2)[1:]
    assert yaml.safe_load(head)["language"] == ["zh"]
    titles = re.findall(r"^## (.*)$", body, re.MULTILINE)
    assert titles[:4] == ["内容", "使用方法", "制作过程", "版权"]
    assert "每题 5 人作答" in body
    assert "How it was made" not in body


def test_a_split_without_questions_has_no_files(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    items = [frozen_item(ii_bench, n, split="test") for n in (1, 2)]
    sha256 = written(frozen_release(ii_bench, items), tmp_path)
    assert not (tmp_path / "questions/dev.jsonl").exists()
    assert len(read_benchmark(tmp_path.as_uri(), sha256=sha256).questions) == 2
    assert verify_release(tmp_path).is_intact


def test_a_image_that_was_swapped_is_not_released(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    with pytest.raises(BuildError, match=r"images/.*differs from the frozen one"):
        write_release(
            frozen_release(ii_bench), tmp_path, read_image=lambda image: b"another"
        )
