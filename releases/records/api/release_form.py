"""Endpoints of the release form."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import OrganizerView, validate_input
from releases.records.selectors.releases import release_form
from releases.records.services.release_form import save_release_form


class ReleaseAuthorSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    affiliation = serializers.CharField(
        max_length=300, allow_blank=True, required=False
    )


class ReleaseFormSerializer(serializers.Serializer[Any]):
    """Facts that only the maintainers know; data card and datasheet print them."""

    authors = ReleaseAuthorSerializer(many=True)
    funding = serializers.CharField(allow_blank=True, max_length=2000)
    contact = serializers.CharField(allow_blank=True, max_length=300)
    intended_use = serializers.CharField(allow_blank=True, max_length=5000)
    limits = serializers.CharField(allow_blank=True, max_length=5000)
    biases = serializers.CharField(allow_blank=True, max_length=5000)
    personal_information = serializers.CharField(allow_blank=True, max_length=5000)
    social_impact = serializers.CharField(allow_blank=True, max_length=5000)
    synthetic_data = serializers.BooleanField(
        allow_null=True, help_text="Whether models made images or texts."
    )
    doi = serializers.RegexField(
        r"^10\.\d{4,9}/\S+$",
        allow_blank=True,
        max_length=200,
        help_text="A DOI reserved for the release, such as 10.5281/zenodo.1234.",
    )


class ReleaseFormView(OrganizerView):
    """Read or save what the data card says about authors, funding, use and limits."""

    @extend_schema(operation_id="release_form_get", responses=ReleaseFormSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(ReleaseFormSerializer(release_form(self.project)).data)

    @extend_schema(
        operation_id="release_form_save",
        request=ReleaseFormSerializer,
        responses=ReleaseFormSerializer,
    )
    def put(self, request: Request, slug: str) -> Response:
        """Save the form, for maintainers; the next release prints it."""
        data = validate_input(ReleaseFormSerializer, request.data)
        form = save_release_form(project=self.project, actor=self.actor, values=data)
        return Response(ReleaseFormSerializer(form).data)
