"""Addresses: the API, the admin, and the application for everything else."""

from django.contrib import admin
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from config.views import frontend, healthz

urlpatterns = [
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/", include("projects.api.urls")),
    path("api/", include("annotation.api.urls")),
    path("api/", include("curation.api.urls")),
    path("api/", include("review.api.urls")),
    path("api/", include("releases.api.urls")),
    path("api/", include("evaluation.api.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz),
    re_path(r"^(?!api/|admin/|static/).*$", frontend),
]
