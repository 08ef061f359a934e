"""Requests as the worker makes them."""

from subtext_runner.backends.base import PromptRequest
from subtext_runner.benchmark import Benchmark
from subtext_runner.prompts import build_prompt


def requests_of(
    benchmark: Benchmark, *, setting: str = "none", seed: int = 0
) -> list[PromptRequest]:
    """One for each question of the test split."""
    chosen = benchmark.protocol.evaluation.setting(setting)
    assert chosen is not None
    return [
        PromptRequest(question, build_prompt(benchmark, question, chosen, seed=seed))
        for question in benchmark.questions_in_splits(["test"])
    ]
