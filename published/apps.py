"""The app of published benchmarks: reading, auditing and importing them."""

from django.apps import AppConfig


class PublishedConfig(AppConfig):
    name = "published"
    label = "audit"  # that of its tables, from before the package was renamed
