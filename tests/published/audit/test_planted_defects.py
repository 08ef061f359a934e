"""Each planted defect is found where it is, and nothing else is."""

from pathlib import Path

import pytest

from published.audit.domain.auditing import AuditOptions, audit_benchmark
from published.audit.domain.finding import Finding, FindingLevel
from published.audit.domain.wording import finding_texts
from published.reading.readers.base import BenchmarkLocation
from tests.published.audit import benchmarks as made
from tests.published.audit.benchmarks import RATES, Generated, Plant, clean
from tests.support.black_on_white import BlackOnWhite

SEEDS = [
    *range(2),
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6)),
]
"""Six, of which two belong to the fast tests."""
PLANTS: dict[str, Plant] = {
    "repeated_options": made.same_option,
    "nearly_repeated_options": made.slip_in_an_option,
    "empty_options": made.empty_option,
    "single_options": made.one_option,
    "missing_keys": made.no_key,
    "impossible_keys": made.key_beyond,
    "contradicting_keys": made.other_key_text,
    "repeated_ids": made.same_id,
    "repeated_questions": made.repeated,
    "contradicting_questions": made.another_key,
    "label_spellings": made.spelled_otherwise,
    "personal_data": made.address,
    "rights_gaps": made.without_source,
    "missing_licence": made.without_licence,
    "missing_canary": made.without_canary,
    "unreadable_records": made.no_question,
    "skipped_files": made.table_beside,
    "label_balance": made.one_label,
}

IMAGE_PLANTS: dict[str, Plant] = {
    "missing_images": made.no_image_file,
    "unreadable_images": made.broken_image,
    "tiny_images": made.tiny_image,
    "blank_images": made.blank_image,
    "text_images": made.page_of_text,
    "identical_images": made.copy_in_a_split,
    "images_in_several_splits": made.copy_across_splits,
    "duplicate_images": made.edited_in_a_split,
    "duplicate_images_in_several_splits": made.edited_across_splits,
}


BY_THEMSELVES = {
    "contradicting_records",
    "questions_without_image",
    "possible_duplicates",
    "likely_wrong_keys",
}
"""Checks with a test of their own, here or in ``test_chance``; possible duplicates are
left to the tests of near-duplicates."""


def findings(folder: Path, generated: Generated) -> dict[str, Finding]:
    return found_in(generated.write(folder / "set"), folder)


def found_in(benchmark: Path, folder: Path) -> dict[str, Finding]:
    place = BenchmarkLocation(benchmark, folder)
    options = AuditOptions(text_engine=BlackOnWhite(languages=(), threads=1))
    found = {
        finding.check: finding
        for finding in audit_benchmark(place, options).report.findings
    }
    return {check: finding for check, finding in found.items() if check not in RATES}


def named(finding: Finding) -> set[str]:
    return {id for case in finding.cases for id in case.questions}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("check", PLANTS)
def test_a_planted_defect_is_the_only_finding(
    tmp_path: Path, check: str, seed: int
) -> None:
    generated = clean(seed)
    places = PLANTS[check](generated, 20 + seed)
    found = findings(tmp_path, generated)
    found.pop("missing_images")
    assert set(found) == {check}
    if check not in ("unreadable_records", "skipped_files"):
        assert named(found[check]) == places


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("check", IMAGE_PLANTS)
def test_a_planted_defect_of_an_image_is_the_only_finding(
    tmp_path: Path, check: str, seed: int
) -> None:
    generated = clean(seed, questions=12, with_images=True)
    names = IMAGE_PLANTS[check](generated, 3 + seed % 9)
    found = findings(tmp_path, generated)
    assert set(found) == {check}
    assert {name for case in found[check].cases for name in case.images} == names


def test_a_clean_benchmark_has_no_finding(tmp_path: Path) -> None:
    assert findings(tmp_path, clean(1, questions=12, with_images=True)) == {}


def test_every_kind_of_finding_is_planted() -> None:
    assert {*PLANTS, *IMAGE_PLANTS, *RATES, *BY_THEMSELVES} == set(finding_texts())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_question_without_image_is_the_only_finding(
    tmp_path: Path, seed: int
) -> None:
    generated = clean(seed, questions=12, with_images=True)
    record = generated.records[3 + seed % 9]
    del generated.images[record["local_path"]]
    record["local_path"] = None
    found = found_in(generated.write_table(tmp_path / "set"), tmp_path)
    assert set(found) == {"questions_without_image"}
    assert named(found["questions_without_image"]) == {record["questions"][0]["id"]}


def test_missing_images_are_one_finding_of_no_blocking_kind(tmp_path: Path) -> None:
    generated = clean(3, questions=24, with_images=True)
    missing = sorted(generated.images)[:20]
    for name in missing:
        del generated.images[name]
    found = findings(tmp_path, generated)
    assert set(found) == {"missing_images"}
    assert found["missing_images"].level == FindingLevel.WARNING
    cases = found["missing_images"].cases
    assert sorted(name for case in cases for name in case.images) == missing


@pytest.mark.parametrize("seed", SEEDS)
def test_records_that_disagree_about_one_image_are_named(
    tmp_path: Path, seed: int
) -> None:
    generated = clean(seed, questions=12, with_images=True)
    places = made.other_labels(generated, 3 + seed % 9)
    found = findings(tmp_path, generated)
    assert set(found) == {"contradicting_records"}
    assert named(found["contradicting_records"]) == places
    assert found["contradicting_records"].cases[0].note == "domain"
