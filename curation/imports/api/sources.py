"""Endpoints of sources."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from curation.imports.api.source_serializers import (
    SourceEffectsSerializer,
    SourceInputSerializer,
    SourceRightsInputSerializer,
    SourceSerializer,
)
from curation.imports.selectors import get_source, list_sources, source_effects
from curation.imports.services.sources import change_source_rights, create_source
from projects.access.api.base import OrganizerView, validate_input


class SourceView(ViewSetMixin, OrganizerView):
    @extend_schema(operation_id="source_list", responses=SourceSerializer(many=True))
    def list_sources(self, request: Request, slug: str) -> Response:
        """List the project's sources."""
        return Response(
            SourceSerializer(
                list_sources(self.project), many=True, context=self.context
            ).data
        )

    @extend_schema(
        operation_id="source_create",
        request=SourceInputSerializer,
        responses={201: SourceSerializer},
    )
    def create_source(self, request: Request, slug: str) -> Response:
        """Create a source."""
        data = validate_input(SourceInputSerializer, request.data)
        source = create_source(project=self.project, actor=self.actor, **data)
        return Response(SourceSerializer(source, context=self.context).data, status=201)

    @extend_schema(operation_id="source_effects", responses=SourceEffectsSerializer)
    def read_source_effects(
        self, request: Request, slug: str, source_id: int
    ) -> Response:
        """Read the effects of prohibiting a source."""
        effects = source_effects(get_source(self.project, source_id))
        return Response(SourceEffectsSerializer(effects, context=self.context).data)

    @extend_schema(
        operation_id="source_change_rights",
        request=SourceRightsInputSerializer,
        responses=SourceSerializer,
    )
    def change_rights(self, request: Request, slug: str, source_id: int) -> Response:
        """Change the rights of a source; prohibiting it withdraws its images."""
        data = validate_input(SourceRightsInputSerializer, request.data)
        source = get_source(self.project, source_id)
        change_source_rights(source=source, actor=self.actor, **data)
        updated = list_sources(self.project).get(pk=source.pk)
        return Response(SourceSerializer(updated, context=self.context).data)
