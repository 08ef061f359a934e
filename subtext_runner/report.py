"""Result of a run: its scores with everything that they depend on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.domain.texts import _
from subtext_runner.benchmark import Benchmark
from subtext_runner.captions.scoring import CaptionScores, score_captions
from subtext_runner.errors import SpecError
from subtext_runner.judging.scoring import JudgeScores, score_judgements
from subtext_runner.outcomes import Outcome
from subtext_runner.questions import Question
from subtext_runner.records import Response, digest_of
from subtext_runner.scoring import score_response
from subtext_runner.tallies import Scores, summarise_scores

SCHEMA = "subtext-result/1"
_MILLION = 1_000_000


def score_all(
    benchmark: Benchmark, responses: Sequence[Response]
) -> list[tuple[Question, Outcome]]:
    """Score responses in the order of the release's questions.

    Raises SpecError for a question that the release does not have or keeps private.
    """
    questions = {question.id: question for question in benchmark.questions}
    by_id = {response.question_id: response for response in responses}
    for question_id in by_id:
        if question_id not in questions:
            raise SpecError(
                _(
                    "{question_id}: the release has no such question",
                    question_id=question_id,
                )
            )
    rule = benchmark.protocol.evaluation.published_rule
    return [
        (question, score_response(question, by_id[question.id], published_rule=rule))
        for question in benchmark.questions
        if question.id in by_id
    ]


def result_of_scores(
    benchmark: Benchmark,
    responses: Sequence[Response],
    *,
    provenance: dict[str, Any],
) -> dict[str, Any]:
    """Return the result as plain JSON; ``scores`` is None if keys are private."""
    evaluation = benchmark.protocol.evaluation
    setting_id = provenance.get("setting", {}).get("id", "")
    task, rating = evaluation.open_task(setting_id), evaluation.rating(setting_id)
    scores: CaptionScores | JudgeScores | Scores | None = None
    scored: list[tuple[Question, Outcome]] = []
    if rating is not None:
        scores = score_judgements(benchmark, rating, responses)
    elif task is not None:
        scores = score_captions(benchmark, task, responses)
    elif not _has_private_keys(benchmark, responses):
        scored = score_all(benchmark, responses)
        scores = summarise_scores(scored, benchmark.protocol)
    return {
        "schema": SCHEMA,
        **provenance,
        "responses": len(responses),
        "responses_sha256": digest_of(responses),
        "usage": _usage(responses, provenance.get("model", {})),
        "scores": _data_of(scores),
        "outcomes": [
            {"question_id": question.id, **outcome._asdict()}
            for question, outcome in scored
        ],
    }


def _data_of(
    scores: CaptionScores | JudgeScores | Scores | None,
) -> dict[str, Any] | None:
    if scores is None:
        return None
    return scores.data() if isinstance(scores, Scores) else asdict(scores)


def _has_private_keys(benchmark: Benchmark, responses: Sequence[Response]) -> bool:
    question_ids = {response.question_id for response in responses}
    return any(q.answer is None for q in benchmark.questions if q.id in question_ids)


def _usage(responses: Sequence[Response], model: Mapping[str, Any]) -> dict[str, Any]:
    """Return tokens, calls and cost of the run, without reused responses.

    Prices are US dollars per million tokens; without any price the cost is None.
    """
    new_responses = [response for response in responses if not response.reused]
    usage = {
        "prompt_tokens": sum(response.prompt_tokens or 0 for response in new_responses),
        "completion_tokens": sum(
            response.completion_tokens or 0 for response in new_responses
        ),
        "reused": len(responses) - len(new_responses),
        # Calls beyond the first for a question.
        "repeated": sum(max(0, response.attempts - 1) for response in new_responses),
    }
    prices = [model.get("prompt_price"), model.get("completion_price")]
    tokens = usage["prompt_tokens"], usage["completion_tokens"]
    paid = [n * price for n, price in zip(tokens, prices, strict=True) if price]
    priced = any(price is not None for price in prices)
    return {**usage, "cost": sum(paid) / _MILLION if priced else None}
