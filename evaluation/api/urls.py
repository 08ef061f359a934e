from django.urls import path

from evaluation.api import (
    analyses,
    comparison,
    external_results,
    probes,
    ratings,
    tables,
    views,
)

_PROJECT = "projects/<slug:slug>/evaluation/"

urlpatterns = [
    path(_PROJECT + "leaderboard/<str:version>/", views.LeaderboardView.as_view()),
    path(_PROJECT + "endpoints/", views.EndpointListView.as_view()),
    path(_PROJECT + "runs/", views.RunView.as_view({"get": "runs", "post": "create"})),
    path(_PROJECT + "runs/<int:run_id>/", views.RunView.as_view({"get": "run"})),
    path(
        _PROJECT + "runs/<int:run_id>/cancel/",
        views.RunView.as_view({"post": "cancel"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/retry/", views.RunView.as_view({"post": "retry"})
    ),
    path(
        _PROJECT + "runs/<int:run_id>/samples/",
        views.RunView.as_view({"get": "samples"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/confusion/",
        comparison.ComparisonView.as_view({"get": "confusion"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/against/<int:other_id>/",
        comparison.ComparisonView.as_view({"get": "runs"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/against-people/",
        comparison.ComparisonView.as_view({"get": "people"}),
    ),
    path(
        _PROJECT + "effects/<str:version>/",
        comparison.ComparisonView.as_view({"get": "effects"}),
    ),
    path(
        _PROJECT + "releases/<str:before>/<str:after>/",
        comparison.ComparisonView.as_view({"get": "releases"}),
    ),
    path(
        _PROJECT + "analyses/",
        analyses.AnalysisView.as_view({"get": "analyses", "post": "draw"}),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/",
        analyses.AnalysisView.as_view({"get": "analysis"}),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/samples/",
        analyses.AnalysisView.as_view({"get": "samples"}),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/samples/<int:sample_id>/mark/",
        analyses.AnalysisView.as_view({"put": "mark"}),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/sheet/",
        analyses.AnalysisView.as_view({"get": "sheet"}),
    ),
    path(
        _PROJECT + "ratings/",
        ratings.RatingView.as_view({"get": "ratings", "post": "draw"}),
    ),
    path(
        _PROJECT + "ratings/<int:task_id>/",
        ratings.RatingView.as_view({"get": "rating"}),
    ),
    path(
        _PROJECT + "ratings/<int:task_id>/samples/",
        ratings.RatingView.as_view({"get": "samples"}),
    ),
    path(
        _PROJECT + "ratings/<int:task_id>/samples/<int:sample_id>/mark/",
        ratings.RatingView.as_view({"put": "mark"}),
    ),
    path(_PROJECT + "import/", external_results.ResultsImportView.as_view()),
    path(
        _PROJECT + "entrants/",
        external_results.EntrantView.as_view({"get": "entrants", "post": "admit"}),
    ),
    path(
        _PROJECT + "entrants/<int:entrant_id>/revoke/",
        external_results.EntrantView.as_view({"post": "revoke"}),
    ),
    path("predictions/", external_results.PredictionsView.as_view()),
    path(
        _PROJECT + "probes/<str:version>/", probes.ProbeView.as_view({"get": "probes"})
    ),
    path(
        _PROJECT + "probes/<str:version>/<str:question>/",
        probes.ProbeView.as_view({"post": "decide"}),
    ),
    path(
        _PROJECT + "suspects/<str:version>/",
        probes.ProbeView.as_view({"get": "suspects"}),
    ),
    path(
        _PROJECT + "suspects/<str:version>/<str:question>/",
        probes.ProbeView.as_view({"post": "send_back"}),
    ),
    path(
        _PROJECT + "tables/<str:version>/", tables.TableView.as_view({"get": "tables"})
    ),
    path(
        _PROJECT + "tables/<str:version>/<str:file_format>/",
        tables.TableView.as_view({"get": "file"}),
    ),
]
