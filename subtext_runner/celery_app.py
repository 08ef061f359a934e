"""Celery application of the evaluation worker: a broker, no Django, no database.

``subtext-runner worker`` starts it. The broker comes from ``SUBTEXT_BROKER_URL`` and
``SUBTEXT_BROKER_OPTIONS`` (JSON, such as the folders of core.broker.files).
"""

from celery import Celery

from core.broker.tasks import CheckedTask
from core.broker.transports import register_transports
from core.environment.models import BROKER_OPTIONS
from core.environment.servers import BROKER_PASSWORD, BROKER_URL
from subtext_runner.messages import ORDERS


def make_app() -> Celery:
    """Return the application as the environment configures it.

    Raises EnvironmentVariableError.
    """
    register_transports()
    application: Celery = Celery(
        "subtext_runner",
        include=["subtext_runner.tasks"],
        # A worker makes its application the current one; an import alone must not.
        set_as_current=False,
        # Do not load Django, even if the environment names its settings.
        fixups=[],
        task_cls=CheckedTask,
    )
    application.conf.update(
        broker_url=_broker_url(),
        broker_transport_options=BROKER_OPTIONS.read(),
        broker_connection_retry_on_startup=True,
        task_serializer="json",
        accept_content=["json"],
        task_default_queue=ORDERS,
        task_ignore_result=True,
        # Messages are acknowledged on receipt: the sender hears from the worker and
        # resends a silent run. Otherwise Redis would deliver a long run twice.
        task_acks_late=False,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_consumer="core.broker.consumer:Consumer",
        # A busy worker must not hold back a run that another worker could begin.
        worker_disable_prefetch=_broker_url().startswith("redis"),
    )
    return application


def _broker_url() -> str:
    return BROKER_URL.read_with(BROKER_PASSWORD, default="redis://127.0.0.1:6379/0")


app = make_app()


def start_worker(*, loglevel: str) -> None:
    """Do the runs of the queue ``gpu``, one at a time, until the process is stopped.

    The threads pool leaves its threads the time to watch the run's cancel flag.
    """
    app.worker_main(
        [
            *("worker", "--queues", ORDERS, "--hostname", "gpu@%h"),
            *("--pool", "threads", "--concurrency", "1", "--loglevel", loglevel),
        ]
    )
