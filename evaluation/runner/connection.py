"""Testing a model server before a run: its models, and one answered question."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

import httpx

from evaluation.runner.backends.base import Request
from evaluation.runner.backends.completions import connection_error_text
from evaluation.runner.backends.openai import OpenAIBackend, RetryPolicy, ServedModel
from evaluation.runner.benchmark import read_benchmark
from evaluation.runner.errors import RunnerError
from evaluation.runner.prompts import build_prompt
from evaluation.runner.records import RunSpec
from evaluation.runner.run_tasks import limits_of, questions_of, resolve_task
from evaluation.runner.storage import Location
from projects.domain.protocol.publication import Setting
from workflow import env

_LISTING = 5
"""Seconds to wait for the list of models."""
_PATIENCE = RetryPolicy(concurrency=1, timeout=30, attempts=1, start=0)


@dataclass(frozen=True, kw_only=True)
class Connection:
    """What a model server answered; ``problem`` says what did not work."""

    models: Sequence[str] = ()
    answer: str = ""
    seconds: float | None = None
    """Duration of the answer."""
    problem: str = ""


def check_connection(
    spec: RunSpec, *, ask: bool, location: Location | None = None
) -> Connection:
    """List the models of the spec's server and ``ask`` its model the first question.

    Nothing is recorded.
    """
    address = spec.model.base_url or os.environ.get("SUBTEXT_MODEL_URL", "")
    key = env.secret(spec.model.api_key_variable, "") or None
    if not address:
        return Connection(
            problem="The default server cannot be tested from here: SUBTEXT_MODEL_URL is "
            "not set for the web server."
        )
    try:
        models = _list_models(address, key)
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        return Connection(problem=f"The server answers with HTTP status {status}.")
    except (httpx.TransportError, httpx.InvalidURL) as error:
        return Connection(
            problem=f"No server responds: {connection_error_text(error)}."
        )
    except (ValueError, KeyError, TypeError):
        return Connection(problem="The server sends no list of models.")
    if not ask:
        return Connection(models=models)
    try:
        benchmark = read_benchmark(
            spec.release.uri, sha256=spec.release.sha256, location=location
        )
        task = resolve_task(spec, benchmark)
        if not isinstance(task, Setting):
            return Connection(models=models)
        backend = OpenAIBackend(
            benchmark,
            ServedModel(name=spec.model.name, base_url=address, key=key),
            limits_of(spec, task),
            patience=_PATIENCE,
        )
        question = questions_of(spec, benchmark)[0]
        prompt = build_prompt(benchmark, question, task, seed=spec.seed)
        [response] = backend.answer([Request(question, prompt)])
    except RunnerError as error:
        return Connection(models=models, problem=str(error))
    if response.error is not None:
        return Connection(models=models, problem=response.error.detail)
    return Connection(
        models=models, answer=response.text or "", seconds=response.seconds
    )


def _list_models(address: str, key: str | None) -> list[str]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = httpx.get(
        f"{address.rstrip('/')}/models", headers=headers, timeout=_LISTING
    )
    answer.raise_for_status()
    return sorted(model["id"] for model in answer.json()["data"])
