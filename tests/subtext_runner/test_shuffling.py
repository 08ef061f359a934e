"""Options shown in another order, and the answer mapped back."""

from collections import Counter
from pathlib import Path

import pytest

from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.errors import SpecError
from subtext_runner.records import Response
from subtext_runner.report import score_all
from subtext_runner.scoring import score_response
from subtext_runner.worker import run_evaluation
from tests.subtext_runner.asking import requests_of
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_of
from tests.support.model_server import KnowsKeys, model_server
from tests.support.tiny_release import question, twelve_questions, write_release


def test_the_options_of_a_prompt_stand_in_the_order_that_it_names(
    benchmark: Benchmark,
) -> None:
    for request in requests_of(benchmark, setting="shuffled", seed=3):
        order = request.prompt.order
        assert sorted(order) == list("ABCDEF")
        lines = request.prompt.text.splitlines()[2:8]
        assert lines == [
            f"({shown}) {request.question.options['ABCDEF'.index(meant)]}"
            for shown, meant in zip("ABCDEF", order, strict=True)
        ]


def test_the_seed_and_the_question_decide_the_order(benchmark: Benchmark) -> None:
    def orders(seed: int) -> list[str]:
        asked = requests_of(benchmark, setting="shuffled", seed=seed)
        return [request.prompt.order for request in asked]

    assert orders(1) == orders(1)
    assert orders(1) != orders(2)
    assert len(set(orders(1))) > 1


def test_every_option_comes_to_every_place_about_equally(tmp_path: Path) -> None:
    write_release(
        tmp_path / "r", questions=[question(n, item=n % 8) for n in range(600)]
    )
    asked = requests_of(read_benchmark(str(tmp_path / "r")), setting="shuffled")
    first = Counter(request.prompt.order[0] for request in asked)
    assert set(first) == set("ABCDEF")
    assert min(first.values()) > 60


def test_who_knows_the_key_is_right_in_any_order(release: TinyRelease) -> None:
    """The stub answers with the letter of the release: it has to be translated."""
    kept: list[Response] = []
    keys = {line["id"]: line["answer"] for line in twelve_questions()}
    with model_server(KnowsKeys(twelve_questions(), accuracy=1)) as server:
        spec = spec_of(release, base_url=server.base_url, setting="shuffled", seed=5)
        assert run_evaluation(spec, keep=kept.append).state == "finished"
    scored = score_all(release.read(), kept)
    for asked, outcome in scored:
        response = next(r for r in kept if r.question_id == asked.id)
        assert outcome.letter == response.order["ABCDEF".index(keys[asked.id])]
        assert (outcome.outcome == "correct") == (outcome.letter == asked.answer)


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("A", "C"),
        ("(F)", "B"),
        ("The answer is D.", "D"),
        ("A phone can be a chain.", "C"),
    ],
)
def test_letters_and_quotes_are_read_as_they_were_shown(
    benchmark: Benchmark, text: str, letter: str
) -> None:
    [asked, *_] = benchmark.questions
    response = Response(question_id=asked.id, text=text, order="CAEDFB")
    found = score_response(asked, response, published_rule="ii-bench")
    assert found.letter == letter


def test_an_order_that_is_none_is_named(benchmark: Benchmark) -> None:
    [asked, *_] = benchmark.questions
    response = Response(question_id=asked.id, text="A", order="AABCDE")
    with pytest.raises(
        SpecError, match="q-000: 'AABCDE' is not an order of its options"
    ):
        score_response(asked, response, published_rule="ii-bench")
