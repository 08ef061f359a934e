from django.urls import path

from published.imports.api import UploadImportPublishedView

urlpatterns = [
    path(
        "projects/<slug:slug>/uploads/<int:upload_id>/import-published/",
        UploadImportPublishedView.as_view(),
    ),
]
