"""Endpoint of the excluded images and the reasons."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from curation.images.api.serializers import ImageSerializer
from curation.images.models import Image
from curation.reports.selectors.exclusions import (
    STATES,
    Exclusion,
    excluded_images,
    exclusion_by_image,
)
from projects.access.api.base import OrganizerView, page_schema
from projects.access.api.shapes import serializer_of

ExclusionSerializer = serializer_of(
    Exclusion,
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
            OpenApiParameter("stage", str, description="Id of a stage"),
            OpenApiParameter("cursor", str),
            OpenApiParameter("page_size", int),
        ],
        responses=page_schema(ExcludedImageSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        stage = request.query_params.get("stage", "")
        if stage and stage not in STATES:
            problem = FieldProblem(
                "stage", _("Must be one of {names}.", names=", ".join(STATES))
            )
            raise InvalidInputError(_("There is no such curation stage."), [problem])
        return self.paginate(
            excluded_images(self.project, stage),
            ExcludedImageSerializer,
            context=lambda page: {"why": exclusion_by_image(page)},
        )
