"""The static site of a release: building it, and its download."""

from typing import Any

from django.http import FileResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.site.services.jobs import last_site, open_site, queue_site
from projects.access.api.base import OrganizerView
from projects.history.api.serializers import JobSerializer
from releases.records.models import Release
from releases.records.selectors.files import folder_name
from releases.records.selectors.releases import get_published_release


class ReleaseSiteSerializer(serializers.Serializer[Any]):
    """State of a release's site; the job holds its size when it is finished."""

    job = JobSerializer(allow_null=True)


class SiteView(OrganizerView):
    """The release's static site."""

    @extend_schema(operation_id="release_site_get", responses=ReleaseSiteSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        """Return the job that built the site last, if any."""
        return self._response(get_published_release(self.project, version))

    @extend_schema(
        operation_id="release_site_build",
        request=None,
        responses={202: ReleaseSiteSerializer},
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Queue building it, also again after new runs."""
        release = get_published_release(self.project, version)
        queue_site(release=release, actor=self.actor)
        return self._response(release, status.HTTP_202_ACCEPTED)

    def _response(self, release: Release, code: int = status.HTTP_200_OK) -> Response:
        body = {"job": last_site(release)}
        return Response(
            ReleaseSiteSerializer(body, context=self.context).data, status=code
        )


class SiteArchiveView(OrganizerView):
    """Download the site that was built last, as a zip archive."""

    @extend_schema(
        operation_id="release_site_download",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, version: str) -> HttpResponseBase:
        release = get_published_release(self.project, version)
        return FileResponse(
            open_site(release),
            as_attachment=True,
            filename=f"{folder_name(release)}-site.zip",
            content_type="application/zip",
        )
