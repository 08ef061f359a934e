"""The two pages that are no API."""

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse


def frontend(request: HttpRequest) -> HttpResponse:
    """The single-page application; its router knows the rest of the address."""
    try:
        page = (settings.FRONTEND_DIST / "index.html").read_bytes()
    except FileNotFoundError:
        return HttpResponse(
            "The front end has not been built: run `make setup`.",
            status=503,
            content_type="text/plain; charset=utf-8",
        )
    response = HttpResponse(page)
    # The page names its scripts by content hash, so it alone has to be fresh.
    response["Cache-Control"] = "no-cache"
    return response


def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process reaches its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
