"""The API's description, generated once for all tests of a process."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def api_description() -> dict[str, Any]:
    """Return the OpenAPI document; callers do not change it."""
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document
