"""The static site of a release as a download."""

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from projects.api.base import OrganizerView
from releases.selectors.files import folder_name, require_given_out
from releases.selectors.records import get_published_release
from workflow.on_demand import on_demand

_site_zip = on_demand("evaluation.services.site.site_zip")


class SiteView(OrganizerView):
    """Download the release's static site as a zip archive."""

    @extend_schema(
        operation_id="release_site",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, version: str) -> HttpResponseBase:
        release = get_published_release(self.project, version)
        require_given_out(release)
        response = StreamingHttpResponse(
            _site_zip(release), content_type="application/zip"
        )
        name = f"{folder_name(release)}-site.zip"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
