"""Endpoints of the release pages: list, checks, creation, statistics, differences."""

from collections.abc import Iterable

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from curation.selectors import get_image
from projects.api.base import OrganizerView, ProjectView, page_of, validated
from projects.selectors import MAINTAINERS, ORGANIZERS
from releases.api.serializers import (
    ReleaseCutInputSerializer,
    ReleaseDiffSerializer,
    ReleaseErratumInputSerializer,
    ReleaseGateSerializer,
    ReleaseSerializer,
    ReleaseStatisticsSerializer,
    ReleaseTakedownInputSerializer,
    ReleaseYankInputSerializer,
)
from releases.domain.states import FAILED, YANKED
from releases.models import Release
from releases.selectors.gate_checks import checked_gate
from releases.selectors.records import (
    get_release,
    item_pictures,
    last_out,
    list_releases,
    release_difference,
    release_statistics,
)
from releases.services.checking import queue_gate_check
from releases.services.cutting import release_cut
from releases.services.errata import (
    add_erratum,
    take_down_release,
    yank_release,
)
from workflow.errors import NotFoundError
from workflow.selectors import last_reached


class GateQuerySerializer(serializers.Serializer[dict[str, object]]):
    version = serializers.CharField(max_length=32, allow_blank=True, default="")


class ReleaseListView(ProjectView):
    """List the releases of a project, newest first."""

    @extend_schema(operation_id="release_list", responses=page_of(ReleaseSerializer))
    def get(self, request: Request, slug: str) -> Response:
        releases = list_releases(self.project)
        return self.paginate(
            releases, ReleaseSerializer, context=_context(self, releases)
        )


class ReleaseGetView(ProjectView):
    """Read one release: counts, hash, licences, overridden checks and their reasons."""

    @extend_schema(operation_id="release_get", responses=ReleaseSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        return _shown(self, get_release(self.project, version))


class ReleaseGateView(OrganizerView):
    """Read the last release checks of a version (default: the suggested version)."""

    @extend_schema(
        operation_id="release_gate",
        parameters=[
            OpenApiParameter("version", str, description="Version, for example 1.0.0")
        ],
        responses=ReleaseGateSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = validated(GateQuerySerializer, request.query_params)
        found = checked_gate(self.project, asked["version"])
        return Response(ReleaseGateSerializer(found, context=self.context).data)


class ReleaseGateCheckView(OrganizerView):
    """Queue a job that repeats the release checks for the next version."""

    @extend_schema(
        operation_id="release_gate_check",
        request=None,
        responses={202: ReleaseGateSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        queue_gate_check(project=self.project, actor=self.actor)
        found = checked_gate(self.project)
        return Response(
            ReleaseGateSerializer(found, context=self.context).data,
            status=status.HTTP_202_ACCEPTED,
        )


class ReleaseCutView(ProjectView):
    """Queue a release: a job checks and freezes the items and builds the folder."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="release_cut",
        request=ReleaseCutInputSerializer,
        responses={201: ReleaseSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(ReleaseCutInputSerializer, request.data)
        release = release_cut(project=self.project, actor=self.actor, **data)
        return _shown(
            self, get_release(self.project, release.version), status.HTTP_201_CREATED
        )


class ReleaseYankView(ProjectView):
    """Withdraw a release with a reason."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="release_yank",
        request=ReleaseYankInputSerializer,
        responses=ReleaseSerializer,
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        data = validated(ReleaseYankInputSerializer, request.data)
        release = get_release(self.project, version)
        return _shown(self, yank_release(release=release, actor=self.actor, **data))


class ReleaseErratumView(OrganizerView):
    """Add an erratum to a release or to one of its questions."""

    @extend_schema(
        operation_id="release_erratum_add",
        request=ReleaseErratumInputSerializer,
        responses={201: ReleaseSerializer},
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        data = validated(ReleaseErratumInputSerializer, request.data)
        release = get_release(self.project, version)
        add_erratum(release=release, actor=self.actor, **data)
        return _shown(self, get_release(self.project, version), status.HTTP_201_CREATED)


class ReleaseTakedownView(ProjectView):
    """Take an image out of the benchmark and block the files that contain it.

    The response is the next version, which is being built, or the last published one
    when no new version is needed.
    """

    roles = MAINTAINERS

    @extend_schema(
        operation_id="release_takedown",
        request=ReleaseTakedownInputSerializer,
        responses={201: ReleaseSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(ReleaseTakedownInputSerializer, request.data)
        image = get_image(self.project, data["image"])
        made = take_down_release(
            project=self.project, image=image, reason=data["reason"], actor=self.actor
        )
        shown = made or last_out(self.project)
        if shown is None:
            raise NotFoundError("This project has no release.")
        return _shown(
            self, get_release(self.project, shown.version), status.HTTP_201_CREATED
        )


class ReleaseStatisticsView(ProjectView):
    """Read the totals, text lengths, label counts and label crossings of a release."""

    @extend_schema(
        operation_id="release_statistics", responses=ReleaseStatisticsSerializer
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        statistics = release_statistics(get_release(self.project, version))
        return Response(ReleaseStatisticsSerializer(statistics.data()).data)


class ReleaseDiffView(OrganizerView):
    """Compare a release with the one before it, item by item."""

    @extend_schema(operation_id="release_diff", responses=ReleaseDiffSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        release = get_release(self.project, version)
        change = release_difference(release)
        altered = [one.key for one in change.changed]
        previous = release.previous.version if release.previous else None
        body = {
            "version": release.version,
            "previous": previous,
            "added": change.added,
            "removed": change.removed,
            "changed": change.changed,
            "pictures": item_pictures(
                release, [*change.added, *change.removed, *altered]
            ),
            "reasons": [
                {"key": key, "role": role, "action": action, "reason": reason}
                for key, said in release.facts.get("reasons", {}).items()
                for role, action, reason in said
            ],
        }
        return Response(ReleaseDiffSerializer(body, context=self.context).data)


def _shown(
    view: ProjectView, release: Release, code: int = status.HTTP_200_OK
) -> Response:
    context = _context(view, [release])
    return Response(ReleaseSerializer(release, context=context).data, status=code)


def _context(view: ProjectView, releases: Iterable[Release]) -> dict[str, object]:
    """Return the serializer context: why releases failed or were yanked.

    Only organizers see errata and takedown notices, because these may mention correct
    answers that annotators still have to find.
    """
    there = {release.pk: release.status for release in releases}
    reasons: dict[int, str] = {}
    for state in (FAILED, YANKED):
        ids = [pk for pk, status_ in there.items() if status_ == state]
        entries = last_reached("release", state, ids)
        reasons |= {pk: entry.reason for pk, entry in entries.items()}
    return {"reasons": reasons, "notices": view.actor.role in ORGANIZERS}
