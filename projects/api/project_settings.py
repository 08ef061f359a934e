"""A project's settings and its history, for maintainers."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import (
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.api.base import ProjectView, page_schema, query_number, validate_input
from projects.api.fields import PersonNameField
from projects.api.serializers import LedgerEntrySerializer
from projects.history import name_subjects
from projects.models import Project
from projects.project_settings import change_settings, delete_project
from projects.selectors import MAINTAINERS
from workflow.models import LedgerEntry
from workflow.selectors import list_ledger
from workflow.time_zones import time_zone_names
from workflow.translation import translate


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


class HistoryEntrySerializer(LedgerEntrySerializer):
    """A transition of any object of the project, with the person who caused it."""

    person = PersonNameField(
        source="actor", allow_null=True, help_text="Null: Subtext itself."
    )

    subject = serializers.SerializerMethodField(
        help_text="Name of the object, or of the first of several, in the reader's "
        "language. Null: it was deleted."
    )

    class Meta(LedgerEntrySerializer.Meta):
        fields = [*LedgerEntrySerializer.Meta.fields, "subject_id", "subject", "person"]

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_subject(self, entry: LedgerEntry) -> str | None:
        name = self.context["subjects"].get((entry.machine, entry.subject_id))
        return None if name is None else translate(name)


class ProjectSettingsView(ViewSetMixin, ProjectView):
    """The settings of a project."""

    roles = MAINTAINERS
    works_archived = True

    @extend_schema(
        operation_id="project_settings_get", responses=ProjectSettingsSerializer
    )
    def current(self, request: Request, slug: str) -> Response:
        """Return the settings."""
        return Response(ProjectSettingsSerializer(self.project).data)

    @extend_schema(
        operation_id="project_settings_change",
        request=ProjectSettingsInputSerializer,
        responses=ProjectSettingsSerializer,
    )
    def change(self, request: Request, slug: str) -> Response:
        """Change the settings, archive the project or take it into use again."""
        data = validate_input(ProjectSettingsInputSerializer, request.data)
        project = change_settings(project=self.project, actor=self.actor, **data)
        return Response(ProjectSettingsSerializer(project).data)

    @extend_schema(
        operation_id="project_delete",
        request=ProjectDeleteInputSerializer,
        responses={204: None},
    )
    def delete_empty(self, request: Request, slug: str) -> Response:
        """Delete a project that holds no images and no work."""
        data = validate_input(ProjectDeleteInputSerializer, request.data)
        delete_project(project=self.project, slug=data["slug"], actor=self.actor)
        return Response(status=204)


class ProjectHistoryView(ProjectView):
    """List all transitions of the project's objects, newest first."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="project_history",
        parameters=[
            OpenApiParameter("machine", str, description="Kind of the objects."),
            OpenApiParameter("person_id", int, description="Who caused it."),
        ],
        responses=page_schema(HistoryEntrySerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        entries = list_ledger(
            self.project.pk,
            machine=request.query_params.get("machine", ""),
            person_id=query_number(request, "person_id"),
        )
        return self.paginate(
            entries,
            HistoryEntrySerializer,
            context=lambda page: {"subjects": name_subjects(self.project, page)},
        )
