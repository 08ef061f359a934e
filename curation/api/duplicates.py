"""Copies: look, overrule, try other parameters; what releases show already."""

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

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
from curation.ports import released_images
from curation.selectors import image_get
from curation.selectors.duplicates import (
    changes_of,
    clusters,
    copies_left_alone,
    duplicate_parameters,
    released_copies,
    released_copy_get,
)
from curation.selectors.filters import (
    DUPLICATES,
    exclusions_of,
    preview_get,
    previews,
)
from curation.services.clusters import duplicates_keep, duplicates_split
from curation.services.previews import preview_apply, preview_begin
from curation.services.released import released_copy_decide
from projects.api.base import OrganizerView, page_of, validated
from projects.api.serializers import JobSerializer
from workflow.api.pagination import KeysetPagination

_CHANGES = page_of(FilterChangeSerializer)
_PAGE = [OpenApiParameter("cursor", str), OpenApiParameter("page_size", int)]


class ClusterListApi(OrganizerView):
    """Clusters of copies, the latest first."""

    @extend_schema(
        operation_id="duplicates_list",
        parameters=_PAGE,
        responses=page_of(ClusterSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        paginator = KeysetPagination()
        page = paginator.paginate_queryset(clusters(self.project), request, view=self)
        kept = list(page or [])
        copies = [copy for image in kept for copy in image.duplicates.all()]
        context = {
            "slug": slug,
            "exclusions": exclusions_of(copies, DUPLICATES),
            "released": released_images().where([one.pk for one in [*kept, *copies]]),
        }
        shown = ClusterSerializer(kept, many=True, context=context)
        return paginator.get_paginated_response(shown.data)


class DuplicateKeepApi(OrganizerView):
    """Keep this copy in place of the one that was chosen."""

    @extend_schema(
        operation_id="duplicates_keep", request=None, responses=ImageSerializer
    )
    def post(self, request: Request, slug: str, image_id: int) -> Response:
        image = image_get(self.project, image_id)
        kept = duplicates_keep(image=image, actor=self.actor)
        return Response(ImageSerializer(kept, context={"slug": slug}).data)


class DuplicateSplitApi(OrganizerView):
    """These are no copies of each other: all of a cluster come back."""

    @extend_schema(
        operation_id="duplicates_split",
        request=ImageReasonInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def post(self, request: Request, slug: str, image_id: int) -> Response:
        data = validated(ImageReasonInputSerializer, request.data)
        kept = image_get(self.project, image_id)
        images = duplicates_split(kept=kept, actor=self.actor, **data)
        shown = ImageSerializer(images, many=True, context={"slug": slug})
        return Response(shown.data)


class CopiesLeftAloneApi(OrganizerView):
    """Copies that the last run found and left: people have worked on them."""

    @extend_schema(
        operation_id="duplicates_left_alone_list",
        parameters=_PAGE,
        responses=_CHANGES,
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.paginate(
            copies_left_alone(self.project),
            FilterChangeSerializer,
            ordering="id",
            context={"slug": slug},
        )


class DuplicateParametersApi(OrganizerView):
    """The parameters in force."""

    @extend_schema(
        operation_id="duplicates_parameters", responses=DuplicateParametersSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        parameters = duplicate_parameters(self.project)
        return Response(DuplicateParametersSerializer(parameters._asdict()).data)


class PreviewListApi(OrganizerView):
    """What other parameters would change, latest first; and asking for it."""

    @extend_schema(
        operation_id="duplicates_preview_list",
        parameters=_PAGE,
        responses=page_of(PreviewSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.paginate(previews(self.project, DUPLICATES), PreviewSerializer)

    @extend_schema(
        operation_id="duplicates_preview_begin",
        request=DuplicateParametersSerializer,
        responses={202: JobSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(DuplicateParametersSerializer, request.data)
        job = preview_begin(project=self.project, actor=self.actor, **data)
        return Response(JobSerializer(job).data, status=202)


class PreviewChangesApi(OrganizerView):
    """The images that a preview would move, those of one cluster together."""

    @extend_schema(
        operation_id="duplicates_preview_changes",
        parameters=[OpenApiParameter("change", str, enum=Change.values), *_PAGE],
        responses=_CHANGES,
    )
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        run = preview_get(self.project, DUPLICATES, run_id)
        return self.paginate(
            changes_of(run, request.query_params.get("change", "")),
            FilterChangeSerializer,
            ordering="id",
            context={"slug": slug},
        )


class PreviewApplyApi(OrganizerView):
    """Put a preview's parameters in force."""

    @extend_schema(
        operation_id="duplicates_preview_apply",
        request=ApplyInputSerializer,
        responses=FilterRunSerializer,
    )
    def post(self, request: Request, slug: str, run_id: int) -> Response:
        data = validated(ApplyInputSerializer, request.data)
        run = preview_get(self.project, DUPLICATES, run_id)
        applied = preview_apply(run=run, actor=self.actor, **data)
        return Response(FilterRunSerializer(applied).data)


class ReleasedCopyListApi(OrganizerView):
    """Images that show what a published release shows, latest first."""

    @extend_schema(
        operation_id="released_copy_list",
        parameters=[
            OpenApiParameter("decision", str, enum=ReleasedDecision.values),
            *_PAGE,
        ],
        responses=page_of(ReleasedCopySerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        paginator = KeysetPagination()
        rows = released_copies(self.project, request.query_params.get("decision", ""))
        page = list(paginator.paginate_queryset(rows, request, view=self) or [])
        where = released_images().where([copy.released_id for copy in page])
        context = {"slug": slug, "released": where}
        shown = ReleasedCopySerializer(page, many=True, context=context)
        return paginator.get_paginated_response(shown.data)


class ReleasedCopyDecideApi(OrganizerView):
    """Exclude such an image, or keep it all the same."""

    @extend_schema(
        operation_id="released_copy_decide",
        request=ReleasedDecisionInputSerializer,
        responses=ReleasedCopySerializer,
    )
    def post(self, request: Request, slug: str, copy_id: int) -> Response:
        data = validated(ReleasedDecisionInputSerializer, request.data)
        copy = released_copy_get(self.project, copy_id)
        released_copy_decide(copy=copy, actor=self.actor, **data)
        where = released_images().where([copy.released_id])
        context = {"slug": slug, "released": where}
        return Response(ReleasedCopySerializer(copy, context=context).data)


class ReleasedCopyThumbnailApi(OrganizerView):
    """The released picture, small, to be compared with one's own."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="released_copy_thumbnail",
        responses={(200, "image/*"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, copy_id: int) -> HttpResponseBase:
        copy = released_copy_get(self.project, copy_id)
        return image_response(request, copy.released, "thumbnail")
