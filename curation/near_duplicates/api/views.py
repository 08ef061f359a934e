"""Endpoints of near-duplicates: clusters, decisions, previews, released images."""

from typing import Any

from django.http.response import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from curation.filters.api.serializers import FilterRunSerializer
from curation.filters.models import Change
from curation.filters.selectors.runs import (
    excluding_measurements,
    get_preview,
    list_stage_previews,
)
from curation.images.api.images import AnyAccept, image_response
from curation.images.api.serializers import ImageReasonInputSerializer, ImageSerializer
from curation.images.models import Image
from curation.images.selectors.images import get_image
from curation.near_duplicates.api.serializers import (
    ApplyInputSerializer,
    ClusterSerializer,
    DuplicateParametersSerializer,
    FilterChangeSerializer,
    PairAnswerInputSerializer,
    PairDecisionSerializer,
    PossiblePairSerializer,
    PreviewSerializer,
    ReleasedCopySerializer,
    ReleasedDecisionInputSerializer,
)
from curation.near_duplicates.domain.stage import NearDuplicates
from curation.near_duplicates.models import ReleasedDecision
from curation.near_duplicates.selectors.clusters import (
    copies_left_alone,
    duplicate_parameters,
    get_pair,
    get_released_copy,
    list_kept_cluster_images,
    list_preview_changes,
    possible_pairs,
    released_copies,
)
from curation.near_duplicates.services.clusters import keep_duplicates, split_duplicates
from curation.near_duplicates.services.pair_decisions import decide_pair, undo_decision
from curation.near_duplicates.services.previews import (
    apply_duplicate_preview,
    begin_duplicate_preview,
)
from curation.near_duplicates.services.released_decisions import decide_released_copy
from curation.ports import released_images
from projects.access.api.base import OrganizerView, page_schema, validate_input
from projects.history.api.serializers import JobSerializer

_CHANGES = page_schema(FilterChangeSerializer)
_PAGE = [OpenApiParameter("cursor", str), OpenApiParameter("page_size", int)]


