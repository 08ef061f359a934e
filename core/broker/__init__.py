"""The broker of both Celery applications: transports, checked messages, flags."""
