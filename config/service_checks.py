"""Checks of the broker and the file storage, from a thread of the web server.

A service that does not answer takes seconds to be sure of, so no request waits for it.
"""

import logging
import tempfile
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Thread
from time import sleep

from celery import current_app
from django.conf import settings
from django.core.files.storage import FileSystemStorage, storages
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from core.api.problems import describe_expected_error

logger = logging.getLogger(__name__)

INTERVAL = 15
"""Seconds between two checks."""
OVERDUE_AFTER = timedelta(minutes=1)
"""Age from which a check says nothing: the next one still waits for a service."""
_PATIENCE = 2
"""Seconds to wait for the broker."""


@dataclass(frozen=True)
class ServiceCheck:
    """Which services answered, and when this was known."""

    checked_at: datetime
    broker: bool
    storage: bool


class ServiceMonitor:
    """The last check of the services, renewed by a thread once started."""

    def __init__(self) -> None:
        self._begun = timezone.now()
        self._last: ServiceCheck | None = None

    @property
    def last_check(self) -> ServiceCheck | None:
        """The last check; None before the first one and if it is overdue."""
        return None if self.is_overdue else self._last

    @property
    def is_overdue(self) -> bool:
        """Whether the services have kept the check waiting for more than a minute."""
        since = self._last.checked_at if self._last else self._begun
        return timezone.now() - since > OVERDUE_AFTER

    def run_check(self) -> None:
        """Ask the services now, in this thread."""
        broker, storage = broker_answers(), storage_answers()
        self._last = ServiceCheck(timezone.now(), broker, storage)

    def start_checking(self) -> None:
        """Check now and from then on, from a thread that ends with the process."""
        self._begun = timezone.now()
        Thread(target=self._check_for_ever, name="service-checks", daemon=True).start()

    def _check_for_ever(self) -> None:
        while True:
            try:
                self.run_check()
            except Exception:
                logger.exception("the services could not be checked")
            sleep(INTERVAL)


monitor = ServiceMonitor()
"""That of this process."""


def require_storage() -> None:
    """Check the storage. Raises the storage's own error if it does not answer.

    A folder also has to accept a file, because a full disk can still be read.
    """
    storage = storages["default"]
    if isinstance(storage, FileSystemStorage):
        parent = storage.location if storage.exists("") else settings.DATA_DIR
        with tempfile.TemporaryFile(dir=parent) as file:
            file.write(b"\0" * 4096)
    else:
        storage.exists("readyz")


def storage_answers() -> bool:
    """Return whether files can be read and written."""
    try:
        require_storage()
    except Exception as error:
        if describe_expected_error(error) is None:
            raise
        return False
    return True


def broker_answers() -> bool:
    """Return whether messages reach the broker."""
    try:
        with current_app.connection_for_write(connect_timeout=_PATIENCE) as connection:
            connection.ensure_connection(max_retries=1, timeout=_PATIENCE)
    except (BrokerError, OSError):
        return False
    return True
