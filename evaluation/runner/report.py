"""The result of a run: scores beside everything they were scored from."""

from collections.abc import Sequence
from typing import Any

from evaluation.runner.benchmark import Benchmark
from evaluation.runner.captions.scoring import score_captions
from evaluation.runner.errors import SpecError
from evaluation.runner.judging.scoring import score_judgements
from evaluation.runner.metrics import summarise
from evaluation.runner.questions import Question
from evaluation.runner.records import Response
from evaluation.runner.scoring import Outcome, score_response
from evaluation.runner.usage import usage_of

SCHEMA = "subtext-result/1"


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
            raise SpecError(f"{question_id}: the release has no such question")
    rule = benchmark.protocol.evaluation.published_rule
    return [
        (question, score_response(question, by_id[question.id], published_rule=rule))
        for question in benchmark.questions
        if question.id in by_id
    ]


def result(
    benchmark: Benchmark,
    responses: Sequence[Response],
    *,
    provenance: dict[str, Any],
) -> dict[str, Any]:
    """The result record as plain JSON; ``scores`` is None when keys are private."""
    evaluation = benchmark.protocol.evaluation
    asked_as = provenance.get("setting", {}).get("id", "")
    task, rating = evaluation.open_task(asked_as), evaluation.rating(asked_as)
    if task is not None or rating is not None:
        scores = (
            score_judgements(benchmark, rating, responses).to_data()
            if rating is not None
            else task and score_captions(benchmark, task, responses).to_data()
        )
        return {
            "schema": SCHEMA,
            **provenance,
            "responses": len(responses),
            "usage": _usage(responses, provenance),
            "scores": scores,
            "outcomes": [],
        }
    asked = {response.question_id for response in responses}
    answered = [q for q in benchmark.questions if q.id in asked]
    private = any(question.answer is None for question in answered)
    scored = [] if private else score_all(benchmark, responses)
    return {
        "schema": SCHEMA,
        **provenance,
        "responses": len(responses),
        "usage": _usage(responses, provenance),
        "scores": (
            None if private else summarise(scored, benchmark.protocol).to_data()
        ),
        "outcomes": [
            {"question_id": question.id, **outcome._asdict()}
            for question, outcome in scored
        ],
    }


def _usage(responses: Sequence[Response], provenance: dict[str, Any]) -> dict[str, Any]:
    model = provenance.get("model", {})
    usage = usage_of(
        responses,
        prompt_price=model.get("prompt_price"),
        completion_price=model.get("completion_price"),
    )
    return usage.to_data()
