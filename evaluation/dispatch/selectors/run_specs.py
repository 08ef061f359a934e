"""The message to the worker that executes a run."""

from typing import Any

from evaluation.dispatch.selectors.endpoints import get_run_endpoint
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.runs import answered_ids, replies_of
from releases.records.selectors.files import release_uri


def run_spec(run: Run) -> dict[str, Any]:
    """Return the message to the worker, with all it needs (subtext_runner.records).

    Raises InvalidInputError when the project may not use the run's endpoint.
    """
    endpoint = get_run_endpoint(run)
    served = endpoint and {
        "base_url": endpoint.address,
        "api_key_variable": endpoint.key_variable,
    }
    return {
        "run": str(run.pk),
        "release": {
            "uri": release_uri(run.release),
            "sha256": run.release.manifest_sha256,
        },
        "model": {
            "name": run.model,
            "backend": run.backend,
            "revision": run.revision or None,
            "prompt_price": run.prompt_price,
            "completion_price": run.completion_price,
            **(served or {}),
        },
        "setting": run.setting,
        "judged": _judged_replies(run),
        "splits": run.splits,
        "seed": run.seed,
        "parameters": run.parameters,
        "answered": answered_ids(run),
    }


def _judged_replies(run: Run) -> dict[str, Any] | None:
    if run.judges is None:
        return None
    judged_run = run.judges
    return {
        "what": f"{judged_run.model}, {judged_run.setting}, run {judged_run.pk}",
        "replies": replies_of(judged_run),
    }
