"""Passwords: changing them, and resetting them by a link that works once.

A link's token is signed and stored nowhere. Its proof is Django's
(django.contrib.auth.tokens): invalid after a password change, a login of the person, or
``PASSWORD_RESET_TIMEOUT``. A link that somebody else made also ends when they may no
longer make it, or change their own password.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from celery import current_app
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, NotAllowedError, NotFoundError
from core.services import Actor
from core.translation import override_language, translate
from projects.accounts.domain import secret_digest
from projects.accounts.services.mails import make_mail, send_one_mail
from projects.models import Membership, Project, SecurityEventKind, User
from projects.person_names.domain import fold_name
from projects.roles import Role
from projects.security_record.domain import BY_MAIL
from projects.security_record.services import record_event
from projects.states import MEMBER

_signer = Signer(sep=".", salt="projects.passwords")


class PasswordLink(NamedTuple):
    """A password link: for whom, and who made it, in which project."""

    user: User
    maker: User | None
    """None: the installation mailed it to the user's own address."""
    project: Project | None


def make_reset_token(user: User, **made_by: Any) -> str:
    """Return the token of a password link for ``user``, with what says who made it."""
    proof = default_token_generator.make_token(user)
    return _signer.sign_object({"user": user.pk, "proof": proof, **made_by})


def resolve_password_link(token: str) -> PasswordLink:
    """Return the link of a token.

    Raises NotFoundError if it is invalid, used or expired, or its maker has lost the
    right to make it.
    """
    try:
        link = _signer.unsign_object(token)
    except BadSignature:
        link = {}
    user = User.objects.filter(pk=link.get("user"), is_active=True).first()
    if user is None or not default_token_generator.check_token(user, link["proof"]):
        raise NotFoundError(
            _("This link has expired or was already used. Request a new one.")
        )
    maker = _require_maker(link, user) if "maker" in link else None
    # Links of earlier versions name no project.
    project = Project.objects.filter(pk=link.get("project")).first()
    return PasswordLink(user, maker, project)


def _require_maker(link: Mapping[str, Any], person: User) -> User:
    """Return the maker of a link. Raises NotFoundError if they may no longer make it."""
    maker = User.objects.get(pk=link["maker"])
    try:
        _require_link_right(maker, person)
        holds = link["password"] == secret_digest(maker.password)
    except NotAllowedError:
        holds = False
    if not holds:
        raise NotFoundError(
            _("The person who made this link may no longer do so. Request a new one.")
        )
    return maker


@transaction.atomic
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
    _require_link_right(maker, person)
    project = membership.project
    record_event(
        SecurityEventKind.PASSWORD_LINK_MADE,
        actor=maker,
        person=person,
        project=project,
    )
    return make_reset_token(
        person,
        maker=maker.pk,
        password=secret_digest(maker.password),
        project=project.pk,
    )


def _require_link_right(maker: User, person: User) -> None:
    if not (person.is_active and maker.is_active):
        raise NotAllowedError(_("This account is closed."))
    if person.is_superuser and not maker.is_superuser:
        raise NotAllowedError(_("Only a superuser of this installation can do this."))
    if maker.is_staff:
        return
    maintained = Membership.objects.filter(
        user=maker, status=MEMBER, role=Role.MAINTAINER
    ).values("project")
    other_memberships = Membership.objects.filter(user=person, status=MEMBER).exclude(
        project__in=maintained
    )
    known = Membership.objects.filter(user=person, project__in=maintained)
    if person.is_staff or other_memberships.exists() or not known.exists():
        raise NotAllowedError(
            _(
                "This person also works outside your projects. Ask staff of this "
                "installation for the link."
            )
        )


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
        send_reset_mail(name=name)
    else:
        current_app.send_task("projects.reset_mail", args=[name])


def send_reset_mail(*, name: str) -> int:
    """Send password links by mail. Returns how many.

    They point to the operator's ``ORIGIN``, never to the host name of the request.
    """
    key = fold_name(name)
    people = User.objects.filter(is_active=True).exclude(email="")
    # Addresses also as written: accounts of earlier versions may share one.
    recipients = people.filter(
        Q(username=name)
        | Q(username_key=key)
        | Q(email_key=key)
        | Q(email__iexact=name)
    )
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
            mail = make_mail(user.email, translate(subject), translate(text))
        send_one_mail(mail)
        record_event(SecurityEventKind.PASSWORD_MAIL_SENT, person=user)
    return len(recipients)


@transaction.atomic
def reset_password(*, token: str, password: str) -> User:
    """Set the password of a link's user, which ends all their sessions.

    Raises NotFoundError for a wrong or ended link, InvalidInputError (password).
    """
    link = resolve_password_link(token)
    _set_password(link.user, password, "password")
    if link.maker is None:
        record_event(
            SecurityEventKind.PASSWORD_CHANGED,
            person=link.user,
            data={"way": BY_MAIL},
        )
    else:
        record_event(
            SecurityEventKind.PASSWORD_LINK_USED,
            actor=link.maker,
            person=link.user,
            project=link.project,
        )
    return link.user


@transaction.atomic
def change_password(*, user: User, password: str) -> None:
    """Set another password, which ends all other sessions of the user.

    Raises InvalidInputError (new).
    """
    _set_password(user, password, "new")
    record_event(
        SecurityEventKind.PASSWORD_CHANGED,
        actor=user,
        person=user,
        data={"way": "account"},
    )


def _set_password(user: User, password: str, field: str) -> None:
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
