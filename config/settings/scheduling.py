"""Settings of the workers and of the scheduler, which has no other ones."""

from core.environment import general

TIME_ZONE = "UTC"
"""Of moments in the API, in logs and in releases. Days are those of a project."""
USE_TZ = True

CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Text recognition and audits leave hundreds of megabytes in the process that did them.
# Another one takes its place after a task in which it has held more than these kB.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 250_000
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Workers take orders from signed messages and the database, not from remote control.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_CONSUMER = "core.broker.consumer:Consumer"
JOB_DEAD_AFTER = general.JOB_DEAD_AFTER.read()
"""Seconds without a sign of life after which a job's worker counts as dead."""
CELERY_BEAT_SCHEDULE = {
    "take up jobs whose worker died": {
        "task": "workflow.requeue_stale_jobs",
        "schedule": JOB_DEAD_AFTER / 3,
    },
    "send silent evaluation runs again": {
        "task": "evaluation.runs_take_up",
        "schedule": 60.0,
    },
    "free slots whose lease is over": {
        "task": "annotation.leases_expire",
        "schedule": 60.0,
    },
    "back up when it is time": {
        "task": "backups.begin_due",
        "schedule": 600.0,
    },
    "delete old logins from the security record": {
        "task": "projects.old_sessions_delete",
        # Compose's scheduler forgets at a restart how long ago this was.
        "schedule": 60 * 60.0,
    },
    "close automatic rounds and open the next": {
        "task": "review.rounds_advance",
        "schedule": 15.0,
    },
    "mail new notifications": {
        "task": "review.notifications_mail",
        "schedule": 30.0,
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # A log line for every request to a model server or the Hub, or for each build that
    # FAISS looks for, would hide everything else.
    "loggers": {name: {"level": "WARNING"} for name in ("faiss", "httpx", "httpx2")},
}
