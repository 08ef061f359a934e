"""Serializers of projects."""

from typing import Any

from rest_framework import serializers

from projects.models import Project
from subtext_protocol.loading import LONGEST_DOCUMENT


class ProjectInputSerializer(serializers.Serializer[Any]):
    """``protocol``: the id of a shipped one; or ``yaml``: an own protocol."""

    slug = serializers.CharField(max_length=64)
    name = serializers.CharField(max_length=200)
    protocol = serializers.CharField(allow_blank=True, default="")
    yaml = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        default="",
        max_length=LONGEST_DOCUMENT,
    )


class ProjectSerializer(serializers.ModelSerializer[Project]):
    role = serializers.SerializerMethodField()
    protocol = serializers.JSONField(source="current_protocol.document")
    protocol_version = serializers.IntegerField(source="current_protocol.number")

    class Meta:
        model = Project
        fields = ["slug", "name", "created_at", "role", "protocol", "protocol_version"]

    def get_role(self, project: Project) -> str:
        return str(self.context["role"])
