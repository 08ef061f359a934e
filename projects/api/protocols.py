"""Protocols of a project: reading, changing, checking and comparing them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from projects.api.base import OrganizerView, ProjectView, validated
from projects.api.serializers import (
    ProtocolCheckSerializer,
    ProtocolDifferenceSerializer,
    ProtocolDocumentSerializer,
    ProtocolDraftSerializer,
    ProtocolInputSerializer,
    ProtocolOfferSerializer,
    ProtocolVersionSerializer,
    ShippedProtocolSerializer,
)
from projects.domain.protocol.changes import changes
from projects.domain.protocol.document import (
    Protocol,
    ProtocolError,
    data_from_yaml,
    protocol_from_data,
    protocol_from_yaml,
    yaml_of,
)
from projects.domain.protocol.text import Language
from projects.domain.shipped import shipped_ids, shipped_protocol
from projects.models import Project, ProtocolVersion, User
from projects.ports import check_protocol, installed
from projects.selectors import MAINTAINERS, consequences
from projects.services import change_protocol
from workflow.errors import (
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
)
from workflow.selectors import get_or_missing


class ShippedProtocolListView(APIView):
    """List the protocols that a new project can start with."""

    @extend_schema(
        operation_id="shipped_protocol_list",
        responses=ShippedProtocolSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        if not isinstance(request.user, User) or not request.user.is_staff:
            raise NotAllowedError(
                "Only staff of this installation can create projects."
            )
        rows = [_offered(shipped_protocol(one)) for one in shipped_ids()]
        return Response(ShippedProtocolSerializer(rows, many=True).data)


class ProtocolView(ViewSetMixin, OrganizerView):
    """Current and earlier protocols."""

    @extend_schema(operation_id="protocol_get", responses=ProtocolDocumentSerializer)
    def current(self, request: Request, slug: str) -> Response:
        """Return the current protocol as YAML."""
        return _document(self.project.current_protocol)

    @extend_schema(
        operation_id="protocol_version_list",
        responses=ProtocolVersionSerializer(many=True),
    )
    def versions(self, request: Request, slug: str) -> Response:
        """List all protocol versions, the latest first."""
        versions = self.project.protocol_versions.order_by("-number")
        return Response(ProtocolVersionSerializer(versions, many=True).data)

    @extend_schema(
        operation_id="protocol_version_get", responses=ProtocolDocumentSerializer
    )
    def version(self, request: Request, slug: str, number: int) -> Response:
        """Return one protocol version."""
        return _document(_version(self.project, number))

    @extend_schema(
        operation_id="protocol_version_diff",
        responses=ProtocolDifferenceSerializer(many=True),
    )
    def difference(
        self, request: Request, slug: str, number: int, since: int
    ) -> Response:
        """Compare two protocol versions, field by field."""
        before, after = (_version(self.project, one) for one in (since, number))
        rows = changes(before.protocol, after.protocol)
        shown = ProtocolDifferenceSerializer([one._asdict() for one in rows], many=True)
        return Response(shown.data)


class ProtocolChangeView(ViewSetMixin, ProjectView):
    """Changing the protocol."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="protocol_change",
        request=ProtocolInputSerializer,
        responses=ProtocolDocumentSerializer,
    )
    def change(self, request: Request, slug: str) -> Response:
        """Change the protocol; problems are named by their path."""
        data = validated(ProtocolInputSerializer, request.data)
        version = change_protocol(
            project=self.project,
            protocol=protocol_of(data["yaml"], language_of(self.person)),
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
    def check(self, request: Request, slug: str) -> Response:
        """Check a draft: its content, problems and effects. Nothing is saved."""
        data = validated(ProtocolDraftSerializer, request.data)
        body = _checked(
            self.project,
            text=data["yaml"],
            document=data["document"],
            language=language_of(self.person),
        )
        return Response(ProtocolCheckSerializer(body).data)

    @extend_schema(operation_id="protocol_offer", responses=ProtocolOfferSerializer)
    def offer(self, request: Request, slug: str) -> Response:
        """Return the editor's data: the JSON Schema, templates, formats and checks."""
        there = installed()
        body = {
            "templates": [
                {**_offered(protocol), "yaml": _yaml(protocol)}
                for protocol in map(shipped_protocol, shipped_ids())
            ],
            "formats": there.formats,
            "checks": there.checks,
            "schema": Protocol.model_json_schema(),
        }
        return Response(ProtocolOfferSerializer(body).data)


def language_of(person: User) -> Language:
    """Return the person's interface language."""
    return "zh" if person.locale == "zh" else "en"


def protocol_of(text: str, language: Language) -> Protocol:
    """Return the protocol in a YAML text.

    Raises InvalidInputError naming each problem by its path.
    """
    try:
        return protocol_from_yaml(text, origin="protocol")
    except ProtocolError as error:
        raise InvalidInputError(
            "The protocol is not valid.", _problems(error, language)
        ) from error


def _problems(error: ProtocolError, language: Language) -> list[FieldProblem]:
    return [FieldProblem(one.path, one.reason_in(language)) for one in error.problems]


def _checked(
    project: Project, *, text: str | None, document: object, language: Language
) -> dict[str, Any]:
    """Return the body of a check; ``text`` takes precedence over ``document``."""
    body: dict[str, Any] = {
        "yaml": text or yaml_of(document),
        "document": document,
        "changed": True,
        "changes": [],
        "work": {},
        "used": {},
        "obstacles": [],
    }
    try:
        if text is not None:
            body["document"] = data_from_yaml(text, origin="protocol")
        protocol = protocol_from_data(body["document"], origin="protocol")
        check_protocol(protocol)
    except ProtocolError as error:
        return {**body, "problems": _shown(_problems(error, language))}
    except InvalidInputError as error:
        return {**body, "problems": _shown(error.fields)}
    changed = changes(project.protocol, protocol)
    foreseen = consequences(project, changed)
    return {
        "yaml": _yaml(protocol),
        "document": protocol.model_dump(mode="json"),
        "problems": [],
        "changed": protocol.sha256 != project.protocol.sha256,
        "changes": [one._asdict() for one in changed],
        "work": foreseen.work,
        "used": foreseen.used,
        "obstacles": _shown(foreseen.obstacles),
    }


def _shown(problems: Any) -> list[dict[str, str]]:
    return [{"field": one.field, "message": one.message} for one in problems]


def _offered(protocol: Protocol) -> dict[str, object]:
    missing: list[str] = []
    try:
        check_protocol(protocol)
    except InvalidInputError as error:
        missing = [problem.message for problem in error.fields]
    return {
        "id": protocol.id,
        "name": protocol.name,
        "language": protocol.language,
        "summary": protocol.summary,
        "missing": missing,
    }


def _version(project: Project, number: int) -> ProtocolVersion:
    return get_or_missing(
        project.protocol_versions.filter(number=number),
        "This project has no such protocol version.",
    )


def _document(version: ProtocolVersion | None) -> Response:
    if version is None:
        raise NotFoundError("There is no protocol with this id.")
    context = {"yaml": _yaml(version.protocol)}
    return Response(ProtocolDocumentSerializer(version, context=context).data)


def _yaml(protocol: Protocol) -> str:
    # The stored document is not used: PostgreSQL does not keep the order of its keys.
    return yaml_of(protocol.model_dump(mode="json"))
