"""Errors as problem details (RFC 9457), with a path to each invalid field."""

import errno
import logging
import sys
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import DataError, InterfaceError, OperationalError
from django.http import JsonResponse
from kombu.exceptions import OperationalError as BrokerError
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from core.domain.texts import _
from core.errors import (
    MOST_PROBLEMS,
    ConflictError,
    FieldProblem,
    InvalidInputError,
    SubtextError,
    UnavailableError,
)
from core.translation import translate

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
_NO_ANSWER = (OperationalError, InterfaceError, BrokerError)
"""Errors of a database or broker that cannot be reached."""
_NO_ANSWER_BY_MODULE = {
    "botocore.exceptions": ("ConnectionError", "HTTPClientError"),
    "redis.exceptions": ("ConnectionError", "TimeoutError"),
}
"""The same for storage and cache, whose slow imports are left to their first use."""
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
_NOT_STORABLE = (OverflowError, DataError, RecursionError)
_TITLES = {
    403: _("Not allowed"),
    404: _("Not found"),
    413: _("The request is too large"),
    500: _("Internal error"),
}


def describe_expected_error(error: BaseException | None) -> SubtextError | None:
    """Return the expected error that ``error`` means; None for an unexpected one."""
    if isinstance(error, SubtextError):
        return error
    full = isinstance(error, OSError) and error.errno in _FULL
    if full or _is_away(error):
        logger.error("a service does not answer", exc_info=error)
        return UnavailableError(
            _("A service of this installation does not respond. Try again later.")
        )
    if isinstance(error, _NOT_STORABLE):
        logger.warning("a value cannot be stored", exc_info=error)
        return InvalidInputError(_("A value in this request is too large to store."))
    return None


def _is_away(error: BaseException | None) -> bool:
    if isinstance(error, _NO_ANSWER):
        return True
    return any(
        isinstance(error, getattr(sys.modules[module], name))
        for module, names in _NO_ANSWER_BY_MODULE.items()
        if module in sys.modules
        for name in names
    )


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the problem document of an error (DRF's exception handler)."""
    expected = describe_expected_error(error)
    if expected is not None:
        set_rollback()
        document, headers = _document_of(expected)
        return Response(
            document, expected.status, headers=headers, content_type=CONTENT_TYPE
        )
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        document = _document(
            response.status_code,
            InvalidInputError.title,
            _("Please correct the following fields."),
            _flatten(error.detail),
        )
    else:
        detail = str(error.detail) if isinstance(error, APIException) else str(error)
        title = _title(response.status_code)
        document = _document(response.status_code, title, detail or title)
    headers = {
        header: response[header]
        for header in ("WWW-Authenticate", "Retry-After", "Allow")
        if header in response
    }
    return Response(
        document, response.status_code, headers=headers, content_type=CONTENT_TYPE
    )


def problem_page(error: BaseException | None, status: int) -> JsonResponse:
    """Return the response to an error outside DRF, by default with ``status``."""
    expected = describe_expected_error(error)
    headers: dict[str, str] = {}
    if expected is not None:
        document, headers = _document_of(expected)
    else:
        if isinstance(error, RequestDataTooBig):
            status = 413
        title = _title(status)
        document = _document(status, title, _("{title}.", title=title))
    return JsonResponse(
        document,
        status=document["status"],
        headers=headers,
        content_type=CONTENT_TYPE,
    )


def _title(status: int) -> str:
    return _TITLES.get(status, _("The request cannot be carried out"))


def _document_of(error: SubtextError) -> tuple[dict[str, Any], dict[str, str]]:
    document = _document(error.status, error.title, error.detail, error.fields)
    wait = error.extensions.get("wait")
    headers = {} if wait is None else {"Retry-After": str(wait)}
    cause = {"cause": error.cause} if isinstance(error, ConflictError) else {}
    return {**document, **cause, **error.extensions}, headers


def _document(
    status: int, title: str, detail: str, fields: tuple[FieldProblem, ...] = ()
) -> dict[str, Any]:
    return {
        "type": "about:blank",
        "title": translate(title),
        "status": status,
        "detail": translate(detail),
        "errors": [
            {"field": f.field, "message": translate(f.message)}
            for f in fields[:MOST_PROBLEMS]
        ],
    }


def _flatten(detail: Any, path: str = "") -> tuple[FieldProblem, ...]:
    if isinstance(detail, dict):
        parts = [
            _flatten(value, f"{path}.{key}" if path else str(key))
            for key, value in detail.items()
        ]
    elif isinstance(detail, list) and any(isinstance(d, dict | list) for d in detail):
        parts = [
            _flatten(value, f"{path}.{index}" if path else str(index))
            for index, value in enumerate(detail)
        ]
    elif isinstance(detail, list):
        return tuple(FieldProblem(path, str(message)) for message in detail)
    else:
        return (FieldProblem(path, str(detail)),)
    return tuple(problem for part in parts for problem in part)
