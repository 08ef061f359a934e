"""Names by which people log in: each belongs to one account, without case."""

from collections.abc import Collection, Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from projects.models import SecurityEventKind, User
from projects.person_names.domain import fold_name
from projects.security_record.services import record_event

_IN_USE = {
    "username": _(
        "This user name is taken. Names that differ only in case count as one. Choose "
        "another name."
    ),
    "email": _("This e-mail address belongs to another account. Use another address."),
}


def save_with_names(
    user: User, *, names: Collection[str], fields: Sequence[str] | None = None
) -> None:
    """Save an account, or only its ``fields``, whose ``names`` are new.

    A user name must not be another account's e-mail address either, because people log
    in by both. Raises InvalidInputError (username, email).
    """
    occupied = occupied_names(user, {name: getattr(user, name) for name in names})
    if occupied:
        raise _refused([FieldProblem(*problem) for problem in occupied.items()])
    columns = fields and [*fields, *(f"{name}_key" for name in names)]
    try:
        with transaction.atomic():
            user.save(update_fields=columns)
    except IntegrityError as error:
        # Another request took the name after it was found to be free.
        raise _refused([FieldProblem(name, _IN_USE[name]) for name in names]) from error


def occupied_names(user: User, names: Mapping[str, str]) -> dict[str, str]:
    """Return why ``user`` cannot have those of ``names`` that belong to others.

    Keys of both are ``username`` and ``email``.
    """
    return {
        name: _IN_USE[name] for name, value in names.items() if _is_in_use(user, value)
    }


def require_valid_account(user: User) -> None:
    """Raise InvalidInputError naming the invalid fields of an account."""
    # Before its length is checked: normalization can make it longer.
    user.username = User.normalize_username(user.username)
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise _refused(
            [
                FieldProblem(field, text)
                for field, texts in error.message_dict.items()
                for text in texts
            ]
        ) from error


@transaction.atomic
def change_names(
    *, user: User, username: str | None = None, email: str | None = None
) -> None:
    """Change the user name or the e-mail address of an account, by a command.

    Raises InvalidInputError (username, email).
    """
    changed = {
        name: value
        for name, value in (("username", username), ("email", email))
        if value is not None
    }
    for name, value in changed.items():
        setattr(user, name, value)
    require_valid_account(user)
    save_with_names(user, names=changed, fields=[*changed])
    record_account_change(user, changed)


def record_account_change(
    user: User, fields: Collection[str], actor: User | None = None
) -> None:
    """Record that an administrator, or a command if None, changed an account."""
    other_fields = sorted({*fields} - {"email"})
    if "email" in fields:
        record_event(SecurityEventKind.EMAIL_CHANGED, actor=actor, person=user)
    if other_fields:
        data = {"fields": other_fields}
        record_event(
            SecurityEventKind.ACCOUNT_CHANGED, actor=actor, person=user, data=data
        )


def _is_in_use(user: User, name: str) -> bool:
    key = fold_name(name)
    same = Q(username_key=key) | Q(email_key=key) | Q(username=name)
    return bool(key) and User.objects.filter(same).exclude(pk=user.pk).exists()


def _refused(problems: Sequence[FieldProblem]) -> InvalidInputError:
    return InvalidInputError(_("This account cannot be saved."), problems)
