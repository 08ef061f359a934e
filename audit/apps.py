"""The app of audits of published benchmarks."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "audit"
