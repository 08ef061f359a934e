"""Passwords: changing them, and resetting them by a link that works once.

The links are Django's (django.contrib.auth.tokens): signed, and invalid after a
password change, a login of the person, or ``PASSWORD_RESET_TIMEOUT``.
"""

from celery import current_app
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.db.models import Q
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from projects.domain.states import MEMBER
from projects.models import Membership, Role, User
from workflow.domain.texts import _
from workflow.errors import (
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
)
from workflow.services import Actor
from workflow.translation import override_language, translate


def make_reset_token(user: User) -> str:
    """Return the token of a password link for ``user``."""
    return (
        f"{urlsafe_base64_encode(force_bytes(user.pk))}"
        f".{default_token_generator.make_token(user)}"
    )


def user_of_token(token: str) -> User:
    """Return the user of a token. Raises NotFoundError if invalid, used or expired."""
    name, _dot, proof = token.partition(".")
    try:
        pk = int(urlsafe_base64_decode(name))
    except ValueError:
        pk = 0
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or not default_token_generator.check_token(user, proof):
        raise NotFoundError(
            _("This link has expired or was already used. Request a new one.")
        )
    return user


def make_member_reset_token(*, membership: Membership, actor: Actor) -> str:
    """Return the token of a password link for a member of a project.

    Its holder can log in as that person in every project. Staff of the installation may
    therefore create one for all people but superusers. A maintainer may do so only for
    people who are not staff and belong only to projects of that maintainer. Raises
    NotAllowedError.
    """
    person, maker = membership.user, actor.user
    if not isinstance(maker, User):
        raise NotAllowedError(_("Only a logged-in person can do this."))
    if not person.is_active:
        raise NotAllowedError(_("This account is closed."))
    if person.is_superuser and not maker.is_superuser:
        raise NotAllowedError(_("Only a superuser of this installation can do this."))
    if maker.is_staff:
        return make_reset_token(person)
    maintained = Membership.objects.filter(
        user=maker, status=MEMBER, role=Role.MAINTAINER
    ).values("project")
    other_memberships = Membership.objects.filter(user=person, status=MEMBER).exclude(
        project__in=maintained
    )
    if person.is_staff or other_memberships.exists():
        raise NotAllowedError(
            _(
                "This person also works outside your projects. Ask staff of this "
                "installation for the link."
            )
        )
    return make_reset_token(person)


def request_password_reset(*, name: str) -> None:
    """Send a password link to the accounts with this user name or mail address, if any.

    A worker looks up the accounts, so that neither the answer nor its timing reveals
    whether one exists. Raises NotFoundError when this installation sends no mail.
    """
    if not settings.EMAIL_HOST:
        raise NotFoundError(
            _("This installation sends no mail. Ask a maintainer for a link.")
        )
    if current_app.conf.task_always_eager:
        reset_mail(name=name)
    else:
        current_app.send_task("projects.reset_mail", args=[name])


def reset_mail(*, name: str) -> int:
    """Send password links by mail. Returns how many.

    They point to the operator's ``ORIGIN``, never to the host name of the request.
    """
    people = User.objects.filter(is_active=True).exclude(email="")
    recipients = people.filter(Q(username=name) | Q(email__iexact=name))
    for user in recipients:
        subject = _("Subtext: set a new password")
        text = _(
            "A new password was requested for the account {name}.\n\n"
            "Open this link within {hours} hours to set it. It works once:\n\n{link}\n\n"
            "If you did not request it, ignore this mail: your old password still "
            "works.\n",
            name=user.username,
            hours=settings.PASSWORD_RESET_TIMEOUT // 3600,
            link=f"{settings.ORIGIN}/password/{make_reset_token(user)}",
        )
        with override_language(user.locale):
            send_mail(translate(subject), translate(text), None, [user.email])
    return len(recipients)


def set_password(*, user: User, password: str, field: str = "password") -> None:
    """Set a new password, which ends all other sessions of the user.

    Raises InvalidInputError naming ``field``.
    """
    require_password(password, user, field)
    user.set_password(password)
    user.save(update_fields=["password"])


def require_password(password: str, user: User, field: str = "password") -> None:
    """Raise InvalidInputError naming ``field`` when the password is too weak."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        problems = [FieldProblem(field, text) for text in error.messages]
        raise InvalidInputError(_("The password is not accepted."), problems) from error
