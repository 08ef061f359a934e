"""The backend that a run names, with the settings of this worker."""

import os
from importlib import import_module

from evaluation.runner.backends.base import Backend, Limits
from evaluation.runner.backends.baselines import FrequentChoice, RandomChoice
from evaluation.runner.backends.openai import OpenAIBackend, RetryPolicy, ServedModel
from evaluation.runner.backends.replay import Replay
from evaluation.runner.benchmark import Benchmark
from evaluation.runner.errors import SpecError
from evaluation.runner.records import RunSpec
from evaluation.runner.run_tasks import limits_of, resolve_task
from projects.domain.protocol.publication import OpenTask, Setting
from projects.domain.protocol.rating import Rating
from workflow import env
from workflow.domain.texts import _

_CONVERSE = ("openai", "transformers")
"""Backends that support conversations."""
_SPEAK = (*_CONVERSE, "replay")
"""Backends that answer in their own words."""


def backend_for(spec: RunSpec, benchmark: Benchmark) -> Backend:
    """Return the backend that the spec names. Raises SpecError for missing settings."""
    task = resolve_task(spec, benchmark)
    _require_words(spec, task)
    if spec.model.backend == "random":
        return RandomChoice(seed=spec.seed)
    if spec.model.backend == "frequent":
        return FrequentChoice(benchmark, evaluated=spec.splits)
    if spec.model.backend == "replay":
        return Replay(model=spec.model.name, setting=spec.setting)
    limits = limits_of(spec, task)
    if spec.model.backend == "transformers":
        return _transformers(benchmark, spec.model.name, limits)
    base_url = spec.model.base_url or os.environ.get("SUBTEXT_MODEL_URL")
    if not base_url:
        problem = _("model.base_url: is missing and SUBTEXT_MODEL_URL is not set")
        raise SpecError(problem)
    return OpenAIBackend(
        benchmark,
        ServedModel(
            name=spec.model.name,
            base_url=base_url,
            key=env.secret(spec.model.api_key_variable, "") or None,
            revision=spec.model.revision,
        ),
        limits,
        patience=RetryPolicy(
            concurrency=int(_number("SUBTEXT_MODEL_CONCURRENCY", 32)),
            timeout=_number("SUBTEXT_MODEL_TIMEOUT", 120),
            attempts=int(_number("SUBTEXT_MODEL_ATTEMPTS", 6)),
            backoff=_number("SUBTEXT_MODEL_BACKOFF", 1),
        ),
    )


def _require_words(spec: RunSpec, task: Setting | OpenTask | Rating) -> None:
    """Require a backend that can answer in its own words. Raises SpecError.

    Stored responses have only the last response of a conversation. A baseline answers
    questions, but no open task.
    """
    if isinstance(task, Setting):
        if task.follow_ups and spec.model.backend == "replay":
            problem = _(
                "model.backend: replay does not support settings of several turns"
            )
            raise SpecError(problem)
        return
    is_conversation = isinstance(task, OpenTask) and len(task.prompts) > 1
    if spec.model.backend not in (_CONVERSE if is_conversation else _SPEAK):
        is_rating = isinstance(task, Rating)
        task_kind = _("judge models") if is_rating else _("open tasks")
        problem = _(
            "model.backend: {id} does not support {task_kind}",
            id=spec.model.backend,
            task_kind=task_kind,
        )
        raise SpecError(problem)


def _transformers(benchmark: Benchmark, name: str, limits: Limits) -> Backend:
    try:
        module = import_module("evaluation.runner.backends.transformers")
    except ImportError as error:
        raise SpecError(
            _(
                "model.backend: transformers needs a package that is not installed here "
                "({name}): pip install 'subtext-bench[transformers]'",
                name=error.name,
            )
        ) from error
    backend: Backend = module.TransformersBackend(benchmark, name, limits)
    return backend


def _number(name: str, default: float) -> float:
    value = os.environ.get(name)
    if not value:
        return default
    try:
        number = float(value)
    except ValueError as error:
        problem = _("{name} is {value!r}: it must be a number", name=name, value=value)
        raise SpecError(problem) from error
    if number <= 0:
        problem = _("{name} is {value!r}: it must be positive", name=name, value=value)
        raise SpecError(problem)
    return number
