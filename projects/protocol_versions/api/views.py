"""Protocols of a project: reading, changing, checking and comparing them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.errors import MOST_PROBLEMS, FieldProblem, InvalidInputError, NotFoundError
from core.selectors import get_or_missing
from core.translation import translate
from projects.access.api.base import IsStaff, OrganizerView, ProjectView, validate_input
from projects.models import Project, ProtocolVersion
from projects.ports import check_protocol, installed_plugins
from projects.protocol_versions.api.serializers import (
    ProtocolCheckSerializer,
    ProtocolDifferenceSerializer,
    ProtocolDocumentSerializer,
    ProtocolDraftSerializer,
    ProtocolInputSerializer,
    ProtocolOfferSerializer,
    ProtocolVersionSerializer,
    ShippedProtocolSerializer,
)
from projects.protocol_versions.selectors import find_change_consequences
from projects.protocol_versions.services.changes import change_protocol
from projects.protocol_versions.services.guideline_images import (
    require_guideline_images,
)
from projects.roles import MAINTAINERS
from subtext_protocol.changes import list_changes
from subtext_protocol.document import Protocol
from subtext_protocol.reading import (
    ProtocolError,
    data_from_yaml,
    protocol_from_data,
    protocol_from_yaml,
    require_editable,
    to_yaml,
)
from subtext_protocol.shipped import shipped_ids, shipped_protocol


class ShippedProtocolListView(APIView):
    """List the protocols that a new project can start with."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="shipped_protocol_list",
        responses=ShippedProtocolSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        templates = [
            _template_row(shipped_protocol(protocol_id))
            for protocol_id in shipped_ids()
        ]
        return Response(ShippedProtocolSerializer(templates, many=True).data)


class ProtocolView(ViewSetMixin, OrganizerView):
    """Current and earlier protocols."""

    @extend_schema(operation_id="protocol_get", responses=ProtocolDocumentSerializer)
    def read_current_version(self, request: Request, slug: str) -> Response:
        """Return the current protocol as YAML."""
        return _document(self.project.current_protocol)

    @extend_schema(
        operation_id="protocol_version_list",
        responses=ProtocolVersionSerializer(many=True),
    )
    def list_versions(self, request: Request, slug: str) -> Response:
        """List all protocol versions, the latest first."""
        versions = self.project.protocol_versions.order_by("-number")
        return Response(
            ProtocolVersionSerializer(versions, many=True, context=self.context).data
        )

    @extend_schema(
        operation_id="protocol_version_get", responses=ProtocolDocumentSerializer
    )
    def read_version(self, request: Request, slug: str, number: int) -> Response:
        """Return one protocol version."""
        return _document(_version(self.project, number))

    @extend_schema(
        operation_id="protocol_version_diff",
        responses=ProtocolDifferenceSerializer(many=True),
    )
    def compare_versions(
        self, request: Request, slug: str, number: int, since: int
    ) -> Response:
        """Compare two protocol versions, field by field."""
        before, after = (
            _version(self.project, version_number) for version_number in (since, number)
        )
        differences = list_changes(before.protocol, after.protocol)
        serializer = ProtocolDifferenceSerializer(
            [difference._asdict() for difference in differences], many=True
        )
        return Response(serializer.data)


class ProtocolChangeView(ViewSetMixin, ProjectView):
    """Changing the protocol."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="protocol_change",
        request=ProtocolInputSerializer,
        responses=ProtocolDocumentSerializer,
    )
    def change_protocol(self, request: Request, slug: str) -> Response:
        """Change the protocol; problems are named by their path."""
        data = validate_input(ProtocolInputSerializer, request.data)
        version = change_protocol(
            project=self.project,
            protocol=parse_protocol(data["yaml"]),
            actor=self.actor,
            note=data["note"],
            after=data["after"],
            mapping=data["mapping"],
        )
        return _document(version)

    @extend_schema(
        operation_id="protocol_check",
        request=ProtocolDraftSerializer,
        responses=ProtocolCheckSerializer,
    )
    def check_protocol(self, request: Request, slug: str) -> Response:
        """Check a draft: its content, problems and effects. Nothing is saved."""
        data = validate_input(ProtocolDraftSerializer, request.data)
        body = _check_draft(
            self.project,
            text=data["yaml"],
            document=data["document"],
        )
        return Response(ProtocolCheckSerializer(body).data)

    @extend_schema(operation_id="protocol_offer", responses=ProtocolOfferSerializer)
    def offer(self, request: Request, slug: str) -> Response:
        """Return the editor's data: the JSON Schema, templates, formats and checks."""
        features = installed_plugins()
        body = {
            "templates": [
                {**_template_row(protocol), "yaml": _shipped_yaml(protocol.id)}
                for protocol in map(shipped_protocol, shipped_ids())
            ],
            "formats": features.formats,
            "checks": features.checks,
            "schema": Protocol.model_json_schema(),
        }
        return Response(ProtocolOfferSerializer(body).data)


