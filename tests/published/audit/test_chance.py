"""Rates are compared with chance: planted effects are found, clean sets pass."""

import json
from collections import Counter
from pathlib import Path

import pytest

from published.audit.domain.checks.base import ALPHA, AuditMaterial
from published.audit.domain.checks.learned import BASELINES
from published.audit.domain.checks.registry import run_checks
from published.audit.domain.finding import Finding, FindingLevel
from published.audit.domain.words import split_words
from published.reading.readers.base import BenchmarkLocation
from published.reading.readers.registry import read_benchmark
from tests.published.audit.benchmarks import LETTERS, RATES, Generated, clean

SETS = 200


def rates(folder: Path, generated: Generated) -> dict[str, Finding]:
    benchmark = read_benchmark(BenchmarkLocation(generated.write(folder), folder))
    found = run_checks(AuditMaterial(benchmark, {}))
    return {
        one.check: one
        for one in found
        if one.check in RATES and one.level == FindingLevel.WARNING
    }


def test_a_key_that_is_too_often_one_letter(tmp_path: Path) -> None:
    generated = clean(1, questions=120)
    for at in range(0, 120, 2):
        generated.question(at)["answer"] = "C"
    found = rates(tmp_path, generated)
    assert set(found) == {"key_positions"}
    chance = found["key_positions"].chance
    assert chance is not None
    assert chance.expected == pytest.approx(1 / 6)
    assert found["key_positions"].values["letter"] == "C"


def test_a_key_that_is_too_often_the_longest(tmp_path: Path) -> None:
    generated = clean(2, questions=60)
    for at in range(40):
        question = generated.question(at)
        key = LETTERS.index(question["answer"])
        question["options"][key] += " because nelpit grihem"
    found = rates(tmp_path, generated)
    chance = found["shortcut_longest"].chance
    assert chance is not None
    assert chance.n == 60
    assert chance.observed >= 40 / 60
    assert chance.interval is not None
    assert chance.interval.low > chance.expected


def test_a_key_that_repeats_words_of_the_question(tmp_path: Path) -> None:
    generated = clean(3, questions=60)
    for at in range(60):
        question = generated.question(at)
        words = question["question"].rstrip("?").split()[:2]
        key = LETTERS.index(question["answer"])
        kept = question["options"][key].split()[2:]
        question["options"][key] = " ".join([*words, *kept])
    assert "shortcut_words_of_the_question" in rates(tmp_path, generated)


def test_a_word_that_only_keys_have_is_learned(tmp_path: Path) -> None:
    generated = clean(4, questions=150)
    for at in range(0, 150, 2):
        question = generated.question(at)
        key = LETTERS.index(question["answer"])
        words = question["options"][key].split()
        question["options"][key] = " ".join([*words[:3], "gamek", *words[4:]])
    assert set(rates(tmp_path, generated)) == {
        "shortcut_options_only",
        "shortcut_without_image",
    }


def test_a_relation_of_question_and_key_is_learned(tmp_path: Path) -> None:
    """The key repeats one short word of its question, which others do not have."""
    generated = clean(6, questions=150)
    for at in range(150):
        question = generated.question(at)
        word = f"q{at:02}"
        question["question"] = f"{word} {question['question']}"
        if at % 2:
            question["options"][LETTERS.index(question["answer"])] += f" {word}"
    assert "shortcut_without_image" in rates(tmp_path, generated)


def test_baselines_are_reported_beside_chance_when_they_learn_nothing(
    tmp_path: Path,
) -> None:
    generated = clean(7, questions=120)
    benchmark = read_benchmark(
        BenchmarkLocation(generated.write(tmp_path / "set"), tmp_path)
    )
    found = {one.check: one for one in run_checks(AuditMaterial(benchmark, {}))}
    for name in BASELINES:
        finding = found[f"baseline_{name}"]
        assert finding.level == FindingLevel.INFORMATION
        assert finding.chance is not None
        assert finding.chance.n == 120
        assert finding.chance.expected == pytest.approx(1 / 6)
        assert finding.chance.interval is not None


def test_chinese_words_are_pairs_of_characters() -> None:
    assert split_words("图像的隐喻，是 Love & 恨！") == [
        *("图像", "像的", "的隐", "隐喻", "是", "love", "恨"),
    ]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_clean_sets_pass_at_the_level_of_the_tests(tmp_path: Path) -> None:
    """By chance, each test speaks in one set of a hundred: in 200, hardly above six."""
    spoken = Counter(
        check
        for seed in range(SETS)
        for check in rates(tmp_path / str(seed), clean(5000 + seed, questions=120))
    )
    # The probability of more than 7 of 200 at .01 is below .001 for each.
    assert {check: n for check, n in spoken.items() if n > 7} == {}
    assert ALPHA == 0.01


@pytest.mark.parametrize("seed", range(10))
def test_models_that_agree_against_the_key_rank_it(tmp_path: Path, seed: int) -> None:
    generated = clean(seed)
    benchmark = read_benchmark(
        BenchmarkLocation(generated.write(tmp_path / "set"), tmp_path)
    )
    right = {q.id: q.key or "" for q in benchmark.questions}
    wrong = {**right, "q-7": "B" if right["q-7"] != "B" else "C"}
    half = {**wrong, "q-9": "A" if right["q-9"] != "A" else "D"}
    answers = {id: [wrong[id], wrong[id], half[id]] for id in right}
    found = run_checks(AuditMaterial(benchmark, {}, answers))
    ranked = next(one for one in found if one.check == "likely_wrong_keys")
    assert [case.questions for case in ranked.cases] == [["q-7"]]
    assert "3 models" in ranked.cases[0].note
    assert json.dumps(ranked.ids)
