from django.urls import path

from curation.filters.api import runs as filters
from curation.filters.api import stages
from curation.images.api import images
from curation.imports.api import archive_names, imports, sources
from curation.near_duplicates.api import views as duplicates
from curation.reports.api import exclusions, image_details, report
from curation.screening.api import views as screening

_PROJECT = "projects/<slug:slug>/"
_STAGE = _PROJECT + "stages/<slug:stage_id>/"

urlpatterns = [
    path(
        _PROJECT + "sources/",
        sources.SourceView.as_view({"get": "list_sources", "post": "create_source"}),
    ),
    path(
        _PROJECT + "sources/<int:source_id>/rights/",
        sources.SourceView.as_view({"put": "change_rights"}),
    ),
    path(
        _PROJECT + "sources/<int:source_id>/effects/",
        sources.SourceView.as_view({"get": "read_source_effects"}),
    ),
    path(_PROJECT + "uploads/", imports.UploadView.as_view({"post": "begin_upload"})),
    path(
        _PROJECT + "uploads/<int:upload_id>/",
        imports.UploadView.as_view({"get": "upload_file_part"}),
    ),
    path(_PROJECT + "uploads/<int:upload_id>/parts/", imports.UploadPartView.as_view()),
    path(
        _PROJECT + "uploads/<int:upload_id>/names/",
        archive_names.UploadNamesView.as_view(),
    ),
    path(
        _PROJECT + "uploads/<int:upload_id>/import/",
        imports.UploadView.as_view({"post": "start_import"}),
    ),
    path(_PROJECT + "imports/", imports.ImportView.as_view({"get": "list_imports"})),
    path(
        _PROJECT + "imports/buckets/",
        imports.ImportView.as_view({"get": "list_buckets"}),
    ),
    path(
        _PROJECT + "imports/from-bucket/",
        imports.ImportView.as_view({"post": "import_from_bucket"}),
    ),
    path(
        _PROJECT + "imports/<int:job_id>/rejections/",
        imports.ImportView.as_view({"get": "list_rejections"}),
    ),
    path(_PROJECT + "funnel/", images.FunnelView.as_view()),
    path(_PROJECT + "funnel/report/", report.FunnelReportView.as_view()),
    path(_PROJECT + "images/", images.ImageListView.as_view()),
    path(_PROJECT + "images/<int:image_id>/", image_details.ImageView.as_view()),
    path(
        _PROJECT + "images/key/<str:key>/<str:file>/",
        images.ShownImageFileView.as_view(),
    ),
    path(
        _PROJECT + "images/<int:image_id>/file/<str:file>/",
        images.ImageFileView.as_view(),
    ),
    path(
        _PROJECT + "images/<int:image_id>/restore/",
        image_details.ImageRestoreView.as_view(),
    ),
    path(
        _PROJECT + "images/<int:image_id>/withdraw/",
        image_details.ImageWithdrawView.as_view(),
    ),
    path(_PROJECT + "exclusions/", exclusions.ExclusionListView.as_view()),
    path(_PROJECT + "filter-runs/", filters.FilterRunListView.as_view()),
    path(
        _PROJECT + "duplicates/",
        duplicates.ClusterView.as_view({"get": "list_clusters"}),
    ),
    path(
        _PROJECT + "duplicates/<int:image_id>/keep/",
        duplicates.ClusterView.as_view({"post": "keep_duplicates"}),
    ),
    path(
        _PROJECT + "duplicates/<int:image_id>/split/",
        duplicates.ClusterView.as_view({"post": "split_cluster"}),
    ),
    path(
        _PROJECT + "duplicates/possible/",
        duplicates.PossiblePairView.as_view({"get": "list_pairs"}),
    ),
    path(
        _PROJECT + "duplicates/possible/<int:pair_id>/decide/",
        duplicates.PossiblePairView.as_view({"post": "decide_pair"}),
    ),
    path(
        _PROJECT + "duplicates/possible/<int:pair_id>/undo/",
        duplicates.PossiblePairView.as_view({"post": "undo_decision"}),
    ),
    path(
        _PROJECT + "duplicates/possible/<int:pair_id>/<str:part>/",
        duplicates.PairPictureView.as_view(),
    ),
    path(
        _PROJECT + "duplicates/left-alone/",
        duplicates.ClusterView.as_view({"get": "left_alone"}),
    ),
    path(
        _PROJECT + "duplicates/parameters/",
        duplicates.DuplicatePreviewView.as_view({"get": "read_parameters"}),
    ),
    path(
        _PROJECT + "duplicates/previews/",
        duplicates.DuplicatePreviewView.as_view(
            {"get": "list_previews", "post": "begin_preview"}
        ),
    ),
    path(
        _PROJECT + "duplicates/previews/<int:run_id>/changes/",
        duplicates.DuplicatePreviewView.as_view({"get": "list_changes"}),
    ),
    path(
        _PROJECT + "duplicates/previews/<int:run_id>/apply/",
        duplicates.DuplicatePreviewView.as_view({"post": "apply_preview"}),
    ),
    path(
        _PROJECT + "duplicates/released/",
        duplicates.ReleasedCopyView.as_view({"get": "list_copies"}),
    ),
    path(
        _PROJECT + "duplicates/released/<int:copy_id>/decide/",
        duplicates.ReleasedCopyView.as_view({"post": "decide_copy"}),
    ),
    path(
        _PROJECT + "duplicates/released/<int:copy_id>/thumbnail/",
        duplicates.ReleasedCopyThumbnailView.as_view(),
    ),
    path(_PROJECT + "stages/", stages.StageListView.as_view()),
    path(_STAGE + "histogram/", stages.StageView.as_view({"get": "read_histogram"})),
    path(
        _STAGE + "effects/", stages.StageView.as_view({"get": "read_threshold_effects"})
    ),
    path(_STAGE + "apply/", stages.StageView.as_view({"post": "apply_threshold"})),
    path(_STAGE + "previews/", stages.StageView.as_view({"post": "begin_preview"})),
    path(
        _STAGE + "previews/<int:run_id>/",
        stages.StageView.as_view({"delete": "drop_preview"}),
    ),
    path(
        _STAGE + "previews/<int:run_id>/apply/",
        stages.StageView.as_view({"post": "apply_preview"}),
    ),
    path(
        _PROJECT + "screening/next/",
        screening.ScreeningView.as_view({"get": "assign_next_images"}),
    ),
    path(
        _PROJECT + "screening/pictures/<int:number>/vote/",
        screening.ScreeningView.as_view({"put": "cast_vote", "delete": "undo_vote"}),
    ),
    path(
        _PROJECT + "screening/recent/",
        screening.ScreeningView.as_view({"get": "list_recent_votes"}),
    ),
    path(
        _PROJECT + "screening/progress/",
        screening.ScreeningView.as_view({"get": "read_progress"}),
    ),
    path(
        _PROJECT + "screening/undecided/",
        screening.ScreeningDecisionView.as_view({"get": "list_undecided_images"}),
    ),
    path(
        _PROJECT + "screening/images/<int:image_id>/decide/",
        screening.ScreeningDecisionView.as_view(
            {"post": "decide_image", "delete": "reopen_image"}
        ),
    ),
    path(
        _PROJECT + "screening/agreement/",
        screening.ScreeningDecisionView.as_view({"get": "read_screening_agreement"}),
    ),
]
