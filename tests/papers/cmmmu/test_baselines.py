"""Frequent choice as CMMMU counts it.

CMMMU, §4.1 (page 8): "the latter selects the most frequent option for each specific topic
in the validation set". Table 4 (page 9) prints it on validation (24.1) and on test (26.0).
"""

from pathlib import Path

import pytest

from evaluation.runner.backends.baselines import FrequentChoice
from evaluation.runner.benchmark import read_benchmark
from projects.domain.shipped import shipped_protocol
from tests.evaluation.runner.asking import requests_of
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
