"""API tokens, by which scripts act as a person.

A person has at most one token. It is shown when it is created, and stored as a digest.
Like a session, it ends when the person's password changes or the account is closed.
"""

import secrets

from django.db import transaction
from django.utils.crypto import constant_time_compare

from core.domain.texts import _
from core.errors import NotAllowedError
from core.selectors import first_or_none
from projects.accounts.domain import secret_digest
from projects.models import ApiToken, SecurityEventKind, User
from projects.security_record.services import record_event


@transaction.atomic
def make_api_token(user: User) -> str:
    """Return a new token for ``user``; an earlier one no longer works.

    Raises NotAllowedError for a closed account.
    """
    if not user.is_active:
        raise NotAllowedError(_("This account is closed."))
    token = secrets.token_hex(20)
    ApiToken.objects.update_or_create(
        user=user,
        defaults={
            "digest": secret_digest(token),
            "password_digest": secret_digest(user.password),
        },
    )
    record_event(SecurityEventKind.TOKEN_CREATED, person=user)
    return token


def keep_api_token(user: User, *, earlier_hash: str) -> None:
    """Keep the person's token when the same password is stored with another hash."""
    ApiToken.objects.filter(
        user=user, password_digest=secret_digest(earlier_hash)
    ).update(password_digest=secret_digest(user.password))


def user_of_api_token(token: str) -> User | None:
    """Return the person whose token it is; None for a wrong or ended one."""
    rows = ApiToken.objects.filter(digest=secret_digest(token), user__is_active=True)
    row = first_or_none(rows.select_related("user"))
    if row is None:
        return None
    current = secret_digest(row.user.password)
    return row.user if constant_time_compare(row.password_digest, current) else None
