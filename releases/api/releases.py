"""The release pages: timeline, gate, cutting, statistics, differences."""

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
    """The timeline of versions, the newest first."""

    @extend_schema(operation_id="release_list", responses=page_of(ReleaseSerializer))
    def get(self, request: Request, slug: str) -> Response:
        releases = list_releases(self.project)
        return self.paginate(
            releases, ReleaseSerializer, context=_context(self, releases)
        )


class ReleaseGetView(ProjectView):
    """One release: counts, hash, licence mix, what was let pass and why."""

    @extend_schema(operation_id="release_get", responses=ReleaseSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        return _shown(self, get_release(self.project, version))


class ReleaseGateView(OrganizerView):
    """What blocked a version at the last check; without one, the suggested version."""

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
    """Check again what blocks the next version, in a job."""

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
    """Queue a version: a job checks and freezes what is validated and builds its folder."""

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
    """Say that a release should no longer be used, and why."""

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
    """Note what is wrong with a release, or with one of its questions."""

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
    """Take an image out of the benchmark and out of what is given out of it.

    The answer is the next version, which is being built, or the last one when none was
    needed.
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
    """Totals, lengths, labels and their crossings."""

    @extend_schema(
        operation_id="release_statistics", responses=ReleaseStatisticsSerializer
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        statistics = release_statistics(get_release(self.project, version))
        return Response(ReleaseStatisticsSerializer(statistics.data()).data)


class ReleaseDiffView(OrganizerView):
    """What changed since the release before it, item by item."""

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
    """Why releases failed or were yanked, for the serializer.

    Notices may speak of keys, which annotators may yet have to find.
    """
    there = {release.pk: release.status for release in releases}
    reasons: dict[int, str] = {}
    for state in (FAILED, YANKED):
        ids = [pk for pk, status_ in there.items() if status_ == state]
        entries = last_reached("release", state, ids)
        reasons |= {pk: entry.reason for pk, entry in entries.items()}
    return {"reasons": reasons, "notices": view.actor.role in ORGANIZERS}
