"""Settings of a server's scheduler, which sends messages and does nothing else.

It knows the periodic tasks by their names, so it needs no models and no secret key.
"""

from config.settings.scheduling import *  # noqa: F403
from core.environment import servers

CELERY_BROKER_URL = servers.BROKER_URL.read_with(servers.BROKER_PASSWORD)
