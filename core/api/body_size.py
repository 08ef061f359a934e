"""The size of request bodies, known before they are read."""

from django.http import HttpRequest
from rest_framework.request import Request

from core.domain.texts import _
from core.errors import TooLargeError

MOST_ANONYMOUS = 64 * 1024
"""Maximum number of bytes of a body from people who are not logged in."""


def require_anonymous_size(request: HttpRequest | Request) -> None:
    """Raise TooLargeError for a large body of somebody who is not logged in."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    is_large = not length.isdecimal() or int(length) > MOST_ANONYMOUS
    if is_large and not request.user.is_authenticated:
        raise TooLargeError(
            _(
                "Without logging in, you can send {limit} kB at most. Log in first, or "
                "send less.",
                limit=MOST_ANONYMOUS // 1024,
            )
        )
