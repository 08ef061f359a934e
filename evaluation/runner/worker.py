"""Execution of one run, from its spec to its responses, without queue or database."""

import itertools
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, NamedTuple

from evaluation.runner import rules
from evaluation.runner.answers import Answers
from evaluation.runner.backends.base import Backend, Limits, Request
from evaluation.runner.backends.baselines import FrequentChoice, RandomChoice
from evaluation.runner.backends.openai import OpenAIBackend, Patience, ServedModel
from evaluation.runner.backends.replay import Replay
from evaluation.runner.benchmark import Benchmark, read_benchmark
from evaluation.runner.captions.conversation import described, run_conversation
from evaluation.runner.captions.examples import first_prompt
from evaluation.runner.errors import RunnerError, SpecError
from evaluation.runner.judging.asking import judge_prompt, to_be_judged
from evaluation.runner.prompts import build_prompt
from evaluation.runner.questions import Question
from evaluation.runner.records import Response, RunSpec
from evaluation.runner.storage import Location, default_cache
from projects.domain.protocol.publication import OpenTask, Setting
from projects.domain.protocol.rating import Judge, Rating
from workflow import env

_BATCH = 20
_BATCH_SECONDS = 2.0
_PACKAGES = ("boto3", "celery", "httpx", "pydantic", "sacrebleu")
_CONVERSE = ("openai", "transformers")
"""Backends that support conversations."""
_SPEAK = (*_CONVERSE, "replay")
"""Backends that answer in their own words."""

State = Literal["finished", "cancelled", "failed"]


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
    """What a score must report; see ``provenance``."""


def _never() -> bool:
    return False


def _nowhere(_: object) -> None:
    """Keep nothing."""


def run(
    spec: RunSpec,
    *,
    record: Callable[[Sequence[Response]], None] = _nowhere,
    keep: Callable[[Response], None] = _nowhere,
    cancelled: Callable[[], bool] = _never,
    cache: Path | None = None,
    location: Location | None = None,
) -> RunSummary:
    """Ask every question of the spec that is not answered yet.

    ``keep`` gets every response as soon as it arrives, ``record`` the same in batches.
    Once ``cancelled`` returns True, no further question is asked; responses to calls in
    progress are still recorded. Responses of the same model to the same prompt in an
    earlier run come from ``cache`` (``evaluation.runner.answers``). ``location`` is how
    the release is read, if not by its address. Problems that concern every question
    (release, setting, model) end the run as failed with a reason; problems with one
    question are that question's error.
    """
    began = time.monotonic()
    questions: Sequence[Question] = ()
    named: dict[str, Any] = {}
    asked = errors = 0
    state: State = "finished"
    reason: str | None = None
    try:
        benchmark = read_benchmark(
            spec.release.uri,
            sha256=spec.release.sha256,
            cache=cache,
            location=location,
        )
        named = provenance(spec, benchmark)
        asked_as = resolve_task(spec, benchmark)
        questions = questions_of(spec, benchmark)
        backend = backend_for(spec, benchmark)
        named["model"].update(backend.details)
        done = frozenset(spec.answered)
        todo = [question for question in questions if question.id not in done]
        answers = Answers(
            (cache or default_cache()) / "answers",
            model=spec.model,
            backend=backend,
            limits=_limits(spec, asked_as),
        )

        def ask(
            requests: Sequence[Request], heard: Callable[[Response], None]
        ) -> Iterator[Response]:
            return _answered(
                requests, backend, answers, go_on=lambda: not cancelled(), keep=heard
            )

        if isinstance(asked_as, OpenTask):
            coming = run_conversation(
                todo,
                asked_as,
                lambda requests: ask(requests, _nowhere),
                keep,
                partial(first_prompt, benchmark, asked_as, seed=spec.seed),
            )
        else:
            coming = ask(_requests(spec, benchmark, asked_as, todo), keep)
        for batch in _batches(coming):
            record(batch)
            asked += len(batch)
            errors += sum(response.error is not None for response in batch)
        if asked < len(todo):
            state = "cancelled"
    except RunnerError as error:
        state, reason = "failed", str(error)
    return RunSummary(
        state=state,
        reason=reason,
        questions=len(questions),
        asked=asked,
        errors=errors,
        seconds=round(time.monotonic() - began, 3),
        provenance=named,
    )