class ClusterView(ViewSetMixin, OrganizerView):
    """Clusters of near-duplicates, and near-duplicates that the last run kept."""

    @extend_schema(
        operation_id="duplicates_list",
        parameters=_PAGE,
        responses=page_schema(ClusterSerializer),
    )
    def list_clusters(self, request: Request, slug: str) -> Response:
        """List the clusters of near-duplicates, newest first."""

        def context(kept_images: list[Image]) -> dict[str, Any]:
            copies = [copy for image in kept_images for copy in image.duplicates.all()]
            image_ids = [image.pk for image in [*kept_images, *copies]]
            return {
                "exclusions": excluding_measurements(copies, NearDuplicates.id),
                "released": released_images().release_of_images(image_ids),
            }

        return self.paginate(
            list_kept_cluster_images(self.project), ClusterSerializer, context=context
        )

    @extend_schema(
        operation_id="duplicates_keep", request=None, responses=ImageSerializer
    )
    def keep_duplicates(self, request: Request, slug: str, image_id: int) -> Response:
        """Keep this near-duplicate in place of the chosen image."""
        image = get_image(self.project, image_id)
        kept_image = keep_duplicates(image=image, actor=self.actor)
        return Response(ImageSerializer(kept_image, context=self.context).data)

    @extend_schema(
        operation_id="duplicates_split",
        request=ImageReasonInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def split_cluster(self, request: Request, slug: str, image_id: int) -> Response:
        """Restore all images of a cluster, because they are not near-duplicates."""
        data = validate_input(ImageReasonInputSerializer, request.data)
        kept_image = get_image(self.project, image_id)
        images = split_duplicates(kept_image=kept_image, actor=self.actor, **data)
        serializer = ImageSerializer(images, many=True, context=self.context)
        return Response(serializer.data)

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


class PossiblePairView(ViewSetMixin, OrganizerView):
    """Possible near-duplicates and an organizer's decisions on them."""

    @extend_schema(
        operation_id="possible_duplicates_list",
        parameters=_PAGE,
        responses=page_schema(PossiblePairSerializer),
    )
    def list_pairs(self, request: Request, slug: str) -> Response:
        """List the undecided possible near-duplicates, newest first."""
        return self.paginate(possible_pairs(self.project), PossiblePairSerializer)

    @extend_schema(
        operation_id="possible_duplicates_decide",
        request=PairAnswerInputSerializer,
        responses=PairDecisionSerializer,
    )
    def decide_pair(self, request: Request, slug: str, pair_id: int) -> Response:
        """Record whether both are the same, different, or variants of one family."""
        data = validate_input(PairAnswerInputSerializer, request.data)
        pair = get_pair(self.project, pair_id)
        decision = decide_pair(pair=pair, actor=self.actor, **data)
        return Response(PairDecisionSerializer(decision).data)

    @extend_schema(
        operation_id="possible_duplicates_undo", request=None, responses={204: None}
    )
    def undo_decision(self, request: Request, slug: str, pair_id: int) -> Response:
        """Make a pair undecided again."""
        undo_decision(pair=get_pair(self.project, pair_id), actor=self.actor)
        return Response(status=204)


class PairPictureView(OrganizerView):
    """The pictures of a pair laid over each other."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="possible_duplicates_picture",
        parameters=[
            OpenApiParameter(
                "part",
                str,
                OpenApiParameter.PATH,
                enum=["base", "aligned", "differences"],
            )
        ],
        responses={(200, "image/webp"): OpenApiTypes.BINARY},
    )
    def get(
        self, request: Request, slug: str, pair_id: int, part: str
    ) -> HttpResponseBase:
        # It loads OpenCV, which few requests need.
        from curation.near_duplicates.services.pair_pictures import (  # noqa: PLC0415
            pair_image,
        )

        content = pair_image(get_pair(self.project, pair_id), part)
        response = HttpResponse(content, content_type="image/webp")
        response["Cache-Control"] = "private, max-age=3600"
        return response


class DuplicatePreviewView(ViewSetMixin, OrganizerView):
    """Previews of other parameters, and applying them."""

    @extend_schema(
        operation_id="duplicates_parameters", responses=DuplicateParametersSerializer
    )
    def read_parameters(self, request: Request, slug: str) -> Response:
        """Read the current parameters."""
        parameters = duplicate_parameters(self.project)
        return Response(DuplicateParametersSerializer(parameters._asdict()).data)

    @extend_schema(
        operation_id="duplicates_preview_list",
        parameters=_PAGE,
        responses=page_schema(PreviewSerializer),
    )
    def list_previews(self, request: Request, slug: str) -> Response:
        """List the previews, newest first."""
        return self.paginate(
            list_stage_previews(self.project, NearDuplicates.id), PreviewSerializer
        )

    @extend_schema(
        operation_id="duplicates_preview_begin",
        request=DuplicateParametersSerializer,
        responses={202: JobSerializer},
    )
    def begin_preview(self, request: Request, slug: str) -> Response:
        """Queue a preview of other parameters."""
        data = validate_input(DuplicateParametersSerializer, request.data)
        job = begin_duplicate_preview(project=self.project, actor=self.actor, **data)
        return Response(JobSerializer(job).data, status=202)

    @extend_schema(
        operation_id="duplicates_preview_changes",
        parameters=[OpenApiParameter("change", str, enum=Change.values), *_PAGE],
        responses=_CHANGES,
    )
    def list_changes(self, request: Request, slug: str, run_id: int) -> Response:
        """List the images that a preview would change, grouped by cluster."""
        run = get_preview(self.project, NearDuplicates.id, run_id)
        return self.paginate(
            list_preview_changes(run, request.query_params.get("change", "")),
            FilterChangeSerializer,
            ordering="id",
        )

    @extend_schema(
        operation_id="duplicates_preview_apply",
        request=ApplyInputSerializer,
        responses=FilterRunSerializer,
    )
    def apply_preview(self, request: Request, slug: str, run_id: int) -> Response:
        """Apply a preview's parameters."""
        data = validate_input(ApplyInputSerializer, request.data)
        run = get_preview(self.project, NearDuplicates.id, run_id)
        applied = apply_duplicate_preview(run=run, actor=self.actor, **data)
        return Response(FilterRunSerializer(applied).data)


class ReleasedCopyView(ViewSetMixin, OrganizerView):
    """Images that are near-duplicates of released images."""

    @extend_schema(
        operation_id="released_copy_list",
        parameters=[
            OpenApiParameter("decision", str, enum=ReleasedDecision.values),
            *_PAGE,
        ],
        responses=page_schema(ReleasedCopySerializer),
    )
    def list_copies(self, request: Request, slug: str) -> Response:
        """List the near-duplicates of released images, newest first."""
        decision = request.query_params.get("decision", "")
        return self.paginate(
            released_copies(self.project, decision),
            ReleasedCopySerializer,
            context=lambda page: {
                "released": released_images().release_of_images(
                    [copy.released_id for copy in page]
                ),
            },
        )

    @extend_schema(
        operation_id="released_copy_decide",
        request=ReleasedDecisionInputSerializer,
        responses=ReleasedCopySerializer,
    )
    def decide_copy(self, request: Request, slug: str, copy_id: int) -> Response:
        """Exclude or keep a near-duplicate of a released image."""
        data = validate_input(ReleasedDecisionInputSerializer, request.data)
        copy = get_released_copy(self.project, copy_id)
        decide_released_copy(copy=copy, actor=self.actor, **data)
        where = released_images().release_of_images([copy.released_id])
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
