"""Celery application of the evaluation worker: a broker, no Django, no database.

``subtext-runner worker`` starts it. The broker comes from ``SUBTEXT_BROKER_URL`` and
``SUBTEXT_BROKER_OPTIONS`` (JSON, such as the folders of workflow.file_broker's
``files://``).
"""

import json
import os
from typing import Any

from celery import Celery

from evaluation.runner.errors import SpecError
from evaluation.runner.messages import ORDERS
from workflow import env, file_broker


def make_app() -> Celery:
    """Return the application as the environment configures it. Raises SpecError."""
    file_broker.register()
    application = Celery(
        "evaluation.runner",
        include=["evaluation.runner.tasks"],
        # A worker makes its application the current one; an import alone must not.
        set_as_current=False,
        # Do not load Django, even if the environment names its settings.
        fixups=[],
    )
    application.conf.update(
        broker_url=_broker_url(),
        broker_transport_options=_broker_options(),
        broker_connection_retry_on_startup=True,
        task_serializer="json",
        accept_content=["json"],
        task_default_queue=ORDERS,
        task_ignore_result=True,
        # Messages are acknowledged on receipt: the sender hears from the worker and
        # resends a silent run. Otherwise Redis would deliver a long run twice.
        task_acks_late=False,
        worker_prefetch_multiplier=1,
        # A busy worker must not hold back a run that another worker could begin.
        worker_disable_prefetch=_broker_url().startswith("redis"),
    )
    return application


def _broker_url() -> str:
    return env.address(
        "SUBTEXT_BROKER_URL", "SUBTEXT_BROKER_PASSWORD", "redis://127.0.0.1:6379/0"
    )


def _broker_options() -> dict[str, Any]:
    text = os.environ.get("SUBTEXT_BROKER_OPTIONS") or "{}"
    try:
        options = json.loads(text)
    except ValueError as error:
        raise SpecError(f"SUBTEXT_BROKER_OPTIONS is not JSON: {error}") from error
    if not isinstance(options, dict):
        raise SpecError("SUBTEXT_BROKER_OPTIONS is not a JSON object")
    return options


app = make_app()


def start_worker(*, loglevel: str) -> None:
    """Do the runs of the queue ``gpu``, one at a time, until the process is stopped.

    The threads pool lets a running evaluation notice that it was revoked.
    """
    app.worker_main(
        [
            *("worker", "--queues", ORDERS, "--hostname", "gpu@%h"),
            *("--pool", "threads", "--concurrency", "1", "--loglevel", loglevel),
        ]
    )
