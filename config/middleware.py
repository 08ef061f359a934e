"""Middleware for every request, whichever view answers it."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.db.models import BigIntegerField
from django.http import Http404, HttpRequest, HttpResponse

from core.api.body_size import require_anonymous_size
from core.api.problems import problem_page
from core.domain.texts import Text, _
from core.errors import TooLargeError
from projects.accounts.services.same_person import OtherPersonError, require_same_person

_POLICY = "; ".join(
    [
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        # Files that people are about to upload, and images that the page draws.
        "img-src 'self' blob: data:",
        "object-src 'none'",
        # Mantine sets colours and sizes on elements.
        "style-src 'self' 'unsafe-inline'",
    ]
)
_LOGINS = {"/api/session/", "/api/session/demo/"}
"""Where people log in, over the session of another person too."""
_PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class BrowserRulesMiddleware:
    """Response headers for browsers: run only our scripts, store no data."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.setdefault("Content-Security-Policy", _POLICY)
        response.setdefault("Permissions-Policy", _PERMISSIONS)
        if request.path_info.startswith(("/api/", "/admin/")):
            response.setdefault("Cache-Control", "no-store")
        return response


class AnonymousBodyMiddleware:
    """Rejection of large forms from people who are not logged in, before parsing.

    The API does the same once it knows the sender (projects.access.api.base.PublicView).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            try:
                require_anonymous_size(request)
            except TooLargeError as error:
                return problem_page(error, error.status)
        return self._get_response(request)


class SamePersonMiddleware:
    """Rejection of changes by a page of another person than the one logged in now.

    Pages of the admin need none: their forms hold the token of one login.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_login = request.method == "POST" and request.path_info in _LOGINS
        is_change = request.method not in ("GET", "HEAD", "OPTIONS", "TRACE")
        if is_change and not is_login and request.path_info.startswith("/api/"):
            try:
                require_same_person(request)
            except OtherPersonError as error:
                return problem_page(error, error.status)
        return self._get_response(request)


class StorableAddressMiddleware:
    """Rejection of addresses that no row can have, before a view queries the database.

    404 for a number beyond 64 bits in the path, 400 for the character NUL.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The address contains the character NUL.")
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> None:
        for name, value in kwargs.items():
            if isinstance(value, int) and value > BigIntegerField.MAX_BIGINT:
                noun = Text(name.removesuffix("_id"))
                raise Http404(
                    _("There is no {name} {number} here.", name=noun, number=value)
                )
