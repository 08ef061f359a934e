"""The Celery application of the web server and the workers."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("subtext")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
