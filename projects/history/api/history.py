"""The history of a project, for maintainers."""

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.models import LedgerEntry
from core.selectors import list_ledger
from core.translation import translate
from projects.access.api.base import ProjectView, page_schema, query_number
from projects.history.api.serializers import LedgerEntrySerializer
from projects.history.selectors import name_subjects
from projects.person_names.api import PersonNameField
from projects.roles import MAINTAINERS


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
