"""Request parameters of runs and model cards in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.domain.texts import _
from core.translation import translate
from subtext_runner.parameters import (
    NOT_SENT,
    TOKENS_FIELDS,
    RequestParameters,
    extra_body_problem,
)

_UNSENT = {"type": "string", "enum": [NOT_SENT]}


@extend_schema_field({"oneOf": [{"type": "number"}, _UNSENT], "nullable": True})
class NumberOrNoneField(serializers.FloatField):
    """A number, or ``none`` for a parameter that is not sent."""

    def to_internal_value(self, data: Any) -> Any:
        return NOT_SENT if data == NOT_SENT else super().to_internal_value(data)

    def run_validators(self, value: Any) -> None:
        if value != NOT_SENT:
            super().run_validators(value)

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({"type": "object", "additionalProperties": {}, "nullable": True})
class ExtraBodyField(serializers.JSONField):
    """A small JSON object that sets no field of its own of a request."""

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        if problem := extra_body_problem(value):
            raise serializers.ValidationError(translate(problem))
        return value


class RequestParametersSerializer(serializers.Serializer[Any]):
    """Request parameters; null or absent: those of the model card, else the setting."""

    maximum_tokens = serializers.IntegerField(
        min_value=1, max_value=1_000_000, required=False, allow_null=True
    )
    tokens_field = serializers.ChoiceField(
        choices=TOKENS_FIELDS,
        required=False,
        allow_null=True,
        help_text="Name of the maximum in requests; null: the one the server accepts.",
    )
    temperature = NumberOrNoneField(
        min_value=0, max_value=2, required=False, allow_null=True
    )
    top_p = NumberOrNoneField(min_value=0, max_value=1, required=False, allow_null=True)
    seed = serializers.ChoiceField(
        choices=[NOT_SENT], required=False, allow_null=True, help_text="none: not sent."
    )
    reasoning_effort = serializers.RegexField(
        r"^[a-z]{0,16}$", required=False, allow_null=True, allow_blank=True
    )
    extra_body = ExtraBodyField(required=False, allow_null=True)
    stream = serializers.BooleanField(required=False, allow_null=True)
    seconds = serializers.FloatField(
        min_value=1,
        max_value=7200,
        required=False,
        allow_null=True,
        help_text="Total time of an answer.",
    )
    image_pixels = serializers.IntegerField(
        min_value=1_000,
        max_value=1_000_000_000,
        required=False,
        allow_null=True,
        help_text="Most pixels of an image; larger ones are made smaller.",
    )
    image_bytes = serializers.IntegerField(
        min_value=10_000,
        max_value=1_000_000_000,
        required=False,
        allow_null=True,
        help_text="Most bytes of an image's file; larger ones are made smaller.",
    )

    def validate_top_p(self, value: Any) -> Any:
        if value == 0:
            raise serializers.ValidationError(translate(_("Must be above 0.")))
        return value

    def to_internal_value(self, data: Any) -> RequestParameters:
        validated = super().to_internal_value(data)
        return RequestParameters.model_validate(dict(validated))
