from django.urls import path

from evaluation.api import (
    analyses,
    comparison,
    outside,
    probes,
    ratings,
    tables,
    views,
)

_PROJECT = "projects/<slug:slug>/evaluation/"

urlpatterns = [
    path(_PROJECT + "leaderboard/<str:version>/", views.LeaderboardApi.as_view()),
    path(_PROJECT + "endpoints/", views.EndpointListApi.as_view()),
    path(_PROJECT + "runs/", views.RunListApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/", views.RunGetApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/cancel/", views.RunCancelApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/retry/", views.RunRetryApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/samples/", views.SampleListApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/confusion/", comparison.ConfusionApi.as_view()),
    path(
        _PROJECT + "runs/<int:run_id>/against/<int:other_id>/",
        comparison.RunsComparedApi.as_view(),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/against-people/",
        comparison.RunAgainstPeopleApi.as_view(),
    ),
    path(_PROJECT + "effects/<str:version>/", comparison.EffectListApi.as_view()),
    path(
        _PROJECT + "releases/<str:before>/<str:after>/",
        comparison.ReleasesComparedApi.as_view(),
    ),
    path(_PROJECT + "analyses/", analyses.AnalysisListApi.as_view()),
    path(_PROJECT + "analyses/<int:analysis_id>/", analyses.AnalysisGetApi.as_view()),
    path(
        _PROJECT + "analyses/<int:analysis_id>/samples/",
        analyses.ErrorSampleListApi.as_view(),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/samples/<int:sample_id>/mark/",
        analyses.ErrorMarkApi.as_view(),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/sheet/",
        analyses.CaseSheetApi.as_view(),
    ),
    path(_PROJECT + "ratings/", ratings.RatingListApi.as_view()),
    path(_PROJECT + "ratings/<int:task_id>/", ratings.RatingGetApi.as_view()),
    path(
        _PROJECT + "ratings/<int:task_id>/samples/",
        ratings.RatingSampleListApi.as_view(),
    ),
    path(
        _PROJECT + "ratings/<int:task_id>/samples/<int:sample_id>/mark/",
        ratings.RatingMarkApi.as_view(),
    ),
    path(_PROJECT + "import/", outside.ResultsImportApi.as_view()),
    path(_PROJECT + "entrants/", outside.EntrantListApi.as_view()),
    path(
        _PROJECT + "entrants/<int:entrant_id>/revoke/",
        outside.EntrantRevokeApi.as_view(),
    ),
    path("predictions/", outside.PredictionsApi.as_view()),
    path(_PROJECT + "probes/<str:version>/", probes.ProbesApi.as_view()),
    path(
        _PROJECT + "probes/<str:version>/<str:question>/",
        probes.PictureCheckApi.as_view(),
    ),
    path(_PROJECT + "suspects/<str:version>/", probes.SuspectListApi.as_view()),
    path(
        _PROJECT + "suspects/<str:version>/<str:question>/",
        probes.SuspectSendBackApi.as_view(),
    ),
    path(_PROJECT + "tables/<str:version>/", tables.TableListApi.as_view()),
    path(
        _PROJECT + "tables/<str:version>/<str:file_format>/",
        tables.TableFileApi.as_view(),
    ),
]