def _requests(
    spec: RunSpec,
    benchmark: Benchmark,
    asked_as: Setting | Rating,
    todo: Sequence[Question],
) -> list[Request]:
    if isinstance(asked_as, Setting):
        return [
            Request(one, build_prompt(benchmark, one, asked_as, seed=spec.seed))
            for one in todo
        ]
    judge, replies = judge_of(asked_as), _replies(spec)
    return [
        Request(one, judge_prompt(benchmark, one, judge, replies[one.id]))
        for one in todo
    ]


def judge_of(rating: Rating) -> Judge:
    """Return the judge of a rating. Raises SpecError where it has none."""
    if rating.judge is None:
        raise SpecError(f"setting: {rating.id} has no judge model")
    return rating.judge


def _replies(spec: RunSpec) -> Mapping[str, str]:
    if spec.judged is None:
        raise SpecError(f"judged: {spec.setting} rates responses, but there are none")
    return spec.judged.replies


def _answered(
    todo: Sequence[Request],
    backend: Backend,
    answers: Answers,
    *,
    go_on: Callable[[], bool],
    keep: Callable[[Response], None],
) -> Iterator[Response]:
    """Yield the cached responses, then the backend's."""
    fresh: list[Request] = []
    for request in todo:
        known = answers.find(request)
        if known is None:
            fresh.append(request)
        else:
            keep(known)
            yield known
    allowed = itertools.takewhile(lambda _: go_on(), fresh)
    for response in backend.answer(allowed):
        keep(response)
        answers.keep(response)
        yield response


def backend_for(spec: RunSpec, benchmark: Benchmark) -> Backend:
    """Return the backend that the spec names. Raises SpecError for missing settings."""
    asked_as = resolve_task(spec, benchmark)
    _require_words(spec, asked_as)
    if spec.model.backend == "random":
        return RandomChoice(seed=spec.seed)
    if spec.model.backend == "frequent":
        return FrequentChoice(benchmark, evaluated=spec.splits)
    if spec.model.backend == "replay":
        return Replay(model=spec.model.name, setting=spec.setting)
    limits = _limits(spec, asked_as)
    if spec.model.backend == "transformers":
        return _transformers(benchmark, spec.model.name, limits)
    base_url = spec.model.base_url or os.environ.get("SUBTEXT_MODEL_URL")
    if not base_url:
        raise SpecError("model.base_url: is missing and SUBTEXT_MODEL_URL is not set")
    return OpenAIBackend(
        benchmark,
        ServedModel(
            name=spec.model.name,
            base_url=base_url,
            key=env.secret(spec.model.api_key_variable, "") or None,
            revision=spec.model.revision,
        ),
        limits,
        patience=Patience(
            concurrency=int(_number("SUBTEXT_MODEL_CONCURRENCY", 32)),
            timeout=_number("SUBTEXT_MODEL_TIMEOUT", 120),
            attempts=int(_number("SUBTEXT_MODEL_ATTEMPTS", 6)),
            backoff=_number("SUBTEXT_MODEL_BACKOFF", 1),
        ),
    )


def _require_words(spec: RunSpec, asked_as: Setting | OpenTask | Rating) -> None:
    """Require a backend that can answer in its own words. Raises SpecError.

    Stored responses have only the last response of a conversation.
    """
    if isinstance(asked_as, Setting):
        return
    several = isinstance(asked_as, OpenTask) and len(asked_as.prompts) > 1
    if spec.model.backend not in (_CONVERSE if several else _SPEAK):
        what = "judge models" if isinstance(asked_as, Rating) else "open tasks"
        raise SpecError(f"model.backend: {spec.model.backend} does not support {what}")