def parse_protocol(text: str) -> Protocol:
    """Return the protocol in a YAML text.

    Raises InvalidInputError naming each problem by its path.
    """
    try:
        return protocol_from_yaml(text, origin="protocol")
    except ProtocolError as error:
        raise InvalidInputError(
            _("The protocol is not valid."), _problems(error)
        ) from error


def _problems(error: ProtocolError) -> list[FieldProblem]:
    return [FieldProblem(problem.path, problem.reason) for problem in error.problems]


def _check_draft(
    project: Project, *, text: str | None, document: object
) -> dict[str, Any]:
    """Return the body of a check; ``text`` takes precedence over ``document``."""
    body: dict[str, Any] = {
        "yaml": text or "",
        "document": None,
        "changed": True,
        "changes": [],
        "work": {},
        "used": {},
        "obstacles": [],
    }
    try:
        if text is not None:
            body["document"] = data_from_yaml(text, origin="protocol")
        else:
            require_editable(document, origin="protocol")
            body |= {"yaml": to_yaml(document), "document": document}
        protocol = protocol_from_data(body["document"], origin="protocol")
        check_protocol(protocol)
        require_guideline_images(project, protocol)
    except ProtocolError as error:
        problems = _problems(error)
    except InvalidInputError as error:
        problems = [*error.fields]
    else:
        return _accepted_draft(project, protocol)
    return {**body, "problems": _problem_rows(problems)}


def _accepted_draft(project: Project, protocol: Protocol) -> dict[str, Any]:
    """Return the body of the check of a draft without problems."""
    differences = list_changes(project.protocol, protocol)
    effects = find_change_consequences(project, differences)
    return {
        "yaml": _yaml(protocol),
        "document": protocol.model_dump(mode="json"),
        "problems": [],
        "changed": protocol.sha256 != project.protocol.sha256,
        "changes": [change._asdict() for change in differences],
        "work": effects.work,
        "used": effects.used,
        "obstacles": _problem_rows(effects.obstacles),
    }


def _problem_rows(problems: Sequence[FieldProblem]) -> list[dict[str, str]]:
    return [
        {"field": problem.field, "message": translate(problem.message)}
        for problem in problems[:MOST_PROBLEMS]
    ]


def _template_row(protocol: Protocol) -> dict[str, object]:
    missing: list[str] = []
    try:
        check_protocol(protocol)
    except InvalidInputError as error:
        missing = [translate(problem.message) for problem in error.fields]
    return {
        "id": protocol.id,
        "name": protocol.name,
        "language": protocol.language,
        "summary": protocol.summary,
        "missing": missing,
        "preview": {
            "images": protocol.item.images,
            "most_images": protocol.item.up_to,
            "annotators": protocol.annotation.people,
            "titles": [field.title for field in protocol.fields],
            "formats": protocol.questions.formats,
            "minimum_questions": protocol.questions.minimum,
            "maximum_questions": protocol.questions.maximum,
            "rounds": [validation.title for validation in protocol.review.rounds],
            "licence": protocol.release.licence,
        },
    }


def _version(project: Project, number: int) -> ProtocolVersion:
    return get_or_missing(
        project.protocol_versions.filter(number=number),
        _("This project has no such protocol version."),
    )


def _document(version: ProtocolVersion | None) -> Response:
    if version is None:
        raise NotFoundError(_("There is no protocol with this id."))
    context = {"yaml": _yaml(version.protocol)}
    return Response(ProtocolDocumentSerializer(version, context=context).data)


@cache
def _shipped_yaml(protocol_id: str) -> str:
    return _yaml(shipped_protocol(protocol_id))


def _yaml(protocol: Protocol) -> str:
    # The stored document is not used: PostgreSQL does not keep the order of its keys.
    return to_yaml(protocol.model_dump(mode="json"))
