"""The app that backs up, restores and moves installations."""

from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "backups"
