"""Settings, addresses and wiring: the one package that knows all the others."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
