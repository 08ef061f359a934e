"""The one place where a password is compared with an account's."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from projects.login_throttle import Door
from projects.models import User
from workflow.errors import TooManyRequestsError


class PasswordBackend(ModelBackend):
    """Django's, with attempts counted: for the API, the admin and whatever comes."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """None where they do not match; PermissionDenied after too many attempts."""
        if username is None or password is None:
            return None
        door = Door(request, username)
        try:
            door.knock()
        except TooManyRequestsError as error:
            raise PermissionDenied(error.detail) from error
        user = super().authenticate(request, username, password, **kwargs)
        if not isinstance(user, User):
            return None
        door.opened()
        return user
