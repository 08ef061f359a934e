"""Serializers with the fields of a dataclass, so that each shape is defined once."""

from collections.abc import Sequence
from inspect import cleandoc
from typing import Any

from drf_spectacular.contrib.rest_framework_dataclasses import (
    OpenApiDataclassSerializerExtensions,
)
from drf_spectacular.utils import extend_schema_serializer
from rest_framework.fields import Field
from rest_framework.serializers import ALL_FIELDS
from rest_framework_dataclasses.serializers import DataclassSerializer


# No docstring, because it would describe every shape in the API's schema.
class ShapeSerializer(DataclassSerializer[Any]):
    @property
    def serializer_dataclass_field(self) -> type["ShapeSerializer"]:
        return ShapeSerializer


def serializer_of(
    shape: type,
    *,
    schema_name: str = "",
    names: Sequence[str] = (),
    **fields: Field[Any, Any, Any, Any],
) -> type[ShapeSerializer]:
    """Return a serializer with the fields of the dataclass ``shape``.

    ``names`` are the fields to show, in this order; without them all are shown.
    ``fields`` are those that its types do not determine, such as rows of a model.
    ``schema_name`` is its name in the API's schema, if not that of the dataclass.
    """
    if schema_name:
        extend_schema_serializer(component_name=schema_name)(shape)
    meta = type("Meta", (), {"dataclass": shape, "fields": names or ALL_FIELDS})
    return type(
        f"{shape.__name__}Serializer", (ShapeSerializer,), {"Meta": meta, **fields}
    )


# drf-spectacular's extensions are not annotated.
class ShapeExtension(  # type: ignore[no-untyped-call]
    OpenApiDataclassSerializerExtensions
):
    """Describe a shape in the API's schema by the docstring of its dataclass."""

    target_class = "projects.access.api.shapes.ShapeSerializer"
    priority = 1

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        schema = super().map_serializer(auto_schema, direction)
        shape = self.target.dataclass_definition.dataclass_type
        return {"description": cleandoc(shape.__doc__), **schema}
