"""The first account of an empty installation, made by a link that works once.

Whoever can read the terminal has the link: it is signed with the installation's key and
void as soon as there is any account.
"""

from django.core.signing import BadSignature, Signer
from django.db import transaction

from projects.models import User
from projects.services import user_create
from workflow.errors import NotFoundError

_signer = Signer(sep=".", salt="projects.first_maintainer")
_SIGNED = "first"


def setup_token() -> str | None:
    """What the link ends in; None where there is an account already."""
    return None if User.objects.exists() else _signer.sign(_SIGNED)


def is_setup_token(token: str) -> bool:
    """Whether this link still makes the first account."""
    try:
        return _signer.unsign(token) == _SIGNED and not User.objects.exists()
    except BadSignature:
        return False


@transaction.atomic
def create_first_maintainer(
    *, token: str, username: str, password: str, display_name: str, locale: str
) -> User:
    """Make the account that may create projects and administer the installation.

    Raises NotFoundError when the link is used or wrong, Invalid (username, password).
    """
    if not is_setup_token(token):
        raise NotFoundError(
            "This link has already been used. Log in with the account that it created."
        )
    user = user_create(
        username=username,
        password=password,
        display_name=display_name,
        locale=locale,
        staff=True,
    )
    user.is_superuser = True
    user.save(update_fields=["is_superuser"])
    return user
