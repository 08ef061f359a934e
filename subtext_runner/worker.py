"""Execution of one run, from its spec to its responses, without queue or database."""

import itertools
import logging
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from core.domain.texts import _
from subtext_protocol.publication import OpenTask, Setting
from subtext_protocol.rating import Rating
from subtext_runner import rules
from subtext_runner.answers import ResponseCache
from subtext_runner.backend_choice import make_backend
from subtext_runner.backends.base import Backend, PromptRequest
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.captions.examples import first_prompt
from subtext_runner.conversations import run_conversations
from subtext_runner.errors import OtherValuesNeededError, RunnerError
from subtext_runner.judging.prompts import judge_prompt
from subtext_runner.prompts import build_prompt
from subtext_runner.questions import Question
from subtext_runner.records import Response, RunSpec
from subtext_runner.run_tasks import (
    parameters_to_send,
    questions_to_ask,
    replies_to_rate,
    require_judge,
    resolve_task,
)
from subtext_runner.storage import ReleaseLocation, default_cache

_logger = logging.getLogger(__name__)
_BATCH = 20
_BATCH_SECONDS = 2.0
_PACKAGES = ("boto3", "celery", "httpx", "pydantic", "sacrebleu")

State = Literal["finished", "cancelled", "failed"]
_Saved = TypeVar("_Saved", Response, Sequence[Response])


class RunSummary(NamedTuple):
    """How a run ended, and its counts."""

    state: State
    reason: str | None
    """Why it failed; None otherwise."""
    questions: int
    """Number of questions in the splits of the spec."""
    asked: int
    """Number of questions with a response or a final error in this run."""
    errors: int
    seconds: float
    provenance: dict[str, Any]
    """Facts that a score must report; see ``provenance``."""
    needs_new_run: bool
    """Whether it failed because of its own values, so that continuing fails again."""


class _Saving:
    """Saving of responses, whose first problem ends the asking, not the saving."""

    def __init__(self) -> None:
        self.problem: Exception | None = None

    def guard(self, save: Callable[[_Saved], object]) -> Callable[[_Saved], None]:
        """Return ``save`` with its first exception held as ``problem``."""

        def guarded(responses: _Saved) -> None:
            try:
                save(responses)
            except Exception as error:  # noqa: BLE001 - raised when all calls are in
                self.problem = self.problem or error

        return guarded


def _is_never_cancelled() -> bool:
    return False


def _discard(_: object) -> None:
    """Keep nothing."""


def run_evaluation(
    spec: RunSpec,
    *,
    record: Callable[[Sequence[Response]], object] = _discard,
    keep: Callable[[Response], None] = _discard,
    cancelled: Callable[[], bool] = _is_never_cancelled,
    cache: Path | None = None,
    location: ReleaseLocation | None = None,
) -> RunSummary:
    """Ask every question of the spec that is not answered yet.

    ``keep`` gets every response as soon as it arrives, ``record`` the same in batches.
    Once ``cancelled`` returns True, or either of them fails, no further question is
    asked; responses to calls in progress are still kept and recorded. Responses of the
    same model to the same prompt in an earlier run come from ``cache``
    (``subtext_runner.answers``). ``location`` is how the release is read, if not by
    its address. Problems that concern every question (release, setting, model, a full
    disk) end the run as failed with a reason; problems with one question are that
    question's error.
    """
    began = time.monotonic()
    questions: Sequence[Question] = ()
    details: dict[str, Any] = {}
    asked_count = error_count = 0
    state: State = "finished"
    reason: str | None = None
    needs_new_run = False
    saving = _Saving()
    keep = saving.guard(keep)
    record = saving.guard(record)
    try:
        benchmark = read_benchmark(
            spec.release.uri,
            sha256=spec.release.sha256,
            cache=cache,
            location=location,
        )
        details = run_provenance(spec, benchmark)
        task = resolve_task(spec, benchmark)
        questions = questions_to_ask(spec, benchmark)
        backend = make_backend(spec, benchmark, cancelled=cancelled)
        details["model"].update(backend.report_details)
        answered_ids = frozenset(spec.answered)
        remaining = [
            question for question in questions if question.id not in answered_ids
        ]
        make_answers = partial(
            ResponseCache,
            cache or default_cache(),
            model=spec.model,
            backend=backend,
            limits=parameters_to_send(spec, task),
        )

        def ask(
            requests: Sequence[PromptRequest], keep_response: Callable[[Response], None]
        ) -> Iterator[Response]:
            return _answer_requests(
                requests,
                backend,
                answers,
                go_on=lambda: saving.problem is None and not cancelled(),
                keep=keep_response,
            )

        if isinstance(task, OpenTask) or (
            isinstance(task, Setting) and task.follow_ups
        ):
            answers = make_answers(turns_of=spec)
            responses = run_conversations(
                remaining,
                lambda requests: ask(requests, _discard),
                keep,
                partial(first_prompt, benchmark, task, seed=spec.seed)
                if isinstance(task, OpenTask)
                else partial(build_prompt, benchmark, setting=task, seed=spec.seed),
            )
        else:
            answers = make_answers()
            responses = ask(_requests(spec, benchmark, task, remaining), keep)
        for batch in _batches(responses):
            record(batch)
            asked_count += len(batch)
            error_count += sum(response.error is not None for response in batch)
        if saving.problem is not None:
            raise saving.problem
        if asked_count < len(remaining):
            state = "cancelled"
        elif not error_count:
            answers.delete_single_run_responses()
    except RunnerError as error:
        state, reason = "failed", str(error)
        needs_new_run = isinstance(error, OtherValuesNeededError)
    except Exception as error:
        _logger.exception("Run %s", spec.run)
        state = "failed"
        reason = _(
            "The run stopped with an unexpected error ({error}). Its answers so far are "
            "kept. Continue the run; the worker's log has the details.",
            error=type(error).__name__,
        )
    return RunSummary(
        state=state,
        reason=reason,
        questions=len(questions),
        asked=asked_count,
        errors=error_count,
        seconds=round(time.monotonic() - began, 3),
        provenance=details,
        needs_new_run=needs_new_run,
    )


