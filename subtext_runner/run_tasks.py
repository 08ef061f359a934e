"""What a run asks: its setting, open task or rating, with its questions and limits."""

from collections.abc import Mapping, Sequence
from typing import Literal

from core.domain.texts import _
from subtext_protocol.publication import OpenTask, Setting
from subtext_protocol.rating import Judge, Rating
from subtext_runner.backends.base import SentParameters
from subtext_runner.benchmark import Benchmark
from subtext_runner.captions.items import describe_then_ask
from subtext_runner.errors import SpecError
from subtext_runner.judging.prompts import responses_to_judge
from subtext_runner.parameters import NOT_SENT
from subtext_runner.questions import Question
from subtext_runner.records import RunSpec


def resolve_task(spec: RunSpec, benchmark: Benchmark) -> Setting | OpenTask | Rating:
    """Return the setting, open task or rating that the spec names. Raises SpecError."""
    evaluation = benchmark.protocol.evaluation
    task = (
        evaluation.setting(spec.setting)
        or evaluation.open_task(spec.setting)
        or evaluation.rating(spec.setting)
    )
    if task is None or spec.setting not in evaluation.ways_of_asking:
        known_ids = ", ".join(evaluation.ways_of_asking)
        problem = _(
            "setting: no setting {id!r}: choose one of {known}",
            id=spec.setting,
            known=known_ids,
        )
        raise SpecError(problem)
    return task


def require_judge(rating: Rating) -> Judge:
    """Return the judge of a rating. Raises SpecError where it has none."""
    if rating.judge is None:
        raise SpecError(_("setting: {id} has no judge model", id=rating.id))
    return rating.judge


def questions_to_ask(spec: RunSpec, benchmark: Benchmark) -> Sequence[Question]:
    """Return the questions, the items of an open task, or the responses to rate."""
    task = resolve_task(spec, benchmark)
    if isinstance(task, OpenTask):
        return describe_then_ask(benchmark, task, spec.splits)
    if isinstance(task, Rating):
        return responses_to_judge(benchmark, replies_to_rate(spec))
    return benchmark.questions_in_splits(spec.splits)


def replies_to_rate(spec: RunSpec) -> Mapping[str, str]:
    if spec.judged is None:
        problem = _("judged: {id} rates responses, but there are none", id=spec.setting)
        raise SpecError(problem)
    return spec.judged.replies


def parameters_to_send(
    spec: RunSpec, task: Setting | OpenTask | Rating
) -> SentParameters:
    """Return what is sent with every prompt: the spec's parameters, else the task's.

    Judges have temperature 0. The task's ``top_p`` is for its sampling: it is only sent
    with a temperature above 0.
    """
    limited = require_judge(task) if isinstance(task, Rating) else task
    task_temperature, task_top_p = (
        (0.0, 1.0) if isinstance(task, Rating) else (task.temperature, task.top_p)
    )
    overrides = spec.parameters
    temperature = _sent(overrides.temperature, task_temperature)
    return SentParameters(
        maximum_tokens=overrides.maximum_tokens or limited.maximum_tokens,
        temperature=temperature,
        top_p=_sent(overrides.top_p, task_top_p if temperature else None),
        seed=None if overrides.seed == NOT_SENT else spec.seed,
        tokens_field=overrides.tokens_field,
        reasoning_effort=overrides.reasoning_effort or None,
        extra_body=overrides.extra_body or None,
        stream=bool(overrides.stream),
        seconds=overrides.seconds,
        image_pixels=overrides.image_pixels,
        image_bytes=overrides.image_bytes,
    )


def _sent(
    override: float | Literal["none"] | None, otherwise: float | None
) -> float | None:
    if override is None:
        return otherwise
    return None if override == NOT_SENT else override
