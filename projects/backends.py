"""The only place that checks an account's password."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from projects.login_throttle import LoginThrottle
from projects.models import User
from workflow.errors import TooManyRequestsError


class PasswordBackend(ModelBackend):
    """Django's backend with a limit on attempts, for the API, the admin and others."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the user, or None for wrong credentials.

        Raises PermissionDenied after too many attempts.
        """
        if username is None or password is None:
            return None
        door = LoginThrottle(request, username)
        try:
            door.knock()
        except TooManyRequestsError as error:
            raise PermissionDenied(error.detail) from error
        user = super().authenticate(request, username, password, **kwargs)
        if not isinstance(user, User):
            return None
        door.opened()
        return user
