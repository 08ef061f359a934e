"""Parsing of external results: predictions and the logs of other tools."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError

Format = Literal["predictions", "ii-bench", "lmms-eval"]

_HOLDS_IT = ("doc", "submission")
"""Keys of lmms-eval logs that hold the question, or at least its id."""
MOST_PROBLEMS = 20
"""Limit of reported problems; a file of another kind would have thousands."""


class ExternalPrediction(NamedTuple):
    """One external answer to one question."""

    line: int
    question_id: str
    stem: str
    options: tuple[str, ...]
    """``stem`` and ``options`` are empty where the file does not repeat them."""
    prompt: str
    """Prompt of the call; empty where the file does not have it."""
    text: str | None
    """The response, or only a letter; None where the call failed."""
    error: str
    """Error message of the server; empty where the call succeeded."""


class ExternalAnswers(NamedTuple):
    format: Format
    answers: list[ExternalPrediction]


def read_answers(content: bytes) -> ExternalAnswers:
    """Parse JSON lines, or one JSON array, of answers.

    * ``predictions``: ``{"id", "answer"}`` or ``{"id", "response"}``;
    * ``ii-bench``: the records of II-Bench's inference: a sample with ``question``,
      ``option1`` … and ``response``, which is ``{"error": …}`` where the call failed;
    * ``lmms-eval``: its sample logs (``doc_id``, ``filtered_resps``; a task's own
      results such as ``id`` or ``submission``; in older logs a whole ``doc``), or the
      submission of its II-Bench task (``id``, ``predict_answer``, ``response``).

    Raises InvalidInputError that lists each bad line.
    """
    records = list(_records(content))
    if not records:
        raise _input_error([FieldProblem("file", _("The file contains no answers."))])
    predictions, problems = [], []
    for line, record in records:
        try:
            predictions.append(_prediction(line, record))
        except ValueError as error:
            problems.append(FieldProblem(f"file.{line}", str(error)))
    if problems:
        raise _input_error(problems)
    return ExternalAnswers(_format(records[0][1]), predictions)


def match_predictions(
    answers: Sequence[ExternalPrediction],
    questions: Mapping[str, tuple[str, tuple[str, ...]]],
    *,
    splits: Mapping[str, str] = {},
    examples: Collection[str] = (),
) -> dict[str, ExternalPrediction]:
    """Return the answer to each question; ``questions`` are stems and options by id.

    With ``splits`` by question, the answers cover the splits that they have questions
    of, each as a whole. ``examples`` are the splits that prompts may show examples of.

    Answers are matched by id, then by stem and options in the same order. So results
    computed on a published set are found in a release made from it. The last resort is
    the only question whose stem and options the prompt contains. Raises
    InvalidInputError that lists lines without a question or with a repeated one, and
    the number of questions without an answer.
    """
    by_text = {content: uid for uid, content in questions.items()}
    possible = {
        uid: content
        for uid, content in questions.items()
        if splits.get(uid) not in examples
    }
    predictions_by_question: dict[str, ExternalPrediction] = {}
    problems = []
    for prediction in answers:
        uid: str | None = prediction.question_id
        if uid not in questions:
            uid = by_text.get(
                (prediction.stem, prediction.options)
            ) or _question_in_prompt(prediction.prompt, possible)
        if uid is None:
            message = _(
                "The release has no question {question!r}.",
                question=prediction.question_id or prediction.prompt[:80],
            )
            problems.append(FieldProblem(f"file.{prediction.line}", message))
        elif uid in predictions_by_question:
            message = _(
                "The question {question_id!r} is answered twice.",
                question_id=prediction.question_id,
            )
            problems.append(FieldProblem(f"file.{prediction.line}", message))
        else:
            predictions_by_question[uid] = prediction
    covered = {splits.get(uid) for uid in predictions_by_question}
    expected = {uid for uid in questions if splits.get(uid) in covered}
    missing = sorted(expected - predictions_by_question.keys())
    if missing and not problems:
        message = _(
            "Questions without an answer: {count}, for example {missing!r}.",
            count=len(missing),
            missing=missing[0],
        )
        problems.append(FieldProblem("file", message))
    if problems:
        raise _input_error(problems)
    return predictions_by_question


def _question_in_prompt(
    prompt: str, questions: Mapping[str, tuple[str, tuple[str, ...]]]
) -> str | None:
    question_ids = [
        uid
        for uid, (stem, options) in questions.items()
        if prompt and stem in prompt and all(option in prompt for option in options)
    ]
    return question_ids[0] if len(question_ids) == 1 else None


def _input_error(problems: Sequence[FieldProblem]) -> InvalidInputError:
    return InvalidInputError(
        _("These answers cannot be scored."), problems[:MOST_PROBLEMS]
    )


def _records(content: bytes) -> Iterator[tuple[int, Any]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _input_error(
            [FieldProblem("file", _("The file is not UTF-8 text."))]
        ) from error
    if text.lstrip().startswith("["):
        try:
            yield from enumerate(json.loads(text), start=1)
        except (ValueError, RecursionError) as error:
            raise _input_error([FieldProblem("file", _not_json(error))]) from error
        return
    # Not `splitlines`, which also splits at characters inside an answer (U+2028).
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            problem = FieldProblem(f"file.{number}", _not_json(error))
            raise _input_error([problem]) from error


def _not_json(error: Exception) -> str:
    return _("Not valid JSON: {error}.", error=describe_failure(error))


def _format(record: Any) -> Format:
    if any(name in record for name in ("doc", "doc_id", "predict_answer")):
        return "lmms-eval"
    return "ii-bench" if "question" in record else "predictions"


def _prediction(line: int, record: Any) -> ExternalPrediction:
    if not isinstance(record, Mapping):
        raise ValueError("The line is not an object.")
    sample = next(
        (record[name] for name in _HOLDS_IT if isinstance(record.get(name), Mapping)),
        record,
    )
    uid, prompt = sample.get("id", ""), str(record.get("input", ""))
    has_id = isinstance(uid, str | int) and not isinstance(uid, bool)
    if not has_id or (uid == "" and not prompt):
        raise ValueError("id: is missing.")
    answer = _answer(record)
    is_failed_call = isinstance(answer, Mapping) and "error" in answer
    if not is_failed_call and not isinstance(answer, str | None):
        raise ValueError("The answer must be a text.")
    stem = sample.get("question", "")
    return ExternalPrediction(
        line,
        str(uid),
        stem if isinstance(stem, str) else "",
        _options(sample),
        prompt,
        None if is_failed_call else answer,
        str(answer["error"]) if is_failed_call else "",
    )


def _answer(record: Mapping[str, Any]) -> Any:
    if "response" in record:
        return record["response"]
    if "answer" in record and "question" not in record:
        return record["answer"]
    for name in ("filtered_resps", "resps"):
        response = record.get(name)
        while isinstance(response, list) and response:
            response = response[0]
        if isinstance(response, str):
            return response
    raise ValueError("The answer or response is missing.")


def _options(sample: Mapping[str, Any]) -> tuple[str, ...]:
    listed = sample.get("options")
    if isinstance(listed, list):
        return tuple(map(str, listed))
    numbered: list[str] = []
    while (text := sample.get(f"option{len(numbered) + 1}")) is not None:
        numbered.append(str(text))
    return tuple(numbered)
