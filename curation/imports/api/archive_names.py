"""How the names of files in archives are read, and the choice of their encoding."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from curation.imports.selectors import get_upload
from projects.access.api.base import OrganizerView


class NameChoiceSerializer(serializers.Serializer[Any]):
    """Some names as they read in one encoding."""

    encoding = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())


class NameReadingSerializer(serializers.Serializer[Any]):
    """How the names of an archive are read that do not say their encoding."""

    archive = serializers.CharField()
    encoding = serializers.CharField()
    guessed = serializers.BooleanField()
    names = serializers.ListField(
        child=serializers.CharField(), help_text="Up to five names."
    )
    choices = NameChoiceSerializer(many=True)


class NamesInputSerializer(serializers.Serializer[Any]):
    """The encodings that a person chose."""

    names = serializers.DictField(
        child=serializers.CharField(max_length=20),
        default=dict,
        help_text="Encoding of the names in an archive, by its path.",
    )


class UploadNamesView(OrganizerView):
    """Read how the names in uploaded archives are read, before the import begins."""

    @extend_schema(
        operation_id="upload_names", responses=NameReadingSerializer(many=True)
    )
    def get(self, request: Request, slug: str, upload_id: int) -> Response:
        # It loads botocore, which few requests need.
        from curation.imports.services.materials import (  # noqa: PLC0415
            name_readings_of_upload,
        )

        upload = get_upload(self.project, upload_id, self.actor)
        readings = [reading.data() for reading in name_readings_of_upload(upload)]
        return Response(NameReadingSerializer(readings, many=True).data)
