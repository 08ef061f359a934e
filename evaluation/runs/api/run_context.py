"""What runs are serialized with beside their own rows."""

from collections.abc import Sequence
from typing import Any

from core.selectors import last_reached
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.runs import responses_by_run
from evaluation.runs.states import FAILED


def run_context(runs: Sequence[Run]) -> dict[str, Any]:
    """Return the serializer context of runs: failure reasons, numbers of responses."""
    failed = [run.pk for run in runs if run.status == FAILED]
    entries = last_reached("run", FAILED, failed)
    return {
        "reasons": {pk: entry.reason for pk, entry in entries.items()},
        "responses": responses_by_run(runs),
    }
