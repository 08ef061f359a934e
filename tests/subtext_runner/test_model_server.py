"""The stub server is used by hand and by other tests: its promises hold."""

import httpx
import pytest

from subtext_runner.backends.base import SentParameters
from subtext_runner.backends.openai import OpenAIBackend, RetryPolicy, ServedModel
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.report import score_all
from subtext_runner.tallies import summarise_scores
from tests.subtext_runner.asking import requests_of
from tests.support.model_server import KnowsKeys, Reply, model_server
from tests.support.tiny_release import question, write_release


@pytest.fixture
def large(tmp_path_factory: pytest.TempPathFactory) -> Benchmark:
    folder = tmp_path_factory.mktemp("large")
    shots = [question(n, split="dev", answer="ABCD"[n]) for n in range(4)]
    asked = [question(n, item=n % 30, answer="ABCDEF"[n % 6]) for n in range(4, 304)]
    write_release(folder, questions=[*shots, *asked])
    return read_benchmark(str(folder))


@pytest.mark.parametrize("setting", ["none", "2-shot"])
def test_its_accuracy_is_about_what_was_asked_for(
    large: Benchmark, setting: str
) -> None:
    lines = [
        {"id": q.id, "stem": q.stem, "options": q.options, "answer": q.answer}
        for q in large.questions
    ]
    with model_server(KnowsKeys(lines, accuracy=0.6)) as server:
        backend = OpenAIBackend(
            large,
            ServedModel(name="stub", base_url=server.base_url),
            SentParameters(maximum_tokens=512, temperature=0),
            patience=RetryPolicy(),
        )
        responses = list(backend.answer(requests_of(large, setting=setting)))
    overall = summarise_scores(score_all(large, responses), large.protocol).overall
    assert overall.metrics["accuracy"] is not None
    assert 0.5 < overall.metrics["accuracy"] < 0.7
    assert overall.miss > 0


def test_it_lists_its_model_and_knows_no_other_path() -> None:
    with model_server(lambda _: Reply()) as server:
        models = httpx.get(f"{server.base_url}/models").json()
        missing = httpx.post(f"{server.base_url}/embeddings", json={})
    assert [model["id"] for model in models["data"]] == ["stub"]
    assert missing.status_code == 404
    assert server.asked == []
