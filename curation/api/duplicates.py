"""Endpoints of near-duplicates: clusters, decisions, previews, released images."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from curation.api.duplicate_serializers import (
    ApplyInputSerializer,
    ClusterSerializer,
    DuplicateParametersSerializer,
    FilterChangeSerializer,
    PreviewSerializer,
    ReleasedCopySerializer,
    ReleasedDecisionInputSerializer,
)
from curation.api.images import AnyAccept, image_response
from curation.api.serializers import (
    FilterRunSerializer,
    ImageReasonInputSerializer,
    ImageSerializer,
)
from curation.models.copies import ReleasedDecision
from curation.models.filters import Change
from curation.models.images import Image
from curation.ports import released_images
from curation.selectors import get_image
from curation.selectors.duplicates import (
    changes_of,
    clusters,
    copies_left_alone,
    duplicate_parameters,
    get_released_copy,
    released_copies,
)
from curation.selectors.filters import (
    DUPLICATES,
    exclusions_of,
    get_preview,
    previews,
)
from curation.services.clusters import keep_duplicates, split_duplicates
from curation.services.previews import preview_apply, preview_begin
from curation.services.released_duplicates import decide_released_copy
from projects.api.base import OrganizerView, page_of, validated
from projects.api.serializers import JobSerializer

_CHANGES = page_of(FilterChangeSerializer)
_PAGE = [OpenApiParameter("cursor", str), OpenApiParameter("page_size", int)]


class ClusterView(ViewSetMixin, OrganizerView):
    """Clusters of near-duplicates, and near-duplicates that the last run kept."""

    @extend_schema(
        operation_id="duplicates_list",
        parameters=_PAGE,
        responses=page_of(ClusterSerializer),
    )
    def clusters(self, request: Request, slug: str) -> Response:
        """List the clusters of near-duplicates, newest first."""

        def context(kept: list[Image]) -> dict[str, Any]:
            copies = [copy for image in kept for copy in image.duplicates.all()]
            shown = [image.pk for image in [*kept, *copies]]
            return {
                "exclusions": exclusions_of(copies, DUPLICATES),
                "released": released_images().where(shown),
            }

        return self.paginate(clusters(self.project), ClusterSerializer, context=context)

    @extend_schema(
        operation_id="duplicates_keep", request=None, responses=ImageSerializer
    )
    def keep(self, request: Request, slug: str, image_id: int) -> Response:
        """Keep this near-duplicate in place of the chosen image."""
        image = get_image(self.project, image_id)
        kept = keep_duplicates(image=image, actor=self.actor)
        return Response(ImageSerializer(kept, context=self.context).data)

    @extend_schema(
        operation_id="duplicates_split",
        request=ImageReasonInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def split(self, request: Request, slug: str, image_id: int) -> Response:
        """Restore all images of a cluster, because they are not near-duplicates."""
        data = validated(ImageReasonInputSerializer, request.data)
        kept = get_image(self.project, image_id)
        images = split_duplicates(kept=kept, actor=self.actor, **data)
        shown = ImageSerializer(images, many=True, context=self.context)
        return Response(shown.data)

    @extend_schema(
        operation_id="duplicates_left_alone_list",
        parameters=_PAGE,
        responses=_CHANGES,
    )
    def left_alone(self, request: Request, slug: str) -> Response:
        """List the near-duplicates that stay because people have worked on them."""
        return self.paginate(
            copies_left_alone(self.project),
            FilterChangeSerializer,
            ordering="id",
        )


class DuplicatePreviewView(ViewSetMixin, OrganizerView):
    """Previews of other parameters, and applying them."""

    @extend_schema(
        operation_id="duplicates_parameters", responses=DuplicateParametersSerializer
    )
    def parameters(self, request: Request, slug: str) -> Response:
        """Read the current parameters."""
        parameters = duplicate_parameters(self.project)
        return Response(DuplicateParametersSerializer(parameters._asdict()).data)

    @extend_schema(
        operation_id="duplicates_preview_list",
        parameters=_PAGE,
        responses=page_of(PreviewSerializer),
    )
    def previews(self, request: Request, slug: str) -> Response:
        """List the previews, newest first."""
        return self.paginate(previews(self.project, DUPLICATES), PreviewSerializer)

    @extend_schema(
        operation_id="duplicates_preview_begin",
        request=DuplicateParametersSerializer,
        responses={202: JobSerializer},
    )
    def begin(self, request: Request, slug: str) -> Response:
        """Queue a preview of other parameters."""
        data = validated(DuplicateParametersSerializer, request.data)
        job = preview_begin(project=self.project, actor=self.actor, **data)
        return Response(JobSerializer(job).data, status=202)

    @extend_schema(
        operation_id="duplicates_preview_changes",
        parameters=[OpenApiParameter("change", str, enum=Change.values), *_PAGE],
        responses=_CHANGES,
    )
    def changes(self, request: Request, slug: str, run_id: int) -> Response:
        """List the images that a preview would change, grouped by cluster."""
        run = get_preview(self.project, DUPLICATES, run_id)
        return self.paginate(
            changes_of(run, request.query_params.get("change", "")),
            FilterChangeSerializer,
            ordering="id",
        )

    @extend_schema(
        operation_id="duplicates_preview_apply",
        request=ApplyInputSerializer,
        responses=FilterRunSerializer,
    )
    def apply(self, request: Request, slug: str, run_id: int) -> Response:
        """Apply a preview's parameters."""
        data = validated(ApplyInputSerializer, request.data)
        run = get_preview(self.project, DUPLICATES, run_id)
        applied = preview_apply(run=run, actor=self.actor, **data)
        return Response(FilterRunSerializer(applied).data)


class ReleasedCopyView(ViewSetMixin, OrganizerView):
    """Images that are near-duplicates of released images."""

    @extend_schema(
        operation_id="released_copy_list",
        parameters=[
            OpenApiParameter("decision", str, enum=ReleasedDecision.values),
            *_PAGE,
        ],
        responses=page_of(ReleasedCopySerializer),
    )
    def copies(self, request: Request, slug: str) -> Response:
        """List the near-duplicates of released images, newest first."""
        decision = request.query_params.get("decision", "")
        return self.paginate(
            released_copies(self.project, decision),
            ReleasedCopySerializer,
            context=lambda page: {
                "released": released_images().where([one.released_id for one in page]),
            },
        )

    @extend_schema(
        operation_id="released_copy_decide",
        request=ReleasedDecisionInputSerializer,
        responses=ReleasedCopySerializer,
    )
    def decide(self, request: Request, slug: str, copy_id: int) -> Response:
        """Exclude or keep a near-duplicate of a released image."""
        data = validated(ReleasedDecisionInputSerializer, request.data)
        copy = get_released_copy(self.project, copy_id)
        decide_released_copy(copy=copy, actor=self.actor, **data)
        where = released_images().where([copy.released_id])
        context = {**self.context, "released": where}
        return Response(ReleasedCopySerializer(copy, context=context).data)


class ReleasedCopyThumbnailView(OrganizerView):
    """The thumbnail of the released image, for comparison."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="released_copy_thumbnail",
        responses={(200, "image/*"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, copy_id: int) -> HttpResponseBase:
        copy = get_released_copy(self.project, copy_id)
        return image_response(request, copy.released, "thumbnail")
