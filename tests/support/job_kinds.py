"""The declared kinds of jobs, and kinds that exist during one test."""

from collections.abc import Collection
from contextlib import AbstractContextManager

from core import job_kinds
from core.job_kinds import JobFunction


def declared_kinds() -> set[str]:
    """Return the names of all kinds of jobs of the product."""
    return {*job_kinds._KINDS}


def declared_test_kind(
    name: str, function: JobFunction, roles: Collection[str] = ()
) -> AbstractContextManager[None]:
    """Declare a kind of job until the context ends."""
    return job_kinds._KINDS.replace_temporarily(
        name, job_kinds._Kind(frozenset(roles), function)
    )
