"""Endpoints that publish a release on the Hugging Face Hub."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import ProjectView, validate_input
from projects.history.api.serializers import JobSerializer
from projects.roles import MAINTAINERS
from releases.hub.services.publication import (
    VISIBILITIES,
    HubTarget,
    last_upload,
    queue_upload,
)
from releases.records.models import Release
from releases.records.selectors.releases import get_published_release


class HubTargetSerializer(serializers.Serializer[Any]):
    repo = serializers.CharField(max_length=200, help_text="Such as team/benchmark.")
    visibility = serializers.ChoiceField(choices=VISIBILITIES)


class HubPublicationSerializer(serializers.Serializer[Any]):
    """State of a release's publication on the Hub; it never holds the token."""

    configured = serializers.BooleanField(
        help_text="Whether the operator has set a token."
    )
    simulated = serializers.BooleanField(
        help_text="Whether simulated people worked on it; it is then not published."
    )
    repo = serializers.CharField(help_text="Of the last upload; empty before it.")
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    job = JobSerializer(allow_null=True)


class HubView(ProjectView):
    """Publish a release on the Hugging Face Hub, for maintainers."""

    roles = MAINTAINERS

    @extend_schema(operation_id="release_hub_get", responses=HubPublicationSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        return self._response(get_published_release(self.project, version))

    @extend_schema(
        operation_id="release_hub_publish",
        request=HubTargetSerializer,
        responses={202: HubPublicationSerializer},
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Queue the upload; a repeated one resumes."""
        data = validate_input(HubTargetSerializer, request.data)
        release = get_published_release(self.project, version)
        queue_upload(release=release, target=HubTarget(**data), actor=self.actor)
        return self._response(release, status.HTTP_202_ACCEPTED)

    def _response(self, release: Release, code: int = status.HTTP_200_OK) -> Response:
        job = last_upload(release)
        parameters = job.parameters if job else {}
        body = {
            "configured": bool(settings.HUB_TOKEN),
            "simulated": bool(release.facts.get("simulated_items")),
            "repo": parameters.get("repo", ""),
            "visibility": parameters.get("visibility", "private"),
            "job": job,
        }
        return Response(
            HubPublicationSerializer(body, context=self.context).data, status=code
        )
