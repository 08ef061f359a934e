"""What a run asks: its setting, open task or rating, with its questions and limits."""

from collections.abc import Mapping, Sequence

from evaluation.runner.backends.base import Limits
from evaluation.runner.benchmark import Benchmark
from evaluation.runner.captions.items import describe_then_ask
from evaluation.runner.errors import SpecError
from evaluation.runner.judging.prompts import responses_to_judge
from evaluation.runner.questions import Question
from evaluation.runner.records import RunSpec
from projects.domain.protocol.publication import OpenTask, Setting
from projects.domain.protocol.rating import Judge, Rating
from workflow.domain.texts import _


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


def judge_of(rating: Rating) -> Judge:
    """Return the judge of a rating. Raises SpecError where it has none."""
    if rating.judge is None:
        raise SpecError(_("setting: {id} has no judge model", id=rating.id))
    return rating.judge


def questions_of(spec: RunSpec, benchmark: Benchmark) -> Sequence[Question]:
    """Return the questions, the items of an open task, or the responses to rate."""
    task = resolve_task(spec, benchmark)
    if isinstance(task, OpenTask):
        return describe_then_ask(benchmark, task, spec.splits)
    if isinstance(task, Rating):
        return responses_to_judge(benchmark, replies_to_rate(spec))
    return benchmark.in_splits(spec.splits)


def replies_to_rate(spec: RunSpec) -> Mapping[str, str]:
    if spec.judged is None:
        problem = _("judged: {id} rates responses, but there are none", id=spec.setting)
        raise SpecError(problem)
    return spec.judged.replies


def limits_of(spec: RunSpec, task: Setting | OpenTask | Rating) -> Limits:
    """Return the limits of one response: length, temperature, top-p, seed."""
    limited = judge_of(task) if isinstance(task, Rating) else task
    temperature, top_p = sampling_of(spec, task)
    return Limits(limited.maximum_tokens, temperature, top_p, spec.seed)


def sampling_of(
    spec: RunSpec, task: Setting | OpenTask | Rating
) -> tuple[float, float]:
    """Return temperature and top-p: the spec's, else the setting's. Judges have 0."""
    of_task = (0.0, 1.0) if isinstance(task, Rating) else (task.temperature, task.top_p)
    temperature, top_p = spec.temperature, spec.top_p
    return (
        of_task[0] if temperature is None else temperature,
        of_task[1] if top_p is None else top_p,
    )
