"""The declared kinds of jobs, and kinds that exist during one test."""

from collections.abc import Collection

import pytest

from core import job_kinds
from core.job_kinds import JobFunction


def declared_kinds() -> set[str]:
    """Return the names of all kinds of jobs of the product."""
    return set(job_kinds._kinds)


def declare_test_kind(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    function: JobFunction,
    roles: Collection[str] = (),
) -> None:
    """Declare a kind of job until the test ends."""
    kind = job_kinds._Kind(frozenset(roles), function)
    monkeypatch.setitem(job_kinds._kinds, name, kind)
