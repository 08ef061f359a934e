"""Work done at a chosen time, and a clock that stands still at one."""

from datetime import UTC, datetime

import pytest
from django.db.models import QuerySet

from annotation.items.models.submissions import Annotation
from core.models import LedgerEntry
from review.rounds.models.rounds import ValidationAssignment

FRESH = datetime(2026, 6, 1, tzinfo=UTC)
"""Earlier than the clock of every machine that runs the tests."""


def move_fresh_work_to(at: datetime) -> None:
    """Date everything that happened by the real clock so far to ``at``."""
    assert at < FRESH
    # Rows of the ledger change only here, to be older.
    rows: QuerySet[LedgerEntry] = QuerySet(LedgerEntry)
    entries = rows.filter(at__gt=FRESH)
    for entry in entries.filter(data__has_key="leased_at"):
        data = {**entry.data, "leased_at": at.isoformat()}
        entries.filter(pk=entry.pk).update(data=data)
    entries.update(at=at)
    Annotation.objects.filter(submitted_at__gt=FRESH).update(submitted_at=at)
    ValidationAssignment.objects.filter(answered_at__gt=FRESH).update(answered_at=at)


def stop_clock(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    """Let Django's clock stand at ``at``."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: at)
