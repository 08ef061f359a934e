"""The security record: of one's account, of a project, of the installation."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from projects.access.api.base import (
    IsStaff,
    ProjectView,
    page_schema,
    paginate,
    query_number,
)
from projects.models import SecurityEvent, SecurityEventKind, User
from projects.person_names.api import PersonNameField
from projects.person_names.selectors.project_names import PersonNames, name_order
from projects.roles import MAINTAINERS
from projects.security_record.selectors import (
    EVENT_COLUMNS,
    EventFilter,
    event_rows,
    events_of_installation,
    events_of_person,
    events_of_project,
    filter_events,
    people_of_installation,
)
from projects.security_record.services import record_export
from reporting.export_rows import encode_for_people, sheet_lines


class SecurityEventSerializer(serializers.ModelSerializer[SecurityEvent]):
    """An event of the security record."""

    actor = PersonNameField(
        allow_null=True,
        help_text="Who did it; of a used password link, who made it. Null: a command "
        "on the server, or somebody who was not logged in.",
    )
    person = PersonNameField(
        allow_null=True,
        help_text="Whose account it is about, if any.",
    )

    actor_id = serializers.IntegerField(allow_null=True)
    person_id = serializers.IntegerField(allow_null=True)
    details = serializers.DictField(
        source="data",
        help_text="Ids, roles, versions and names of fields, depending on the kind.",
    )

    class Meta:
        model = SecurityEvent
        fields = [
            "id",
            "kind",
            "at",
            "last_at",
            "count",
            "actor",
            "actor_id",
            "person",
            "person_id",
            "project",
            "details",
        ]
        read_only_fields = fields


class SecurityPersonSerializer(serializers.Serializer[Any]):
    """An account for the filter ``person_id``."""

    id = serializers.IntegerField(source="pk")
    name = PersonNameField(source="*")


class _AccountNames(PersonNames):
    """Names outside a project: with the user name, which is unique."""

    def __init__(self) -> None:
        """Read no members."""

    def name_of_person(self, person: User) -> str:
        name, username = person.shown_name, person.username
        return name if name == username else f"{name} ({username})"


def _accounts(page: list[SecurityEvent]) -> dict[str, Any]:
    return {"names": _AccountNames()}


_PARAMETERS = [
    OpenApiParameter("kind", str, enum=SecurityEventKind.values),
    OpenApiParameter(
        "person_id", int, description="Who did it, or whose account it is about."
    ),
    OpenApiParameter("since", OpenApiTypes.DATETIME, description="At or after."),
    OpenApiParameter("until", OpenApiTypes.DATETIME, description="Before."),
]
_PAGE = page_schema(SecurityEventSerializer)
_CSV = {(200, "text/csv"): OpenApiTypes.STR}


def _filter_of(request: Request) -> EventFilter:
    """Return the filter of the query string. Raises InvalidInputError."""
    kind = request.query_params.get("kind")
    if kind and kind not in SecurityEventKind.values:
        raise InvalidInputError(
            _("There is no such kind of event."),
            [FieldProblem("kind", _("There is no such kind of event."))],
        )
    return EventFilter(
        kind=kind,
        person_id=query_number(request, "person_id"),
        since=_time_of(request, "since"),
        until=_time_of(request, "until"),
    )


def _time_of(request: Request, name: str) -> datetime | None:
    text = request.query_params.get(name)
    if not text:
        return None
    field = serializers.DateTimeField()
    try:
        moment: datetime = field.to_internal_value(text)
    except serializers.ValidationError as error:
        problem = FieldProblem(name, _("Must be a date and a time."))
        raise InvalidInputError(_("This is no valid time."), [problem]) from error
    return moment


def _csv(events: QuerySet[SecurityEvent], name: str) -> HttpResponseBase:
    lines: Iterable[str] = sheet_lines(event_rows(events), EVENT_COLUMNS, "csv")
    response = StreamingHttpResponse(
        encode_for_people(lines, "csv"), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


class MySecurityRecordView(APIView):
    """List the events of my account, and what I did; the newest first."""

    @extend_schema(
        operation_id="my_security_record",
        responses=_PAGE,
    )
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)  # noqa: S101 - the default
        events = events_of_person(request.user)
        return paginate(self, events, SecurityEventSerializer, context=_accounts)


class ProjectSecurityRecordView(ProjectView):
    """List the security events of the project, the newest first."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="security_record",
        parameters=_PARAMETERS,
        responses=_PAGE,
    )
    def get(self, request: Request, slug: str) -> Response:
        events = filter_events(events_of_project(self.project), _filter_of(request))
        return self.paginate(events, SecurityEventSerializer)


class ProjectSecurityExportView(ProjectView):
    """Download the security events of the project as CSV, the oldest first."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="security_record_export", parameters=_PARAMETERS, responses=_CSV
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        events = filter_events(events_of_project(self.project), _filter_of(request))
        record_export(self.project, self.actor, "security_record", format="csv")
        return _csv(events, f"{self.project.slug}-security-record")


class _StaffView(APIView):
    permission_classes = [IsStaff]


class InstallationSecurityRecordView(_StaffView):
    """List all security events of the installation, the newest first."""

    @extend_schema(
        operation_id="installation_security_record",
        parameters=_PARAMETERS,
        responses=_PAGE,
    )
    def get(self, request: Request) -> Response:
        events = filter_events(events_of_installation(), _filter_of(request))
        return paginate(self, events, SecurityEventSerializer, context=_accounts)


class InstallationSecurityPeopleView(_StaffView):
    """List the people of the installation's record, by name."""

    @extend_schema(
        operation_id="installation_security_people",
        responses=SecurityPersonSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        people = sorted(people_of_installation(), key=name_order)
        context = {"names": _AccountNames()}
        return Response(
            SecurityPersonSerializer(people, many=True, context=context).data
        )


class InstallationSecurityExportView(_StaffView):
    """Download all security events of the installation as CSV, the oldest first."""

    @extend_schema(
        operation_id="installation_security_record_export",
        parameters=_PARAMETERS,
        responses=_CSV,
    )
    def get(self, request: Request) -> HttpResponseBase:
        assert isinstance(request.user, User)  # noqa: S101 - by the permission
        events = filter_events(events_of_installation(), _filter_of(request))
        record_export(None, request.user, "security_record", format="csv")
        return _csv(events, "security-record")
