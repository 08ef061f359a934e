"""Two messages that both begin a run: the responses of neither are lost."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from evaluation.dispatch.services import runs
from evaluation.runs.models.runs import Response
from evaluation.runs.services.responses import record_responses
from tests.evaluation.ordering import cut_release, ordered
from tests.evaluation.runs.test_runs import answers, key_of
from tests.support.cast import Cast


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_first_messages_at_once_are_both_kept(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "send_run", lambda *, run: None)
    run = ordered(cut_release(cast, items=6))
    batch = answers(run, key_of)
    halves = [batch[::2], batch[1::2]]
    together = Barrier(len(halves))

    def record(half: Sequence[dict[str, Any]]) -> None:
        try:
            together.wait()
            record_responses(run_id=run.pk, responses=half)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(halves)) as workers:
        list(workers.map(record, halves))
    run.refresh_from_db()
    assert run.status == "running"
    assert run.answered == Response.objects.count() == len(batch)
