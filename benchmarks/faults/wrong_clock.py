"""A Celery worker on a machine whose clock is a day ahead.

python -m benchmarks.faults.wrong_clock ARGUMENTS
"""

from datetime import datetime, timedelta

from celery.__main__ import main
from django.utils import timezone

_now = timezone.now


def tomorrow() -> datetime:
    return _now() + timedelta(days=1)


if __name__ == "__main__":
    # Its processes are forked and inherit the clock.
    timezone.now = tomorrow
    main()
