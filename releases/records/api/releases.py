"""Endpoints of the release pages: list, changes, statistics, differences."""

from collections.abc import Collection, Iterable

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from core.selectors import last_reached
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    page_schema,
    validate_input,
)
from projects.roles import MAINTAINERS, ORGANIZERS
from releases.records.api.serializers import (
    ReleaseDiffSerializer,
    ReleaseErratumInputSerializer,
    ReleaseSerializer,
    ReleaseStatisticsSerializer,
    ReleaseYankInputSerializer,
)
from releases.records.models import Release
from releases.records.selectors.differences import (
    first_image_by_key,
    release_difference,
)
from releases.records.selectors.releases import (
    get_release,
    item_number_by_image,
    list_releases,
    release_statistics,
)
from releases.records.services.errata import add_erratum, yank_release
from releases.records.services.previews import publish_preview, remove_release
from releases.records.states import FAILED, YANKED


class ReleaseListView(ProjectView):
    """List the releases of a project, newest first."""

    @extend_schema(
        operation_id="release_list", responses=page_schema(ReleaseSerializer)
    )
    def get(self, request: Request, slug: str) -> Response:
        releases = list_releases(self.project)
        return self.paginate(
            releases, ReleaseSerializer, context=_context(self, releases)
        )


class ReleaseGetView(ProjectView):
    """Read one release: counts, hash, licences, overridden checks and their reasons."""

    def get_roles(self) -> Collection[str]:
        return MAINTAINERS if self.request.method == "DELETE" else super().get_roles()

    @extend_schema(operation_id="release_get", responses=ReleaseSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        return release_response(self, get_release(self.project, version))

    @extend_schema(operation_id="release_remove", responses={204: None})
    def delete(self, request: Request, slug: str, version: str) -> Response:
        """Remove a release that was never published."""
        remove_release(project=self.project, version=version, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReleaseYankView(ProjectView):
    """Withdraw a release with a reason."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="release_yank",
        request=ReleaseYankInputSerializer,
        responses=ReleaseSerializer,
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        data = validate_input(ReleaseYankInputSerializer, request.data)
        release = get_release(self.project, version)
        return release_response(
            self, yank_release(release=release, actor=self.actor, **data)
        )


class ReleaseErratumView(OrganizerView):
    """Add an erratum to a release or to one of its questions."""

    @extend_schema(
        operation_id="release_erratum_add",
        request=ReleaseErratumInputSerializer,
        responses={201: ReleaseSerializer},
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        data = validate_input(ReleaseErratumInputSerializer, request.data)
        release = get_release(self.project, version)
        add_erratum(release=release, actor=self.actor, **data)
        return release_response(
            self, get_release(self.project, version), status.HTTP_201_CREATED
        )


class ReleasePublishView(ProjectView):
    """Publish a preview exactly as it was built."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="release_publish", request=None, responses=ReleaseSerializer
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        release = get_release(self.project, version)
        return release_response(
            self, publish_preview(release=release, actor=self.actor)
        )


class ReleaseStatisticsView(ProjectView):
    """Read the totals, text lengths, label counts and label crossings of a release."""

    @extend_schema(
        operation_id="release_statistics", responses=ReleaseStatisticsSerializer
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        statistics = release_statistics(get_release(self.project, version))
        return Response(ReleaseStatisticsSerializer(statistics).data)


class ReleaseDiffView(OrganizerView):
    """Compare a release with the one before it, item by item.

    At most 200 items of each kind are listed; the files of the release list all.
    """

    @extend_schema(operation_id="release_diff", responses=ReleaseDiffSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        release = get_release(self.project, version)
        change = release_difference(release)
        reasons = release.facts.get("reasons", {})
        pictures = first_image_by_key(release, change.keys)
        numbers = item_number_by_image(pictures.values())
        body = {
            "version": release.version,
            "previous": release.previous.version if release.previous else None,
            "counts": change.counts,
            "added": change.added,
            "removed": change.removed,
            "changed": change.changed,
            "pictures": pictures,
            "reasons": [
                {"key": key, "role": role, "action": action, "reason": reason}
                for key in change.keys
                for role, action, reason in reasons.get(key, ())
            ],
        }
        context = {**self.context, "item_numbers": numbers}
        return Response(ReleaseDiffSerializer(body, context=context).data)


def release_response(
    view: ProjectView, release: Release, code: int = status.HTTP_200_OK
) -> Response:
    """Return the response about one release."""
    context = _context(view, [release])
    return Response(ReleaseSerializer(release, context=context).data, status=code)


def _context(view: ProjectView, releases: Iterable[Release]) -> dict[str, object]:
    """Return the serializer context: why releases failed or were yanked.

    Only organizers see errata and takedown notices, because these may mention correct
    answers that annotators still have to find.
    """
    statuses = {release.pk: release.status for release in releases}
    reasons: dict[int, str] = {}
    for state in (FAILED, YANKED):
        ids = [pk for pk, status_ in statuses.items() if status_ == state]
        entries = last_reached("release", state, ids)
        reasons |= {pk: entry.reason for pk, entry in entries.items()}
    return {"reasons": reasons, "notices": view.actor.role in ORGANIZERS}
