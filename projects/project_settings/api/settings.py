"""The settings of a project, for maintainers."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import (
    extend_schema,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.time_zones import time_zone_names
from projects.access.api.base import ProjectView, validate_input
from projects.models import Project
from projects.project_settings.services import change_settings, delete_project
from projects.roles import MAINTAINERS


class ProjectSettingsSerializer(serializers.ModelSerializer[Project]):
    time_zone = serializers.CharField(
        read_only=True, help_text="Empty: that of the installation."
    )
    installation_time_zone = serializers.SerializerMethodField()
    time_zones = serializers.SerializerMethodField(
        help_text="The time zones that a project may have."
    )

    def get_installation_time_zone(self, project: Project) -> str:
        return settings.PROJECT_TIME_ZONE

    def get_time_zones(self, project: Project) -> list[str]:
        return list(time_zone_names())

    class Meta:
        model = Project
        fields = [
            "slug",
            "name",
            "description",
            "time_zone",
            "installation_time_zone",
            "time_zones",
            "archived_at",
            "created_at",
        ]
        read_only_fields = fields


class ProjectSettingsInputSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    description = serializers.CharField(max_length=4000, allow_blank=True)
    time_zone = serializers.CharField(
        max_length=64,
        allow_blank=True,
        required=False,
        help_text="A name such as Europe/Berlin. Empty: that of the installation. "
        "Absent: unchanged.",
    )
    archived = serializers.BooleanField()


class ProjectDeleteInputSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField(help_text="The short name, typed to confirm.")


class ProjectSettingsView(ViewSetMixin, ProjectView):
    """The settings of a project."""

    roles = MAINTAINERS
    works_archived = True

    @extend_schema(
        operation_id="project_settings_get", responses=ProjectSettingsSerializer
    )
    def read_settings(self, request: Request, slug: str) -> Response:
        """Return the settings."""
        return Response(ProjectSettingsSerializer(self.project).data)

    @extend_schema(
        operation_id="project_settings_change",
        request=ProjectSettingsInputSerializer,
        responses=ProjectSettingsSerializer,
    )
    def change_settings(self, request: Request, slug: str) -> Response:
        """Change the settings, archive the project or take it into use again."""
        data = validate_input(ProjectSettingsInputSerializer, request.data)
        project = change_settings(project=self.project, actor=self.actor, **data)
        return Response(ProjectSettingsSerializer(project).data)

    @extend_schema(
        operation_id="project_delete",
        request=ProjectDeleteInputSerializer,
        responses={204: None},
    )
    def delete_empty_project(self, request: Request, slug: str) -> Response:
        """Delete a project that holds no images and no work."""
        data = validate_input(ProjectDeleteInputSerializer, request.data)
        delete_project(project=self.project, slug=data["slug"], actor=self.actor)
        return Response(status=204)
