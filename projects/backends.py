"""The only place that checks an account's password."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from core.errors import TooManyRequestsError
from projects.accounts.services.api_tokens import keep_api_token
from projects.accounts.services.login_throttle import LoginThrottle
from projects.models import User


class PasswordBackend(ModelBackend):
    """Django's backend with a limit on attempts, for the API, the admin and others."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the user with this name or e-mail address, or None.

        Raises PermissionDenied after too many attempts.
        """
        if username is None or password is None:
            return None
        door = LoginThrottle(request, username)
        try:
            door.count_attempt()
        except TooManyRequestsError as error:
            raise PermissionDenied(error.detail) from error
        known = door.account.username if door.account else username
        user = super().authenticate(request, known, password, **kwargs)
        if not isinstance(user, User):
            return None
        if door.account and door.account.password != user.password:
            # Django has stored the same password with the newer hash.
            keep_api_token(user, earlier_hash=door.account.password)
        door.reset_after_success()
        return user
