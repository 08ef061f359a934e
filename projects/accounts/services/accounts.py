"""Accounts of people: made and changed."""

from django.db import transaction

from projects.accounts.services.account_names import (
    require_valid_account,
    save_with_names,
)
from projects.accounts.services.passwords import require_password
from projects.models import (
    SecurityEventKind,
    User,
    new_pseudonym,
    simulated_pseudonym,
)
from projects.security_record.services import record_event


@transaction.atomic
def create_user(
    *,
    username: str,
    password: str | None,
    display_name: str,
    locale: str,
    staff: bool = False,
    email: str = "",
    simulated: bool = False,
) -> User:
    """Create an account; without a password, password login is impossible.

    ``staff`` of an installation may create projects. The pseudonym of a ``simulated``
    person says so in every export. Raises InvalidInputError
    (username, password).
    """
    user = User(
        username=username,
        display_name=display_name,
        locale=locale,
        is_staff=staff,
        email=email,
        is_simulated=simulated,
        pseudonym=simulated_pseudonym() if simulated else new_pseudonym(),
    )
    if password is not None:
        require_password(password, user)
    user.set_password(password)
    require_valid_account(user)
    save_with_names(user, names=["username", "email"])
    record_event(SecurityEventKind.ACCOUNT_CREATED, person=user)
    return user


@transaction.atomic
def change_user(
    *, user: User, display_name: str, locale: str, email: str | None = None
) -> User:
    """Change a person's display name and language, and their mail address if given.

    Raises InvalidInputError (email) for the address of another account.
    """
    user.display_name = display_name
    user.locale = locale
    fields = ["display_name", "locale"]
    if email in (None, user.email):
        user.save(update_fields=fields)
    else:
        user.email = email
        save_with_names(user, names=["email"], fields=[*fields, "email"])
        record_event(SecurityEventKind.EMAIL_CHANGED, actor=user, person=user)
    return user