def _transformers(benchmark: Benchmark, name: str, limits: Limits) -> Backend:
    try:
        module = import_module("evaluation.runner.backends.transformers")
    except ImportError as error:
        raise SpecError(
            f"model.backend: transformers needs a package that is not installed here "
            f"({error.name}): pip install 'subtext-bench[transformers]'"
        ) from error
    backend: Backend = module.TransformersBackend(benchmark, name, limits)
    return backend


def _limits(spec: RunSpec, asked_as: Setting | OpenTask | Rating) -> Limits:
    asked = judge_of(asked_as) if isinstance(asked_as, Rating) else asked_as
    return Limits(maximum_tokens=asked.maximum_tokens, temperature=spec.temperature)


def provenance(spec: RunSpec, benchmark: Benchmark) -> dict[str, Any]:
    """Return everything that a score of this run must report, as plain JSON."""
    manifest = benchmark.files.manifest
    asked_as = resolve_task(spec, benchmark)
    evaluation = benchmark.protocol.evaluation
    return {
        "release": {
            "project": manifest.project,
            "version": manifest.version,
            "sha256": manifest.sha256,
        },
        "model": spec.model.model_dump(
            mode="json", exclude={"base_url", "api_key_variable"}
        ),
        "setting": asked_as.model_dump(mode="json"),
        "option_line": evaluation.option_line,
        "keyword_separator": evaluation.keyword_separator,
        "splits": list(spec.splits),
        "seed": spec.seed,
        "temperature": spec.temperature,
        "rule": _rule(asked_as),
        "judged": spec.judged and spec.judged.what,
        "published_rule": evaluation.published_rule,
        "packages": {name: version(name) for name in _PACKAGES},
    }


def _rule(asked_as: Setting | OpenTask | Rating) -> str:
    if isinstance(asked_as, Setting):
        return rules.CHOICES
    return rules.CAPTIONS if isinstance(asked_as, OpenTask) else rules.MARKS


def resolve_task(spec: RunSpec, benchmark: Benchmark) -> Setting | OpenTask | Rating:
    """Return the setting, open task or rating that the spec names. Raises SpecError."""
    evaluation = benchmark.protocol.evaluation
    found = (
        evaluation.setting(spec.setting)
        or evaluation.open_task(spec.setting)
        or evaluation.rating(spec.setting)
    )
    if found is None or spec.setting not in evaluation.ways_of_asking:
        known = ", ".join(evaluation.ways_of_asking)
        raise SpecError(f"setting: no setting {spec.setting!r}: choose one of {known}")
    return found


def questions_of(spec: RunSpec, benchmark: Benchmark) -> Sequence[Question]:
    """Return what is asked: questions, items of an open task, or rated responses."""
    asked_as = resolve_task(spec, benchmark)
    if isinstance(asked_as, OpenTask):
        return described(benchmark, asked_as, spec.splits)
    if isinstance(asked_as, Rating):
        return to_be_judged(benchmark, _replies(spec))
    return benchmark.in_splits(spec.splits)


def _batches(responses: Iterator[Response]) -> Iterator[Sequence[Response]]:
    """Yield batches by size or age, including a last one before an error is raised."""
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
    except RunnerError:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def _number(name: str, default: float) -> float:
    value = os.environ.get(name)
    if not value:
        return default
    try:
        number = float(value)
    except ValueError as error:
        raise SpecError(f"{name} is {value!r}: it must be a number") from error
    if number <= 0:
        raise SpecError(f"{name} is {value!r}: it must be positive")
    return number


def without_errors(responses: Collection[Response]) -> list[Response]:
    """Return the responses that need no new call."""
    return [response for response in responses if response.error is None]
