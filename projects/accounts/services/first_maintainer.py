"""The first account of an empty installation, created by a link that works once.

The link is printed in the terminal. It is signed with the installation's key and
becomes invalid as soon as any account exists.
"""

from django.core.signing import BadSignature, Signer
from django.db import transaction

from core.domain.texts import _
from core.errors import NotFoundError
from projects.accounts.services.accounts import create_user
from projects.models import User

_signer = Signer(sep=".", salt="projects.first_maintainer")
_SIGNED = "first"


def setup_token() -> str | None:
    """Return the token of the setup link; None when an account exists."""
    return None if User.objects.exists() else _signer.sign(_SIGNED)


def is_setup_token(token: str) -> bool:
    """Return whether this token can still create the first account."""
    try:
        return _signer.unsign(token) == _SIGNED and not User.objects.exists()
    except BadSignature:
        return False


@transaction.atomic
def create_first_maintainer(
    *, token: str, username: str, password: str, display_name: str, locale: str
) -> User:
    """Create the account that may create projects and administer the installation.

    Raises NotFoundError when the link is used or wrong, InvalidInputError (username,
    password).
    """
    if not is_setup_token(token):
        raise NotFoundError(
            _(
                "This link has already been used. Log in with the account that it created."
            )
        )
    user = create_user(
        username=username,
        password=password,
        display_name=display_name,
        locale=locale,
        staff=True,
    )
    user.is_superuser = True
    user.save(update_fields=["is_superuser"])
    return user
