from django.urls import path

from evaluation.api import views

_PROJECT = "projects/<slug:slug>/evaluation/"

urlpatterns = [
    path(_PROJECT + "leaderboard/<str:version>/", views.LeaderboardApi.as_view()),
    path(_PROJECT + "runs/", views.RunListApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/", views.RunGetApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/cancel/", views.RunCancelApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/retry/", views.RunRetryApi.as_view()),
    path(_PROJECT + "runs/<int:run_id>/samples/", views.SampleListApi.as_view()),
]