def _requests(
    spec: RunSpec,
    benchmark: Benchmark,
    task: Setting | Rating,
    questions: Sequence[Question],
) -> list[PromptRequest]:
    if isinstance(task, Setting):
        return [
            PromptRequest(
                question, build_prompt(benchmark, question, task, seed=spec.seed)
            )
            for question in questions
        ]
    judge, replies = require_judge(task), replies_to_rate(spec)
    return [
        PromptRequest(
            question, judge_prompt(benchmark, question, judge, replies[question.id])
        )
        for question in questions
    ]


def _answer_requests(
    requests: Sequence[PromptRequest],
    backend: Backend,
    answers: ResponseCache,
    *,
    go_on: Callable[[], bool],
    keep: Callable[[Response], None],
) -> Iterator[Response]:
    """Yield the cached responses, then the backend's."""
    uncached: list[PromptRequest] = []
    for request in requests:
        cached_response = answers.find_response(request)
        if cached_response is None:
            uncached.append(request)
        else:
            keep(cached_response)
            yield cached_response
    allowed = itertools.takewhile(lambda _: go_on(), uncached)
    for response in backend.answer(allowed):
        keep(response)
        answers.store_response(response)
        yield response


def run_provenance(spec: RunSpec, benchmark: Benchmark) -> dict[str, Any]:
    """Return everything that a score of this run must report, as plain JSON."""
    manifest = benchmark.files.manifest
    task = resolve_task(spec, benchmark)
    evaluation = benchmark.protocol.evaluation
    limits = parameters_to_send(spec, task)
    return {
        "release": {
            "project": manifest.project,
            "version": manifest.version,
            "sha256": manifest.sha256,
        },
        "model": spec.model.model_dump(
            mode="json", exclude={"base_url", "api_key_variable"}
        ),
        "setting": task.model_dump(mode="json"),
        "option_line": evaluation.option_line,
        "keyword_separator": evaluation.keyword_separator,
        "splits": list(spec.splits),
        "seed": spec.seed,
        "temperature": limits.temperature,
        "top_p": limits.top_p,
        "parameters": limits.data(),
        "rule": _rule(task),
        "judged": spec.judged and spec.judged.what,
        "published_rule": evaluation.published_rule,
        "packages": {name: version(name) for name in _PACKAGES},
    }


def _rule(task: Setting | OpenTask | Rating) -> str:
    if isinstance(task, Setting):
        return rules.CHOICES
    return rules.CAPTIONS if isinstance(task, OpenTask) else rules.MARKS


def _batches(responses: Iterator[Response]) -> Iterator[Sequence[Response]]:
    """Yield batches by size or age, including a last one before any error is raised."""
    batch: list[Response] = []
    began = time.monotonic()
    try:
        for response in responses:
            if not batch:
                began = time.monotonic()
            batch.append(response)
            if len(batch) >= _BATCH or time.monotonic() - began >= _BATCH_SECONDS:
                yield batch
                batch = []
    except (Exception, KeyboardInterrupt):
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def drop_failed_responses(responses: Collection[Response]) -> list[Response]:
    """Return the responses that need no new call."""
    return [response for response in responses if response.error is None]
