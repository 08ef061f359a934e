"""Random and frequent choice as CMMMU counts them.

CMMMU, §4.1 (page 8): "the latter selects the most frequent option for each specific topic
in the validation set". Table 4 (page 9) prints it on validation (24.1) and on test (26.0).
"""

from pathlib import Path
from typing import Any

import pytest

from subtext_protocol.shipped import shipped_protocol
from subtext_runner.backends.baselines import FrequentChoice, RandomChoice
from subtext_runner.benchmark import read_benchmark
from subtext_runner.formats.registry import get_scorer
from tests.papers.cmmmu.test_tables import BASELINES, FORMATS
from tests.subtext_runner.asking import requests_of
from tests.support.tiny_release import question, write_release

ACCOUNTING, ART = {"subject": ["accounting"]}, {"subject": ["art"]}


@pytest.mark.parametrize("evaluated", ["val", "test"])
def test_the_validation_split_is_counted_within_the_subject(
    tmp_path: Path, evaluated: str
) -> None:
    # The dev split (112 questions in the paper) has other frequent answers.
    lines = [
        *(
            question(n, split="dev", answer="D") | {"labels": ACCOUNTING}
            for n in (1, 2, 3)
        ),
        *(
            question(n, split="val", answer="B") | {"labels": ACCOUNTING}
            for n in (4, 5)
        ),
        question(6, split="val", answer="A") | {"labels": ACCOUNTING},
        question(7, split="val", answer="C") | {"labels": ART},
        question(8) | {"labels": ACCOUNTING},
        question(9) | {"labels": ART},
    ]
    protocol = shipped_protocol("cmmmu").model_dump(mode="json")
    write_release(tmp_path, questions=lines, protocol=protocol)
    benchmark = read_benchmark(str(tmp_path))
    backend = FrequentChoice(benchmark, evaluated=[evaluated])
    answers = {r.question_id: r.text for r in backend.answer(requests_of(benchmark))}
    assert answers == {"q-008": "B", "q-009": "C"}


def test_random_choice_has_the_accuracy_of_table_4(tmp_path: Path) -> None:
    # Over Table 5's numbers of questions by format; a blank is not guessed.
    written: dict[str, dict[str, Any]] = {
        "multiple": {"format": "single_choice", "options": ["甲", "乙", "丙", "丁"]},
        "true_false": {"format": "true_false", "options": [], "answer": True},
        "fill_in_blank": {
            "format": "fill_in_blank",
            "options": [],
            "answer": {"accepted": ["12"]},
        },
    }
    lines = [
        question(number, item=0)
        | {"id": f"{kind} {number}", "labels": {}}
        | written[kind]
        for kind, count in FORMATS.items()
        for number in range(count)
    ]
    protocol = shipped_protocol("cmmmu").model_dump(mode="json")
    write_release(tmp_path, questions=lines, protocol=protocol)
    benchmark = read_benchmark(str(tmp_path))
    asked = {one.id: one for one in benchmark.questions_in_splits(["test"])}
    right = 0
    for response in RandomChoice(seed=0).answer(requests_of(benchmark)):
        answered = asked[response.question_id]
        right += response.text == get_scorer(answered.format).key_text(answered)
    _, on_test, *_ = BASELINES["Random choice"]
    assert len(asked) == 11_000
    assert 100 * right / len(asked) == pytest.approx(on_test, abs=0.8)
