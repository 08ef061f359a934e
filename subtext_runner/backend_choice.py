"""The backend that a run names, with the settings of this worker."""

from collections.abc import Callable

from core.domain.texts import _
from core.environment import models
from subtext_protocol.publication import OpenTask, Setting
from subtext_protocol.rating import Rating
from subtext_runner.backends.base import Backend, SentParameters
from subtext_runner.backends.baselines import FrequentChoice, RandomChoice
from subtext_runner.backends.openai import OpenAIBackend, RetryPolicy, ServedModel
from subtext_runner.backends.replay import Replay
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import SpecError
from subtext_runner.records import RunSpec
from subtext_runner.run_tasks import parameters_to_send, resolve_task

_CONVERSE = ("openai", "transformers")
"""Backends that support conversations."""
_SPEAK = (*_CONVERSE, "replay")
"""Backends that answer in their own words."""


def make_backend(
    spec: RunSpec,
    benchmark: Benchmark,
    *,
    cancelled: Callable[[], bool] = lambda: False,
) -> Backend:
    """Return the backend that the spec names; ``cancelled`` ends its waiting.

    Raises SpecError for missing settings.
    """
    task = resolve_task(spec, benchmark)
    _require_words(spec, task)
    if unsupported := spec.parameters.unsupported_by(spec.model.backend):
        problem = _(
            "parameters.{name}: models of the backend {backend} do not have it",
            name=unsupported[0],
            backend=spec.model.backend,
        )
        raise SpecError(problem)
    if spec.model.backend == "random":
        return RandomChoice(seed=spec.seed)
    if spec.model.backend == "frequent":
        return FrequentChoice(benchmark, evaluated=spec.splits)
    if spec.model.backend == "replay":
        return Replay(model=spec.model.name, setting=spec.setting)
    limits = parameters_to_send(spec, task)
    if spec.model.backend == "transformers":
        return _transformers(benchmark, spec.model.name, limits)
    base_url = spec.model.base_url or models.MODEL_URL.find_value()
    if not base_url:
        problem = _("model.base_url: is missing and SUBTEXT_MODEL_URL is not set")
        raise SpecError(problem)
    return OpenAIBackend(
        benchmark,
        ServedModel(
            name=spec.model.name,
            base_url=base_url,
            key=models.MODEL_KEY.with_name(spec.model.api_key_variable).find_value(),
            revision=spec.model.revision,
        ),
        limits,
        patience=RetryPolicy(
            concurrency=models.MODEL_CONCURRENCY.read(),
            timeout=models.MODEL_TIMEOUT.read(),
            attempts=models.MODEL_ATTEMPTS.read(),
            backoff=models.MODEL_BACKOFF.read(),
            rate_limit=models.MODEL_RATE_LIMIT.read(),
            failures=models.MODEL_FAILURES.read(),
        ),
        cancelled=cancelled,
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


def _transformers(benchmark: Benchmark, name: str, limits: SentParameters) -> Backend:
    try:
        # It loads torch, which is an extra and takes seconds.
        from subtext_runner.backends.transformers import (  # noqa: PLC0415
            TransformersBackend,
        )
    except ImportError as error:
        raise SpecError(
            _(
                "model.backend: transformers needs a package that is not installed here "
                "({name}): pip install 'subtext-bench[transformers]'",
                name=error.name,
            )
        ) from error
    return TransformersBackend(
        benchmark, name, limits, failures=models.MODEL_FAILURES.read()
    )
