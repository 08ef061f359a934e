from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from subtext_runner.backends.baselines import FrequentChoice, RandomChoice
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.errors import BackendUnusableError
from subtext_runner.formats.base import ModelResponse
from subtext_runner.formats.registry import get_scorer
from tests.subtext_runner.asking import requests_of
from tests.support.tiny_release import protocol_document, question, write_release


def _benchmark(
    folder: Path, questions: list[dict[str, Any]], *, frequent_by: str | None = None
) -> Benchmark:
    protocol = protocol_document()
    protocol["evaluation"]["frequent_by"] = frequent_by
    write_release(folder, questions=questions, protocol=protocol)
    return read_benchmark(str(folder))


def test_random_choice_is_the_seeds_and_the_questions_alone(
    benchmark: Benchmark,
) -> None:
    asked = requests_of(benchmark)
    first = {r.question_id: r.text for r in RandomChoice(seed=1).answer(asked)}
    again = {r.question_id: r.text for r in RandomChoice(seed=1).answer(asked[::-1])}
    other = {r.question_id: r.text for r in RandomChoice(seed=2).answer(asked)}
    assert first == again
    assert first != other


def test_random_choice_uses_every_letter_about_equally(tmp_path: Path) -> None:
    options = ["yes", "no", "maybe"]
    lines = [question(n, item=n % 8, options=options) for n in range(600)]
    drawn = Counter(
        r.text
        for r in RandomChoice(seed=0).answer(requests_of(_benchmark(tmp_path, lines)))
    )
    assert set(drawn) == {"A", "B", "C"}
    assert min(drawn.values()) > 150


def test_frequent_choice_is_the_most_frequent_key_of_the_other_splits(
    benchmark: Benchmark,
) -> None:
    backend = FrequentChoice(benchmark, evaluated=["test"])
    said = {r.text for r in backend.answer(requests_of(benchmark))}
    assert said == {"B"}


def test_frequent_choice_looks_within_the_protocols_field(tmp_path: Path) -> None:
    lines = [
        question(1, split="dev", answer="C", domain="life"),
        question(2, split="dev", answer="C", domain="life"),
        question(3, split="dev", answer="E", domain="art"),
        question(4, domain="life"),
        question(5, domain="art"),
    ]
    benchmark = _benchmark(tmp_path, lines, frequent_by="domain")
    backend = FrequentChoice(benchmark, evaluated=["test"])
    said = {r.question_id: r.text for r in backend.answer(requests_of(benchmark))}
    assert said == {"q-004": "C", "q-005": "E"}


def test_a_tie_goes_to_the_first_letter_and_an_unseen_choice_to_the_overall(
    tmp_path: Path,
) -> None:
    lines = [
        question(1, split="dev", answer="D", domain="life"),
        question(2, split="dev", answer="B", domain="life"),
        question(3, domain="art"),
    ]
    benchmark = _benchmark(tmp_path, lines, frequent_by="domain")
    backend = FrequentChoice(benchmark, evaluated=["test"])
    assert [r.text for r in backend.answer(requests_of(benchmark))] == ["B"]


def test_frequent_choice_never_looks_at_the_test_split(tmp_path: Path) -> None:
    lines = [question(1, split="dev", answer=None), question(2, answer="A")]
    with pytest.raises(
        BackendUnusableError, match="needs correct answers in a split other than test"
    ):
        FrequentChoice(_benchmark(tmp_path, lines), evaluated=["test"])


def test_frequent_choice_answers_each_format_by_its_own_keys(tmp_path: Path) -> None:
    """CMMMU §4.1: several answers and true or false too; a blank has no frequent one."""
    blank = {"accepted": ["3.2"], "tolerance": 0.05, "unit": "V"}

    def line(number: int, kind: str, key: Any, split: str = "dev") -> dict[str, Any]:
        options = ["one", "two", "three"] if "choice" in kind else []
        made = question(number, split=split, answer=None, options=options)
        return {**made, "format": kind, "answer": key}

    several = [["A", "C"], ["B", "C"], ["A", "C"], ["A", "B", "C"]]
    lines = [line(n, "multiple_choice", key) for n, key in enumerate(several)]
    lines += [line(10 + n, "true_false", key) for n, key in enumerate([False] * 2)]
    lines += [line(20, "true_false", True), line(21, "fill_in_blank", blank)]
    # So many single keys would win, were the formats counted together.
    lines += [line(30 + n, "single_choice", "B") for n in range(9)]
    lines += [
        line(40, "multiple_choice", ["A", "B"], "test"),
        line(41, "true_false", True, "test"),
        line(42, "fill_in_blank", blank, "test"),
        line(43, "single_choice", "A", "test"),
    ]
    benchmark = _benchmark(tmp_path, lines)
    asked = requests_of(benchmark)
    said = list(FrequentChoice(benchmark, evaluated=["test"]).answer(asked))
    read = {}
    for request, response in zip(asked, said, strict=True):
        heard = ModelResponse(response.text, "stop", request.question.letters)
        kind = request.question.format
        read[kind] = get_scorer(kind).extract_answer(request.question, heard).answer
    assert read == {
        "multiple_choice": "AC",
        "true_false": "False",
        "fill_in_blank": None,
        "single_choice": "B",
    }
