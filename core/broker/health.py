"""The file whose age tells a container's health check that its worker works."""

from pathlib import Path

from core.broker.consumer import Consumer
from core.environment.general import HEARTBEAT


def sign_of_health(consumer: Consumer) -> None:
    """Touch ``SUBTEXT_HEARTBEAT``, if set, while the worker takes messages.

    Call it after a heartbeat that arrived.
    """
    file = HEARTBEAT.find_value()
    if file and consumer.is_consuming:
        Path(file).touch()
