"""The command ``audit``: exit codes, reports, comparison and mapping."""

import io
import json
import tarfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from published.audit.domain.finding import Finding, FindingLevel
from published.audit.domain.wording import finding_texts
from subtext_protocol.text import Language
from tests.curation.archives import tar_with_links, tar_with_names, zip_with_names
from tests.published.audit.benchmarks import clean, same_option


def run(*arguments: object) -> tuple[int, str]:
    """Return the exit code and the output."""
    out = io.StringIO()
    try:
        call_command("audit", *map(str, arguments), stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue() + str(error)
    return 0, out.getvalue()


def test_the_exit_code_says_whether_anything_is_blocking(tmp_path: Path) -> None:
    generated = clean(1, questions=12, with_images=True)
    code, text = run(generated.write(tmp_path / "clean"))
    assert (code, "12 questions" in text) == (0, True)
    same_option(generated, 5)
    code, text = run(generated.write(tmp_path / "defect"))
    assert code == 2
    assert "The same option twice" in text
    code, text = run(tmp_path / "nowhere")
    assert code == 1
    assert "nowhere" in text


def _with_chinese_names(folder: Path) -> Path:
    """Write a benchmark whose tables name images in Chinese, and what systems add."""
    generated = clean(1, questions=12, with_images=True)
    for record in generated.records:
        name = record["local_path"].replace("images/", "images/图")
        generated.images[name] = generated.images.pop(record["local_path"])
        # As written on Windows.
        record["local_path"] = name.replace("/", "\\")
    generated.write(folder)
    (folder / ".DS_Store").write_bytes(b"\0")
    (folder / "__MACOSX").mkdir()
    (folder / "__MACOSX" / "._test.json").write_bytes(b"\0")
    return folder


def _archives(folder: Path) -> Iterator[Path]:
    files = {
        str(file.relative_to(folder.parent)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
    gbk = {name.encode("gbk"): content for name, content in files.items()}
    utf_8 = {name.encode(): content for name, content in files.items()}
    yield zip_with_names(folder.with_suffix(".gbk.zip"), gbk)
    yield zip_with_names(folder.with_suffix(".plain.zip"), utf_8)
    yield zip_with_names(folder.with_suffix(".flag.zip"), utf_8, flag=True)
    yield tar_with_names(
        folder.with_suffix(".gbk.tar"), files, encoding="gbk", format=tarfile.GNU_FORMAT
    )
    yield tar_with_links(folder.with_suffix(".tar.gz"), files, [])
    apple = {unicodedata.normalize("NFD", name): data for name, data in files.items()}
    yield tar_with_links(folder.with_suffix(".tar.xz"), apple, [])


@pytest.mark.django_db
def test_archives_are_audited_like_folders(tmp_path: Path) -> None:
    folder = _with_chinese_names(tmp_path / "圖set")
    expected = json.loads(run("--json", "--no-text", folder)[1])
    assert expected["questions"] == 12
    assert not any(
        finding["check"] == "missing_images" for finding in expected["findings"]
    )
    for archive in _archives(folder):
        code, text = run("--json", "--no-text", archive)
        report = json.loads(text)
        assert report["findings"] == expected["findings"], archive.name
        assert (code, report["questions"]) == (0, 12)
    err = io.StringIO()
    gbk = folder.with_suffix(".gbk.zip")
    call_command("audit", gbk, "--no-text", stdout=io.StringIO(), stderr=err)
    assert "the file names are read as gb18030, a guess: 圖set" in err.getvalue()
    code, text = run("--no-text", "--names=cp437", gbk)
    assert "image" in text
    code, text = run("--names=klingon", gbk)
    assert (code, "File names cannot be read as klingon" in text) == (1, True)


def test_reports_stand_alone_and_a_second_audit_compares(tmp_path: Path) -> None:
    generated = clean(2, questions=12, with_images=True)
    same_option(generated, 5)
    folder = generated.write(tmp_path / "set")
    run(folder, "--out", tmp_path / "first")
    before = json.loads((tmp_path / "first/report.json").read_text())
    assert [one["check"] for one in before["findings"]] == ["repeated_options"]
    page = (tmp_path / "first/report.html").read_text()
    assert "data:image/webp;base64," in page
    assert 'src="http' not in page
    assert str(tmp_path) not in page
    generated.question(5)["options"][4] = "Another option altogether."
    generated.question(7)["answer"] = "J"
    generated.write(folder)
    against = ["--against", tmp_path / "first/report.json"]
    said = "Since the earlier audit: 1 new, 1 resolved."
    assert said in run(folder, *against, "--out", tmp_path / "second")[1]
    assert said in (tmp_path / "second/report.html").read_text()
    _, text = run(folder, "--json", *against)
    changes = json.loads(text.splitlines()[0].split("Some findings")[0])["changes"]
    assert changes["resolved"] == before["findings"][0]["ids"]
    assert len(changes["new"]) == 1
    assert changes["new"][0].startswith("impossible_keys-")


def test_the_proposed_mapping_is_printed_with_rows(tmp_path: Path) -> None:
    file = tmp_path / "test.csv"
    file.write_text("id,question,A,B,answer\n1,Why?,So,No,A\n2,How?,Up,On,B\n")
    code, text = run(file, "--propose-mapping")
    assert code == 0
    assert "stem: question" in text
    assert '"question": "How?"' in text
    (tmp_path / "mapping.yaml").write_text(text)
    assert run(file, "--mapping", tmp_path / "mapping.yaml")[0] == 0
    code, text = run(file, "--mapping", tmp_path / "nothing.yaml")
    assert (code, "nothing.yaml" in text) == (1, True)


def test_answers_of_models_are_read_or_refused_by_line(tmp_path: Path) -> None:
    folder = clean(3, questions=12).write(tmp_path / "set")
    answers = tmp_path / "model.jsonl"
    answers.write_text('{"id": "q-1", "answer": "A"}\n{"id": "q-2"}\n')
    code, text = run(folder, "--answers", answers)
    assert (code, "model.jsonl, line 2, answer" in text) == (1, True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_finding_has_its_texts(language: Language) -> None:
    for check, parts in finding_texts().items():
        assert set(parts) == {"title", "summary", "advice"}, check
        assert all(parts[part][language] for part in parts), check
    assert Finding(check="missing_licence", level=FindingLevel.WARNING).ids == [
        "missing_licence"
    ]


def test_errors_are_in_the_language_that_was_chosen(tmp_path: Path) -> None:
    table = tmp_path / "set.csv"
    table.write_text("a,b\n1,2\n", "utf-8")
    code, text = run(table, "--language", "zh")
    assert code == 1
    assert text.startswith(
        "没有读到任何题目。set.csv：列 a, b 中没有可识别为题干的列\n"
    )
    assert "--propose-mapping" in text
    _, text = run(table)
    first, advice = text.splitlines()
    assert first.endswith("none of the columns a, b is recognised as the question")
    assert "--propose-mapping" in advice
    damaged = tmp_path / "set.zip"
    damaged.write_bytes(b"PK")
    assert run(damaged, "--language", "zh") == (
        1,
        "set.zip 不是有效的 zip 压缩包：已损坏或格式不同",
    )
    _, text = run(damaged)
    assert text == (
        "set.zip is not a valid zip archive: it is damaged or has another format"
    )
    _, text = run(tmp_path / "gone", "--language", "zh")
    assert text.startswith("没有文件或文件夹")


def test_a_mapping_is_proposed_as_far_as_columns_are_recognised(tmp_path: Path) -> None:
    table = tmp_path / "set.csv"
    table.write_text("id,image,frage,A,B,answer\n1,1.png,Was?,So,No,A\n", "utf-8")
    code, text = run(table, "--propose-mapping")
    assert code == 0
    assert "stem: ''" in text
    assert "image: image" in text
    assert "# none of the columns id, image, frage, A, B, answer is" in text
    mapping = tmp_path / "mapping.yaml"
    mapping.write_text(text, "utf-8")
    code, refused = run(table, "--mapping", mapping)
    assert (code, "stem: must name a column" in refused) == (1, True)
    mapping.write_text(text.replace("stem: ''", "stem: frage"), "utf-8")
    assert run(table, "--mapping", mapping, "--no-text")[0] == 0


def test_places_of_unreadable_records_are_translated(tmp_path: Path) -> None:
    table = tmp_path / "set.csv"
    table.write_text(
        "question,A,B,answer\nWhat is meant?,This,That,A\n,This,That,A\n", "utf-8"
    )
    run(table, "--language", "zh", "--out", tmp_path / "report")
    page = (tmp_path / "report/report.html").read_text("utf-8")
    assert "set.csv, 第 2 行" in page
    assert "没有题干" in page
