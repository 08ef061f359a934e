"""Views outside the API: the application, the probes, and error pages."""

import sys
from pathlib import Path

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views import defaults
from django.views.csrf import csrf_failure
from django.views.decorators.csrf import csrf_exempt

from config.service_checks import require_storage
from core.api.problems import describe_expected_error, problem_page
from core.errors import NotFoundError
from projects.accounts.services.mail_preferences import unsubscribe


def serve_frontend(request: HttpRequest) -> HttpResponse:
    """Return the single-page application; its router reads the rest of the address."""
    response = _serve_built_file(settings.FRONTEND_DIST / "index.html", "text/html")
    # The page names its scripts by content hash, so only the page itself must be fresh.
    response["Cache-Control"] = "no-cache"
    return response


@csrf_exempt
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """Return the page with the button, or unsubscribe at once by a POST.

    Mail programs send the POST without a login, cookies or a CSRF token (RFC 8058). The
    signed token is the proof.
    """
    if request.method != "POST":
        return serve_frontend(request)
    try:
        unsubscribe(token=token)
    except NotFoundError as error:
        return problem_page(error, error.status)
    return HttpResponse(content_type="text/plain")


def api_schema(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document, built in advance because that takes seconds."""
    return _serve_built_file(settings.API_SCHEMA, "application/vnd.oai.openapi+json")


def _serve_built_file(file: Path, media_type: str) -> HttpResponse:
    try:
        return HttpResponse(
            file.read_bytes(), content_type=f"{media_type}; charset=utf-8"
        )
    except FileNotFoundError:
        return HttpResponse(
            f"{file.name} is not built: run `make setup`.",
            status=503,
            content_type="text/plain; charset=utf-8",
        )


def livez(request: HttpRequest) -> HttpResponse:
    """Answer whether this process runs."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if database and storage respond; else ``server_error`` sends 503."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    require_storage()
    return HttpResponse("ok", content_type="text/plain")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return problem_page(exception, 400)
    return defaults.bad_request(request, exception)


def permission_denied(
    request: HttpRequest, exception: Exception | None = None, reason: str = ""
) -> HttpResponse:
    """Answer 403; with ``reason`` if a form or request lacks its CSRF token."""
    if _is_api(request):
        return problem_page(exception, 403)
    if reason:
        return csrf_failure(request, reason)
    return defaults.permission_denied(request, exception or PermissionDenied())


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return problem_page(exception, 404)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer errors from outside DRF and unexpected ones."""
    error = sys.exc_info()[1]
    if _is_api(request) or describe_expected_error(error):
        return problem_page(error, 500)
    return defaults.server_error(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
