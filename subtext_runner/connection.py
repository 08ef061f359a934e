"""Testing a model server before a run: its models, and one answered question."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import httpx

from core.domain.texts import _
from core.environment.models import MODEL_KEY, MODEL_URL
from subtext_protocol.publication import Setting
from subtext_runner.backends.base import PromptRequest
from subtext_runner.backends.completions import connection_error_text
from subtext_runner.backends.openai import OpenAIBackend, RetryPolicy, ServedModel
from subtext_runner.backends.received import (
    LARGEST,
    TooLargeError,
    read_json,
    read_received,
)
from subtext_runner.backends.streams import close_at_deadline
from subtext_runner.benchmark import read_benchmark
from subtext_runner.errors import RunnerError
from subtext_runner.prompts import build_prompt
from subtext_runner.reasoning import has_only_reasoning
from subtext_runner.records import RunSpec
from subtext_runner.run_tasks import parameters_to_send, questions_to_ask, resolve_task
from subtext_runner.storage import ReleaseLocation

_LISTING = 5
"""Seconds to wait for the list of models."""
_ANSWER, _LONGEST_ANSWER = 30, 60
"""Seconds for an answer, and at most: somebody waits for it on a page."""
_PATIENCE = RetryPolicy(
    concurrency=1, timeout=_ANSWER, attempts=1, rate_limit=0, start=0
)


@dataclass(frozen=True, kw_only=True)
class ConnectionResult:
    """What a model server answered; ``problem`` says what did not work."""

    models: Sequence[str] = ()
    answer: str = ""
    seconds: float | None = None
    """Duration of the answer."""
    problem: str = ""


def check_connection(
    spec: RunSpec, *, ask: bool, location: ReleaseLocation | None = None
) -> ConnectionResult:
    """List the models of the spec's server and ``ask`` its model the first question.

    Nothing is recorded.
    """
    address = spec.model.base_url or MODEL_URL.find_value()
    key = MODEL_KEY.with_name(spec.model.api_key_variable).find_value() or None
    if not address:
        return ConnectionResult(
            problem=_(
                "The default server cannot be tested from here: SUBTEXT_MODEL_URL is "
                "not set for the general worker."
            )
        )
    try:
        models = _list_models(address, key)
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        return ConnectionResult(
            problem=_("The server answers with HTTP status {status}.", status=status)
        )
    except TooLargeError:
        return ConnectionResult(
            problem=_(
                "The server's list of models is larger than {size} MB.",
                size=LARGEST // 2**20,
            )
        )
    except (httpx.RequestError, httpx.InvalidURL) as error:
        return ConnectionResult(
            problem=_(
                "No server responds: {reason}.", reason=connection_error_text(error)
            )
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return ConnectionResult(problem=_("The server sends no list of models."))
    if not ask:
        return ConnectionResult(models=models)
    try:
        benchmark = read_benchmark(
            spec.release.uri, sha256=spec.release.sha256, location=location
        )
        task = resolve_task(spec, benchmark)
        if not isinstance(task, Setting):
            return ConnectionResult(models=models)
        limits = parameters_to_send(spec, task)
        backend = OpenAIBackend(
            benchmark,
            ServedModel(name=spec.model.name, base_url=address, key=key),
            replace(limits, seconds=min(limits.seconds or _ANSWER, _LONGEST_ANSWER)),
            patience=_PATIENCE,
        )
        question = questions_to_ask(spec, benchmark)[0]
        prompt = build_prompt(benchmark, question, task, seed=spec.seed)
        [response] = backend.answer([PromptRequest(question, prompt)])
    except RunnerError as error:
        return ConnectionResult(models=models, problem=str(error))
    if response.error is not None:
        return ConnectionResult(models=models, problem=response.error.detail)
    if has_only_reasoning(response):
        problem = _(
            "The model sent only reasoning and no answer. Raise the maximum tokens, "
            "or lower the reasoning effort."
        )
        return ConnectionResult(
            models=models, problem=problem, seconds=response.seconds
        )
    return ConnectionResult(
        models=models, answer=response.text or "", seconds=response.seconds
    )


def _list_models(address: str, key: str | None) -> list[str]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    until = time.monotonic() + _LISTING
    with httpx.stream(
        "GET", f"{address.rstrip('/')}/models", headers=headers, timeout=_LISTING
    ) as answer:
        answer.raise_for_status()
        with close_at_deadline(answer, until):
            listed = read_received(answer)
    return sorted(model["id"] for model in read_json(listed.text)["data"])
