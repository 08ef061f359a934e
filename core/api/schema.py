"""Problem responses that every operation of the API may give."""

from typing import Any

_PROBLEM = {
    "type": "object",
    "description": "Why a request was not carried out (RFC 9457).",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "field": {"type": "string"},
                    "message": {"type": "string"},
                },
                "required": ["field", "message"],
            },
        },
        "cause": {
            "type": "string",
            "enum": ["state", "changed", "protocol"],
            "description": "Why it is not possible now (409): the state does not allow "
            "it, or the data or the protocol has changed since it was read.",
        },
        "wait": {
            "type": "integer",
            "description": "Seconds after which to try again (429 and 503).",
        },
    },
    "required": ["type", "title", "status", "detail", "errors"],
}
_RESPONSE = {
    "description": "A problem.",
    "content": {
        "application/problem+json": {
            "schema": {"$ref": "#/components/schemas/ProblemDetails"}
        }
    },
}
_ALWAYS = ("400", "401", "403", "404", "503")
_OF_WRITES = ("409", "413", "415", "429")


def describe_problems(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add the problem responses to every operation (a hook of drf-spectacular)."""
    components = result["components"]
    components["schemas"]["ProblemDetails"] = _PROBLEM
    components.setdefault("responses", {})["Problem"] = _RESPONSE
    for methods in result["paths"].values():
        for method, operation in methods.items():
            statuses = _ALWAYS if method == "get" else _ALWAYS + _OF_WRITES
            for status in statuses:
                operation["responses"].setdefault(
                    status, {"$ref": "#/components/responses/Problem"}
                )
    return result
