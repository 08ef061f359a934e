"""Errors as problem details (RFC 9457), with a path to each field that is wrong."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from workflow.errors import FieldProblem, SubtextError

CONTENT_TYPE = "application/problem+json"


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every expected error has the same shape."""
    if isinstance(error, SubtextError):
        set_rollback()
        problem = _problem(error.status, error.title, error.detail, error.fields)
        problem.data.update(error.extensions)
        if "wait" in error.extensions:
            problem["Retry-After"] = str(error.extensions["wait"])
        return problem
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        problem = _problem(
            response.status_code,
            "Something in the input is not right",
            "Please look at the fields named below.",
            _flatten(error.detail),
        )
    else:
        detail = str(error.detail) if isinstance(error, APIException) else str(error)
        title = {Http404: "Not found", PermissionDenied: "Not allowed"}.get(
            type(error), "The request cannot be carried out"
        )
        problem = _problem(response.status_code, title, detail or title, ())
    for header in ("WWW-Authenticate", "Retry-After"):
        if header in response:
            problem[header] = response[header]
    return problem


def _problem(
    status: int, title: str, detail: str, fields: tuple[FieldProblem, ...]
) -> Response:
    body = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        "errors": [{"field": f.field, "message": f.message} for f in fields],
    }
    return Response(body, status=status, content_type=CONTENT_TYPE)


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
