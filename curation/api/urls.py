from django.urls import path

from curation.api import filters, images, imports, screening, sources

_PROJECT = "projects/<slug:slug>/"

urlpatterns = [
    path(_PROJECT + "sources/", sources.SourceListApi.as_view()),
    path(
        _PROJECT + "sources/<int:source_id>/rights/", sources.SourceRightsApi.as_view()
    ),
    path(_PROJECT + "uploads/", imports.UploadListApi.as_view()),
    path(_PROJECT + "uploads/<int:upload_id>/", imports.UploadApi.as_view()),
    path(_PROJECT + "uploads/<int:upload_id>/parts/", imports.UploadPartApi.as_view()),
    path(
        _PROJECT + "uploads/<int:upload_id>/import/", imports.UploadImportApi.as_view()
    ),
    path(_PROJECT + "imports/", imports.ImportListApi.as_view()),
    path(
        _PROJECT + "imports/<int:job_id>/rejections/",
        imports.ImportRejectionListApi.as_view(),
    ),
    path(_PROJECT + "funnel/", images.FunnelApi.as_view()),
    path(_PROJECT + "images/", images.ImageListApi.as_view()),
    path(_PROJECT + "images/<int:image_id>/", images.ImageApi.as_view()),
    path(
        _PROJECT + "images/<int:image_id>/file/<str:file>/",
        images.ImageFileApi.as_view(),
    ),
    path(_PROJECT + "images/<int:image_id>/restore/", images.ImageRestoreApi.as_view()),
    path(
        _PROJECT + "images/<int:image_id>/withdraw/", images.ImageWithdrawApi.as_view()
    ),
    path(_PROJECT + "filter-runs/", filters.FilterRunListApi.as_view()),
    path(_PROJECT + "duplicates/", filters.ClusterListApi.as_view()),
    path(
        _PROJECT + "duplicates/<int:image_id>/keep/", filters.DuplicateKeepApi.as_view()
    ),
    path(
        _PROJECT + "duplicates/<int:image_id>/split/",
        filters.DuplicateSplitApi.as_view(),
    ),
    path(_PROJECT + "text-area/", filters.TextHistogramApi.as_view()),
    path(_PROJECT + "text-area/preview/", filters.TextPreviewApi.as_view()),
    path(_PROJECT + "text-area/apply/", filters.TextApplyApi.as_view()),
    path(_PROJECT + "screening/next/", screening.ScreeningNextApi.as_view()),
    path(
        _PROJECT + "screening/images/<int:image_id>/vote/",
        screening.ScreeningVoteApi.as_view(),
    ),
    path(_PROJECT + "screening/recent/", screening.ScreeningRecentApi.as_view()),
    path(_PROJECT + "screening/progress/", screening.ScreeningProgressApi.as_view()),
    path(_PROJECT + "screening/undecided/", screening.ScreeningUndecidedApi.as_view()),
    path(
        _PROJECT + "screening/images/<int:image_id>/decide/",
        screening.ScreeningDecideApi.as_view(),
    ),
    path(_PROJECT + "screening/agreement/", screening.ScreeningAgreementApi.as_view()),
]
