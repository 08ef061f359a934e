"""Endpoint that creates a release."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import ProjectView, validate_input
from projects.roles import MAINTAINERS
from releases.building.services.creation import create_release
from releases.records.api.releases import release_response
from releases.records.api.serializers import ReleaseSerializer
from releases.records.selectors.releases import get_release


class ReleaseCutInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(max_length=32)
    overrides = serializers.DictField(
        child=serializers.CharField(),
        default=dict,
        help_text="Reasons for overridden checks, by check.",
    )
    note = serializers.CharField(allow_blank=True, default="")
    private = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        default=None,
        help_text="Splits with private correct answers (default: those of the last release).",
    )
    seed = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, allow_null=True, default=None
    )
    preview = serializers.BooleanField(
        required=False, help_text="Build it completely without publishing it."
    )


class ReleaseCutView(ProjectView):
    """Queue a release: a job checks and freezes the items and builds the folder."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="release_cut",
        request=ReleaseCutInputSerializer,
        responses={201: ReleaseSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validate_input(ReleaseCutInputSerializer, request.data)
        release = create_release(project=self.project, actor=self.actor, **data)
        return release_response(
            self, get_release(self.project, release.version), status.HTTP_201_CREATED
        )
