"""System checks of an installation's environment variables and accounts."""

import os
from collections.abc import Collection, Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections

from core.environment.table import REMOVED
from projects.models import User
from projects.person_names.selectors.accounts import accounts_sharing_name

ENVIRONMENT = "environment"
"""The tag of these checks."""


@register(ENVIRONMENT)
def check_removed_variables(**options: Any) -> list[CheckMessage]:
    """Warn of settings that are set but no longer read."""
    return [
        Warning(f"{name} is no longer read.", hint=hint, id="subtext.W001")
        for name, hint in REMOVED.items()
        if name in os.environ
    ]


@register(Tags.database)
def check_account_names(
    databases: Collection[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Warn of accounts whose names differ only in case; earlier versions made such.

    Runs before and after migrations: with ``migrate`` and ``check --database default``.
    """
    table = User._meta.db_table
    return [
        Warning(
            f"These accounts share a name or an e-mail address: {_named(accounts)}.",
            hint="People log in by either in any case. Run `manage.py accounts_resolve`.",
            id="subtext.W002",
        )
        for database in databases or ()
        if table in connections[database].introspection.table_names()
        for accounts in accounts_sharing_name()
    ]


def _named(accounts: Sequence[User]) -> str:
    return ", ".join(account.username for account in accounts)
