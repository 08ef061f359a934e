from django.urls import path

from curation.api import (
    duplicates,
    exclusions,
    filters,
    images,
    imports,
    report,
    screening,
    sources,
    text_area,
)

_PROJECT = "projects/<slug:slug>/"

urlpatterns = [
    path(_PROJECT + "sources/", sources.SourceListApi.as_view()),
    path(
        _PROJECT + "sources/<int:source_id>/rights/", sources.SourceRightsApi.as_view()
    ),
    path(
        _PROJECT + "sources/<int:source_id>/effects/",
        sources.SourceEffectsApi.as_view(),
    ),
    path(_PROJECT + "uploads/", imports.UploadListApi.as_view()),
    path(_PROJECT + "uploads/<int:upload_id>/", imports.UploadApi.as_view()),
    path(_PROJECT + "uploads/<int:upload_id>/parts/", imports.UploadPartApi.as_view()),
    path(
        _PROJECT + "uploads/<int:upload_id>/import/", imports.UploadImportApi.as_view()
    ),
    path(_PROJECT + "imports/", imports.ImportListApi.as_view()),
    path(_PROJECT + "imports/buckets/", imports.ImportBucketsApi.as_view()),
    path(_PROJECT + "imports/from-bucket/", imports.ImportFromBucketApi.as_view()),
    path(
        _PROJECT + "imports/<int:job_id>/rejections/",
        imports.ImportRejectionListApi.as_view(),
    ),
    path(_PROJECT + "funnel/", images.FunnelApi.as_view()),
    path(_PROJECT + "funnel/report/", report.FunnelReportApi.as_view()),
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
    path(_PROJECT + "exclusions/", exclusions.ExclusionListApi.as_view()),
    path(_PROJECT + "filter-runs/", filters.FilterRunListApi.as_view()),
    path(_PROJECT + "duplicates/", duplicates.ClusterListApi.as_view()),
    path(
        _PROJECT + "duplicates/<int:image_id>/keep/",
        duplicates.DuplicateKeepApi.as_view(),
    ),
    path(
        _PROJECT + "duplicates/<int:image_id>/split/",
        duplicates.DuplicateSplitApi.as_view(),
    ),
    path(_PROJECT + "duplicates/left-alone/", duplicates.CopiesLeftAloneApi.as_view()),
    path(
        _PROJECT + "duplicates/parameters/",
        duplicates.DuplicateParametersApi.as_view(),
    ),
    path(_PROJECT + "duplicates/previews/", duplicates.PreviewListApi.as_view()),
    path(
        _PROJECT + "duplicates/previews/<int:run_id>/changes/",
        duplicates.PreviewChangesApi.as_view(),
    ),
    path(
        _PROJECT + "duplicates/previews/<int:run_id>/apply/",
        duplicates.PreviewApplyApi.as_view(),
    ),
    path(_PROJECT + "duplicates/released/", duplicates.ReleasedCopyListApi.as_view()),
    path(
        _PROJECT + "duplicates/released/<int:copy_id>/decide/",
        duplicates.ReleasedCopyDecideApi.as_view(),
    ),
    path(
        _PROJECT + "duplicates/released/<int:copy_id>/thumbnail/",
        duplicates.ReleasedCopyThumbnailApi.as_view(),
    ),
    path(_PROJECT + "text-area/", text_area.TextHistogramApi.as_view()),
    path(_PROJECT + "text-area/preview/", text_area.TextPreviewApi.as_view()),
    path(_PROJECT + "text-area/apply/", text_area.TextApplyApi.as_view()),
    path(_PROJECT + "text-area/previews/", text_area.TextPreviewBeginApi.as_view()),
    path(
        _PROJECT + "text-area/previews/<int:run_id>/",
        text_area.TextPreviewDropApi.as_view(),
    ),
    path(
        _PROJECT + "text-area/previews/<int:run_id>/apply/",
        text_area.TextPreviewApplyApi.as_view(),
    ),
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
