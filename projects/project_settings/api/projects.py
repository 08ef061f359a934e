"""The projects of a person, and one of them."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from projects.access.api.base import IsStaff, ProjectView, validate_input
from projects.access.selectors import list_active_memberships
from projects.accounts.api.serializers import (
    MyMembershipSerializer,
    ProjectNameSerializer,
)
from projects.models import User
from projects.project_settings.api.serializers import (
    ProjectInputSerializer,
    ProjectSerializer,
)
from projects.project_settings.services import create_project
from projects.protocol_versions.api.views import parse_protocol
from projects.roles import MEMBERS
from subtext_protocol.document import Protocol
from subtext_protocol.reading import ProtocolError
from subtext_protocol.shipped import shipped_protocol


class ProjectListView(APIView):
    """List the projects of the person, or create one."""

    def get_permissions(self) -> Sequence[Any]:
        creates = self.request.method == "POST"
        return [IsStaff()] if creates else super().get_permissions()

    @extend_schema(
        operation_id="project_list", responses=MyMembershipSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)  # noqa: S101 - authenticated
        return Response(
            MyMembershipSerializer(
                list_active_memberships(request.user), many=True
            ).data
        )

    @extend_schema(
        operation_id="project_create",
        request=ProjectInputSerializer,
        responses={201: ProjectNameSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a project and become its maintainer."""
        assert isinstance(request.user, User)  # noqa: S101 - authenticated
        data = validate_input(ProjectInputSerializer, request.data)
        protocol = (
            parse_protocol(data["yaml"])
            if data["yaml"]
            else _load_shipped_protocol(data["protocol"])
        )
        project = create_project(
            slug=data["slug"],
            name=data["name"],
            protocol=protocol,
            maintainer=request.user,
        )
        return Response(ProjectNameSerializer(project).data, status=201)


def _load_shipped_protocol(protocol_id: str) -> Protocol:
    try:
        return shipped_protocol(protocol_id)
    except ProtocolError as error:
        problem = FieldProblem("protocol", error.problems[0].reason)
        raise InvalidInputError(
            _("There is no protocol with this id."), [problem]
        ) from error


class ProjectGetView(ProjectView):
    """Return a project with its protocol and the person's role."""

    roles = MEMBERS

    @extend_schema(operation_id="project_get", responses=ProjectSerializer)
    def get(self, request: Request, slug: str) -> Response:
        context = {"role": self.actor.role}
        return Response(ProjectSerializer(self.project, context=context).data)
