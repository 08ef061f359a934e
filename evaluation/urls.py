from django.urls import path

from evaluation.dispatch.api import connections, repeats
from evaluation.dispatch.api import runs as views
from evaluation.entrants.api import baseline_assignments, external_results
from evaluation.marking.api import error_analyses as analyses
from evaluation.marking.api import marking_tasks, ratings
from evaluation.runs.api import model_cards
from evaluation.scores.api import comparison, item_results, leaderboard, samples
from evaluation.scores.api.shortcut_baselines import ShortcutBaselineView
from evaluation.site import api as site
from evaluation.tables.api import figures
from evaluation.tables.api import paper_tables as tables

_PROJECT = "projects/<slug:slug>/evaluation/"

urlpatterns = [
    path(
        "projects/<slug:slug>/items/<int:item_id>/results/",
        item_results.ItemResultsView.as_view(),
    ),
    path(
        _PROJECT + "leaderboard/<str:version>/", leaderboard.LeaderboardView.as_view()
    ),
    path(
        _PROJECT + "connection-test/",
        connections.ConnectionTestView.as_view({"post": "begin_connection_test"}),
    ),
    path(
        _PROJECT + "connection-test/<int:job_id>/",
        connections.ConnectionTestView.as_view({"get": "read_connection_test"}),
    ),
    path(_PROJECT + "estimate/<str:version>/", connections.RunEstimateView.as_view()),
    path(_PROJECT + "repeat/<str:version>/", repeats.RepeatView.as_view()),
    path(_PROJECT + "endpoints/", views.EndpointListView.as_view()),
    path(
        _PROJECT + "runs/",
        views.RunView.as_view({"get": "list_runs", "post": "create_run"}),
    ),
    path(_PROJECT + "runs/<int:run_id>/", views.RunView.as_view({"get": "read_run"})),
    path(
        _PROJECT + "runs/<int:run_id>/cancel/",
        views.RunView.as_view({"post": "cancel_run"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/retry/",
        views.RunView.as_view({"post": "retry_run"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/retry-errors/",
        views.RunView.as_view({"post": "retry_errors"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/dismiss/",
        views.RunView.as_view({"post": "dismiss_run"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/choose/",
        views.RunView.as_view({"post": "choose_run"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/footnote/",
        views.RunView.as_view({"put": "set_footnote"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/unchoose/",
        views.RunView.as_view({"post": "unchoose_run"}),
    ),
    path(
        _PROJECT + "models/",
        model_cards.ModelCardView.as_view({"get": "list_cards", "put": "save_card"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/samples/",
        samples.SampleView.as_view(),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/confusion/",
        comparison.ComparisonView.as_view({"get": "read_confusion_matrix"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/against/<int:other_id>/",
        comparison.ComparisonView.as_view({"get": "compare_two_runs"}),
    ),
    path(
        _PROJECT + "runs/<int:run_id>/against-people/",
        comparison.ComparisonView.as_view({"get": "compare_run_with_people"}),
    ),
    path(
        _PROJECT + "effects/<str:version>/",
        comparison.ComparisonView.as_view({"get": "list_setting_effects"}),
    ),
    path(
        _PROJECT + "releases/<str:before>/<str:after>/",
        comparison.ComparisonView.as_view({"get": "compare_two_releases"}),
    ),
    path(
        _PROJECT + "analyses/",
        analyses.AnalysisView.as_view({"get": "analyses", "post": "draw"}),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/",
        analyses.ErrorMarkingView.as_view({"get": "analysis"}),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/samples/",
        analyses.ErrorMarkingView.as_view({"get": "samples"}),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/samples/<int:sample_id>/mark/",
        analyses.ErrorMarkingView.as_view({"put": "mark"}),
    ),
    path(
        _PROJECT + "figures/<str:version>/",
        figures.FigureView.as_view({"get": "figures"}),
    ),
    path(
        _PROJECT + "figures/<str:version>/<str:figure_id>/<str:form>/",
        figures.FigureView.as_view({"get": "file"}),
    ),
    path(
        _PROJECT + "analyses/<int:analysis_id>/figure/<str:form>/",
        figures.FigureView.as_view({"get": "errors"}),
    ),
    path(_PROJECT + "marking/", marking_tasks.MarkingTaskView.as_view()),
    path(
        _PROJECT + "analyses/<int:analysis_id>/table/<str:file_format>/",
        tables.TableView.as_view({"get": "errors"}),
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
        ratings.RatingMarkingView.as_view({"get": "rating"}),
    ),
    path(
        _PROJECT + "ratings/<int:task_id>/samples/",
        ratings.RatingMarkingView.as_view({"get": "samples"}),
    ),
    path(
        _PROJECT + "ratings/<int:task_id>/samples/<int:sample_id>/mark/",
        ratings.RatingMarkingView.as_view({"put": "mark"}),
    ),
    path(
        _PROJECT + "human-baseline/",
        baseline_assignments.BaselineAssignmentView.as_view(
            {"get": "list_assignments", "post": "assign_baseline"}
        ),
    ),
    path(
        "projects/<slug:slug>/human-baseline/mine/",
        baseline_assignments.BaselineAnswerView.as_view({"get": "list_unfinished"}),
    ),
    path(
        "projects/<slug:slug>/human-baseline/next/",
        baseline_assignments.BaselineAnswerView.as_view(
            {"get": "read_next_question", "post": "submit_answer"}
        ),
    ),
    path(_PROJECT + "import/", external_results.ResultsImportView.as_view()),
    path(
        _PROJECT + "entrants/",
        external_results.EntrantView.as_view(
            {"get": "list_entrants", "post": "admit_entrant"}
        ),
    ),
    path(
        _PROJECT + "entrants/<int:entrant_id>/revoke/",
        external_results.EntrantView.as_view({"post": "revoke_entrant"}),
    ),
    path("predictions/", external_results.PredictionsView.as_view()),
    path(
        _PROJECT + "probes/<str:version>/",
        ShortcutBaselineView.as_view({"get": "list_shortcut_baselines"}),
    ),
    path(
        _PROJECT + "probes/<str:version>/<str:question>/",
        ShortcutBaselineView.as_view({"post": "decide_image_dependence"}),
    ),
    path(
        _PROJECT + "suspects/<str:version>/",
        ShortcutBaselineView.as_view({"get": "list_label_error_candidates"}),
    ),
    path(
        _PROJECT + "suspects/<str:version>/<str:question>/",
        ShortcutBaselineView.as_view({"post": "return_question_for_rework"}),
    ),
    path(_PROJECT + "site/<str:version>/", site.SiteView.as_view()),
    path(_PROJECT + "site/<str:version>/zip/", site.SiteArchiveView.as_view()),
    path(
        _PROJECT + "tables/<str:version>/", tables.TableView.as_view({"get": "tables"})
    ),
    path(
        _PROJECT + "tables/<str:version>/<str:file_format>/",
        tables.TableView.as_view({"get": "file"}),
    ),
]
