import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reporting.statistics.intervals import clustered_standard_error, wilson_interval
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.errors import SpecError
from subtext_runner.outcomes import OutcomeKind
from subtext_runner.records import CallError, Response
from subtext_runner.report import score_all
from subtext_runner.scoring import score_response
from subtext_runner.tallies import summarise_scores, tally_outcomes
from tests.support.tiny_release import question, write_release

KINDS: list[OutcomeKind] = ["correct", "incorrect", "miss", "error"]


def _responses(benchmark: Benchmark) -> list[Response]:
    """Keys of the test split are A B C D E F A B."""
    said = ["A", "Answer: (B)", "F", "no idea", "", "F", "(A) or (B)", None]
    asked = benchmark.questions_in_splits(["test"])
    return [
        Response(
            question_id=q.id,
            text=text,
            error=None
            if text is not None
            else CallError(kind="timeout", detail="60 s"),
        )
        for q, text in zip(asked, said, strict=True)
    ]


def test_outcomes_and_reasons(benchmark: Benchmark) -> None:
    scored = score_all(benchmark, _responses(benchmark))
    assert [(o.outcome, o.letter, o.reason) for _, o in scored] == [
        ("correct", "A", None),
        ("correct", "B", None),
        ("incorrect", "F", None),
        ("miss", None, "no_letter"),
        ("miss", None, "empty"),
        ("correct", "F", None),
        ("miss", None, "several"),
        ("error", None, "timeout"),
    ]
    assert {o.rule for _, o in scored} == {"subtext-4"}
    # The published rule guesses a tie and gives an empty response no status.
    assert [o.published for _, o in scored][3:] == [
        "miss",
        "incorrect",
        "correct",
        "incorrect",
        "error",
    ]


def test_counts_overall_and_by_every_label(benchmark: Benchmark) -> None:
    scores = summarise_scores(
        score_all(benchmark, _responses(benchmark)), benchmark.protocol
    )
    overall = scores.overall
    assert (overall.n, overall.correct, overall.incorrect) == (8, 3, 1)
    assert (overall.miss, overall.error, overall.clusters) == (3, 1, 6)
    assert overall.metrics["accuracy"] == 3 / 8
    assert overall.metrics["miss_rate"] == 3 / 8
    assert overall.metrics["error_rate"] == 1 / 8
    assert scores.reasons == {"empty": 1, "no_letter": 1, "several": 1, "timeout": 1}
    rhetoric = scores.slices["rhetoric"]
    assert {choice: t.n for choice, t in rhetoric.items()} == {
        "metaphor": 8,
        "contrast": 3,
    }
    assert rhetoric["contrast"].metrics["accuracy"] == pytest.approx(2 / 3)
    assert scores.slices["domain"]["art"].correct == 2
    assert scores.data()["slices"]["domain"]["life"]["n"] == 4
    # Metrics stand beside the counts, as results of 0.1.0 have them.
    assert scores.data()["overall"]["accuracy"] == 3 / 8


def test_a_choice_without_questions_has_no_accuracy(tmp_path: Path) -> None:
    write_release(tmp_path, questions=[question(1)])
    benchmark = read_benchmark(str(tmp_path))
    scored = score_all(benchmark, [Response(question_id="q-001", text="A")])
    empty = summarise_scores(scored, benchmark.protocol).slices["domain"]["art"]
    assert (empty.n, empty.interval) == (0, None)
    assert set(empty.metrics.values()) == {None}


def test_a_private_key_cannot_be_scored(tmp_path: Path) -> None:
    write_release(tmp_path, questions=[question(1, answer=None)])
    asked = read_benchmark(str(tmp_path)).questions[0]
    with pytest.raises(SpecError, match="q-001: its correct answer is private"):
        score_response(
            asked, Response(question_id="q-001", text="A"), published_rule="ii-bench"
        )


def test_a_response_to_no_question_is_named(benchmark: Benchmark) -> None:
    with pytest.raises(SpecError, match="q-999: the release has no such question"):
        score_all(benchmark, [Response(question_id="q-999", text="A")])


@given(st.lists(st.sampled_from(KINDS), max_size=40))
def test_outcomes_always_add_up(outcomes: list[OutcomeKind]) -> None:
    counted = tally_outcomes(outcomes, range(len(outcomes)))
    assert (
        counted.correct + counted.incorrect + counted.miss + counted.error
        == counted.n
        == len(outcomes)
    )
    if counted.interval is not None:
        accuracy = counted.metrics["accuracy"]
        assert accuracy is not None
        assert 0 <= counted.interval.low <= accuracy + 1e-9
        assert accuracy - 1e-9 <= counted.interval.high <= 1


@pytest.mark.parametrize(
    ("correct", "n", "low", "high"),
    # Newcombe 1998, Statistics in Medicine 17, Table I, method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(correct: int, n: int, low: float, high: float) -> None:
    interval = wilson_interval(correct, n)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


def test_questions_about_one_image_are_not_independent() -> None:
    values = [1.0, 1.0, 0.0, 0.0]
    alone = clustered_standard_error(values, [1, 2, 3, 4])
    assert alone == pytest.approx(math.sqrt(0.25 / 4))
    assert clustered_standard_error(values, ["a", "a", "b", "b"]) == pytest.approx(
        alone * math.sqrt(2)
    )
