from django.urls import path

from projects.api import people, projects, session

urlpatterns = [
    path("instance/", session.InstanceApi.as_view()),
    path("session/", session.SessionApi.as_view()),
    path("session/demo/", session.DemoSessionApi.as_view()),
    path("me/", session.MeApi.as_view()),
    path("invitations/<str:token>/", people.InvitationApi.as_view()),
    path("protocols/", projects.ShippedProtocolListApi.as_view()),
    path("projects/", projects.ProjectListApi.as_view()),
    path("projects/<slug:slug>/", projects.ProjectGetApi.as_view()),
    path("projects/<slug:slug>/jobs/", projects.JobListApi.as_view()),
    path(
        "projects/<slug:slug>/jobs/<int:job_id>/cancel/",
        projects.JobCancelApi.as_view(),
    ),
    path("projects/<slug:slug>/protocol/", projects.ProtocolApi.as_view()),
    path("projects/<slug:slug>/protocol/change/", projects.ProtocolChangeApi.as_view()),
    path("projects/<slug:slug>/protocol/check/", projects.ProtocolCheckApi.as_view()),
    path(
        "projects/<slug:slug>/protocol/versions/",
        projects.ProtocolVersionListApi.as_view(),
    ),
    path(
        "projects/<slug:slug>/protocol/versions/<int:number>/",
        projects.ProtocolVersionGetApi.as_view(),
    ),
    path("projects/<slug:slug>/members/", people.MemberListApi.as_view()),
    path(
        "projects/<slug:slug>/members/<int:member_id>/",
        people.MemberChangeApi.as_view(),
    ),
    path("projects/<slug:slug>/invitations/", people.InvitationListApi.as_view()),
    path(
        "projects/<slug:slug>/invitations/<int:invitation_id>/",
        people.InvitationRevokeApi.as_view(),
    ),
]
