"""URLs: the API, the admin, and the application for everything else."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path

from config.api import SystemStatusView
from config.views import api_schema, livez, readyz, serve_frontend, unsubscribe_page

_PROBE = r"(?:[a-z]+z|health|live|liveness|ready|readiness|status|ping)(?:/|$)"

urlpatterns = [
    path("api/schema/", api_schema),
    path("api/status/", SystemStatusView.as_view()),
    path("api/", include("projects.urls")),
    path("api/", include("annotation.urls")),
    path("api/", include("curation.urls")),
    path("api/", include("review.urls")),
    path("api/", include("published.urls")),
    path("api/", include("releases.urls")),
    path("api/", include("evaluation.urls")),
    path("api/", include("published.audit.urls")),
    *([path("admin/", admin.site.urls)] if settings.ADMIN else []),
    path("unsubscribe/<str:token>", unsubscribe_page),
    path("livez", livez),
    path("readyz", readyz),
    path("healthz", readyz),
    # A probe with a mistyped address must not get a success response.
    re_path(rf"^(?!api/|admin/|static/|{_PROBE}).*$", serve_frontend),
]

handler400 = "config.views.bad_request"
handler403 = "config.views.permission_denied"
handler404 = "config.views.page_not_found"
handler500 = "config.views.server_error"
