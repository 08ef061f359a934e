"""The Celery application of the web server and the workers."""

import os

from celery import Celery

from core.broker.tasks import CheckedTask
from core.broker.transports import register_transports

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
# A worker answers no requests. Django's checks would load all addresses of the API.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

register_transports()
app = Celery("subtext", task_cls=CheckedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
