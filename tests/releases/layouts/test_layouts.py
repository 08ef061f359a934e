"""What other tools read, as files; that the tools read it is in tests/peers too."""

import csv
import hashlib
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest
import yaml

from releases.content.domain.frozen import PastVersion, Predecessor
from releases.layouts.domain import lmms_eval_utils
from releases.layouts.domain.licence_texts import licence_text
from releases.layouts.domain.release_folder import BuildError
from releases.layouts.domain.vlmevalkit import READ_AS_NOTHING, benchmark_name
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.benchmark import read_benchmark
from subtext_runner.prompts import build_prompt
from tests.releases.samples import frozen_item, frozen_release, protocol_named, written
from tests.subtext_runner.extraction_bugs import BUGS
from tests.subtext_runner.extraction_styles import RESPONSES


def table(file: Path) -> list[dict[str, str]]:
    csv.field_size_limit(10**8)
    with file.open(newline="") as opened:
        return list(csv.DictReader(opened, delimiter="\t"))


def test_vlmevalkit_has_a_table_for_every_setting_it_can_tell_apart(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    written(frozen_release(ii_bench), tmp_path)
    names = {file.name for file in (tmp_path / "vlmevalkit").glob("*_test.tsv")}
    assert names == {
        f"bench_{setting}_test.tsv"
        for setting in ("none", "domain", "emotion", "rhetoric", "text-only")
    }
    rows = table(tmp_path / "vlmevalkit/bench_rhetoric_test.tsv")
    assert [int(row["index"]) for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[0]["hint"].split(",")[0] in {
        choice.title["en"] for choice in ii_bench.label("rhetoric").choices
    }
    assert "image" not in table(tmp_path / "vlmevalkit/bench_text-only_test.tsv")[0]


def test_vlmevalkit_rows_of_one_item_share_its_image(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    item = frozen_item(ii_bench, 2, split="test", questions=3)
    written(frozen_release(ii_bench, [item]), tmp_path)
    rows = table(tmp_path / "vlmevalkit/bench_none_test.tsv")
    assert [row["image"] for row in rows][1:] == ["1", "1"]
    assert len(rows[0]["image"]) > 64


@pytest.mark.parametrize("text", ["None", "N/A", "null", "nan"])
def test_an_option_that_tables_lose_is_refused_with_its_item(
    ii_bench: Protocol, tmp_path: Path, text: str
) -> None:
    item = frozen_item(ii_bench, 1, split="test")
    question = item.questions[0]
    options = (text, *question.options[1:])
    lost = replace(item, questions=(replace(question, options=options),))
    assert text in READ_AS_NOTHING
    with pytest.raises(
        BuildError, match=f"{item.key}, question {question.id}: '{text}'"
    ):
        written(frozen_release(ii_bench, [lost]), tmp_path)


@pytest.mark.parametrize("slug", ["cmmmu", "my-mmbench-2", "videos", "Lego"])
def test_no_name_is_taken_for_another_benchmark(slug: str) -> None:
    name = benchmark_name(slug)
    assert re.fullmatch(r"\w+", name)
    assert not re.search("mmbench|mmmu|video|lego", name, re.IGNORECASE)


@pytest.mark.parametrize("name", ["ii-bench", "cii-bench", "toy"])
def test_lmms_eval_is_given_the_runners_own_prompts(
    name: str, toy_protocol: Protocol, tmp_path: Path
) -> None:
    protocol = protocol_named(name, toy_protocol)
    sha256 = written(frozen_release(protocol), tmp_path)
    benchmark = read_benchmark(tmp_path.as_uri(), sha256=sha256)
    split = protocol.release.splits[-1].id
    rows = parquet_rows(tmp_path, split)
    asked = {question.id: question for question in benchmark.questions}
    plain = [s for s in protocol.evaluation.settings if not s.shots and not s.shuffled]
    assert plain
    for setting in plain:
        name_ = f"bench_{setting.id}_{split}".replace("-", "_")
        file = tmp_path / f"lmms_eval/{name_}.yaml"
        task = read_task(file)
        given = task["lmms_eval_specific_kwargs"]["default"]
        for row in rows:
            prompt = build_prompt(benchmark, asked[row["id"]], setting, seed=0)
            assert lmms_eval_utils.doc_to_text(row, given) == prompt.text
        assert task["generation_kwargs"]["max_new_tokens"] == setting.maximum_tokens
        assert task["generation_kwargs"]["until"] == []
        assert task["doc_to_visual"] == (
            "utils.doc_to_visual" if setting.images else "utils.no_images"
        )


class _TaskLoader(yaml.SafeLoader):
    """YAML with lmms-eval's tag for functions."""


def _function(loader: yaml.SafeLoader, node: yaml.Node) -> str:
    assert isinstance(node, yaml.ScalarNode)
    return str(loader.construct_scalar(node))


_TaskLoader.add_constructor("!function", _function)


def read_task(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(file.read_text(), Loader=_TaskLoader)  # noqa: S506
    return found


def parquet_rows(folder: Path, split: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(
        folder / f"data/{split}-00000-of-00001.parquet"
    ).to_pylist()
    return rows


ASK_THE_KIT = """
import json, sys
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("utils", sys.argv[1])
utils = module_from_spec(spec)
spec.loader.exec_module(utils)
print(json.dumps([utils.process_results(doc, [text]) for doc, text in json.load(sys.stdin)]))
"""


def test_the_kit_reads_the_letters_that_the_product_reads(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    written(frozen_release(ii_bench), tmp_path)
    cases = [(style.response, style.options) for style in RESPONSES]
    cases += [(case.response, case.options) for bug in BUGS.values() for case in bug]
    letters = [extract_answer(text, options=options).answer for text, options in cases]
    docs = [
        {f"option{at}": text for at, text in enumerate(options, start=1)}
        | {"id": "q-1", "item_id": "i-1", "answer": letter or "A"}
        for (_, options), letter in zip(cases, letters, strict=True)
    ]
    # A Python without Subtext, or anything else, on its path.
    command = [sys.executable, "-I", "-S", "-B", "-c", ASK_THE_KIT]
    kit = subprocess.run(
        [*command, str(tmp_path / "lmms_eval/utils.py")],
        input=json.dumps(
            [[doc, text] for doc, (text, _) in zip(docs, cases, strict=True)]
        ),
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    scores = json.loads(kit.stdout)
    assert [(score["accuracy"], score["miss"]) for score in scores] == [
        (float(letter is not None), float(letter is None)) for letter in letters
    ]
    # Its log of samples says nothing else of the question.
    assert {*scores[0]} == {"accuracy", "miss", "score", "id", "item_id"}


def test_inspect_samples_point_at_their_images(
    toy_protocol: Protocol, tmp_path: Path
) -> None:
    written(frozen_release(toy_protocol), tmp_path)
    file = tmp_path / "inspect/main.jsonl"
    for line in file.read_text().splitlines():
        sample = json.loads(line)
        *pictures, text = sample["input"][0]["content"]
        assert [(file.parent / p["image"]).resolve().is_file() for p in pictures] == [
            True,
            True,
        ]
        assert text["text"]
        assert sample["target"] in "ABC"[: len(sample["choices"])]


def test_withheld_images_are_left_out_where_bytes_are_needed(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    hidden = frozen_item(ii_bench, 1, split="test", rights="address_only")
    shown = frozen_item(ii_bench, 2, split="test")
    written(frozen_release(ii_bench, [hidden, shown]), tmp_path)
    rows = table(tmp_path / "vlmevalkit/bench_none_test.tsv")
    assert {row["item_id"] for row in rows} == {shown.key}
    samples = (tmp_path / "inspect/test.jsonl").read_text()
    assert hidden.key not in samples


def test_licences_come_with_their_texts(ii_bench: Protocol, tmp_path: Path) -> None:
    item = frozen_item(ii_bench, 1, split="test")
    own = "You may show this picture in reports about benchmarks as long as its " * 3
    (image,) = item.images
    other = frozen_item(ii_bench, 2, split="test")
    written(
        frozen_release(
            ii_bench, [replace(item, images=(replace(image, licence=own),)), other]
        ),
        tmp_path,
    )
    names = {file.name for file in (tmp_path / "LICENSES").iterdir()}
    assert {"CC0-1.0.txt", "CC-BY-4.0.txt"} < names
    (text,) = [name for name in names if name.startswith("LicenseRef-")]
    assert (tmp_path / "LICENSES" / text).read_text().strip() == own.strip()
    assert "CC0 1.0 Universal" in (tmp_path / "LICENSES/CC0-1.0.txt").read_text()


@pytest.mark.parametrize(
    ("licence", "digest"),
    [
        ("CC0-1.0", "a2010f343487d3f7618affe54f789f5487602331c0a8d03f49e9a7c547cf0499"),
        (
            "cc-by-4.0",
            "d557539df68e771cc1eedcc91d13f70fca930e508d11eedcafa4b15db49e3744",
        ),
    ],
)
def test_the_text_of_a_licence_never_changes(licence: str, digest: str) -> None:
    """A release that is built again has the bytes of 0.1.0."""
    found = licence_text(licence)
    assert found is not None
    assert found.name.lower() == licence.lower()
    assert hashlib.sha256(found.text.encode()).hexdigest() == digest


def test_the_citation_file_is_valid_yaml_of_its_format(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    written(frozen_release(ii_bench), tmp_path)
    said = yaml.safe_load((tmp_path / "CITATION.cff").read_text())
    assert (said["cff-version"], said["type"]) == ("1.2.0", "dataset")
    assert said["version"] == "1.0.0"
    assert said["authors"]
    assert said["message"]


def test_the_datasheet_has_seven_sections(ii_bench: Protocol, tmp_path: Path) -> None:
    written(frozen_release(ii_bench), tmp_path)
    text = (tmp_path / "DATASHEET.md").read_text()
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Motivation",
        "## Composition",
        "## Collection",
        "## Preprocessing, cleaning, labelling",
        "## Uses",
        "## Distribution",
        "## Maintenance",
    ]
    assert "18 questions about 12 items with 12 images." in text


def test_what_is_written_of_a_chinese_benchmark_is_in_chinese(tmp_path: Path) -> None:
    told = PastVersion("0.9.0", "初版。", 3, 0, 0, yanked="有误。")
    release = frozen_release(shipped_protocol("cii-bench"), history=(told,))
    written(release, tmp_path)
    english = re.compile(r"(?:[A-Za-z]{2,} ){3}")
    for name in ("DATASHEET.md", "CHANGELOG.md"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert not english.search(re.sub(r"`[^`]*`", "", text)), text
    assert "新增 3 个条目" in text
    assert "已撤下：有误。" in text


def test_every_release_has_a_canary_of_its_own_in_every_kind_of_file(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    one = frozen_release(ii_bench)
    other = frozen_release(ii_bench, version="1.0.1")
    assert one.canary != other.canary
    written(one, tmp_path)
    for path in (
        "README.md",
        "DATASHEET.md",
        "CITATION.cff",
        "manifest.json",
        "questions/test.jsonl",
        "nested/test.json",
        "inspect/test.jsonl",
        "vlmevalkit/bench_none_test.tsv",
        "lmms_eval/bench_none_test.yaml",
        "croissant.json",
    ):
        assert one.canary in (tmp_path / path).read_text(), path
    assert {row["canary"] for row in parquet_rows(tmp_path, "test")} == {one.canary}


def test_the_difference_from_the_version_before_is_in_the_folder(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    kept, gone = (frozen_item(ii_bench, n, split="test") for n in (1, 2))
    question = kept.questions[0]
    changed = replace(kept, questions=(replace(question, stem="Said better?"),))
    release = frozen_release(
        ii_bench,
        [changed],
        version="2.0.0",
        note="A stem was unclear.",
        previous=Predecessor("1.0.0", "0" * 64, (kept, gone)),
        history=(PastVersion("1.0.0", "The first.", 2, 0, 0),),
    )
    written(release, tmp_path)
    said = json.loads((tmp_path / "diff-from-1.0.0.json").read_text())
    assert said["removed"] == [gone.key]
    assert said["changed"][0]["changes"][0]["after"] == "Said better?"
    log = (tmp_path / "CHANGELOG.md").read_text()
    assert log.index("## 2.0.0") < log.index("## 1.0.0")
    assert "0 items added, 1 removed, 1 changed." in log
    assert "The first." in log


def test_tables_and_drawings_for_a_paper(ii_bench: Protocol, tmp_path: Path) -> None:
    written(frozen_release(ii_bench), tmp_path)
    latex = (tmp_path / "statistics/tables.tex").read_text()
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") > 5
    assert r"100.00\%" in latex
    rows = list(csv.reader((tmp_path / "statistics/tables.csv").open()))
    assert ["Totals", "Total questions", "18"] in rows
    drawing = ElementTree.parse(tmp_path / "statistics/image_type-by-domain.svg")  # noqa: S314
    texts = [one.text for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert "Image type × Domain" in texts
    assert "Poster" in texts
