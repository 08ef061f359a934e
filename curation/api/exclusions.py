"""Endpoint of the excluded images and the reasons."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from curation.api.serializers import ImageSerializer
from curation.models.images import Image
from curation.selectors.exclusions import (
    STAGE_CHOICES,
    STAGES,
    Exclusion,
    excluded_images,
    why_excluded,
)
from projects.api.base import OrganizerView, page_of
from projects.api.shapes import serializer_of
from workflow.errors import FieldProblem, InvalidInputError

ExclusionSerializer = serializer_of(
    Exclusion,
    stage=serializers.ChoiceField(choices=STAGE_CHOICES),
    tools=serializers.DictField(),
)


class ExcludedImageSerializer(ImageSerializer):
    exclusion = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [*ImageSerializer.Meta.fields, "exclusion"]

    @extend_schema_field(ExclusionSerializer)
    def get_exclusion(self, image: Image) -> dict[str, Any]:
        return dict(ExclusionSerializer(self.context["why"][image.pk]).data)


class ExclusionListView(OrganizerView):
    """List the excluded images that can be restored, newest first."""

    @extend_schema(
        operation_id="exclusion_list",
        parameters=[
            OpenApiParameter("stage", str, enum=list(STAGES)),
            OpenApiParameter("cursor", str),
            OpenApiParameter("page_size", int),
        ],
        responses=page_of(ExcludedImageSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        stage = request.query_params.get("stage", "")
        if stage and stage not in STAGES:
            problem = FieldProblem("stage", f"Must be one of {', '.join(STAGES)}.")
            raise InvalidInputError("There is no such filter stage.", [problem])
        return self.paginate(
            excluded_images(self.project, stage),
            ExcludedImageSerializer,
            context=lambda page: {"why": why_excluded(page)},
        )
