"""Accounts by their names, without case."""

from collections import defaultdict

from django.db.models import Q

from projects.models import User
from projects.person_names.domain import fold_name


def find_account(name: str) -> User | None:
    """Return the account with this user name or e-mail address, without case.

    An account with exactly this user name comes first, then a user name in another
    case, then an address.
    """
    key = fold_name(name)
    same = Q(username=name) | Q(username_key=key) | Q(email_key=key)
    return min(
        User.objects.filter(same),
        key=lambda user: (user.username != name, user.username_key != key),
        default=None,
    )


def accounts_sharing_name() -> list[list[User]]:
    """Return the groups of accounts whose names or addresses differ only in case.

    They date from versions that told such names apart. Only columns that those versions
    had are read, so that this works before an upgrade.
    """
    groups: dict[str, dict[int, User]] = defaultdict(dict)
    for user in User.objects.order_by("pk").only("username", "email"):
        for name in filter(None, (user.username, user.email)):
            groups[fold_name(name)][user.pk] = user
    # Accounts that share both are one group.
    shared = {tuple(users): users for users in groups.values() if len(users) > 1}
    return [[*users.values()] for users in shared.values()]
