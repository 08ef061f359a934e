from django.urls import path

from projects.accounts.api import mails, passwords, session
from projects.history.api import history, jobs
from projects.memberships.api import views as people
from projects.project_settings.api import projects
from projects.project_settings.api import settings as project_settings
from projects.protocol_versions.api import guideline_images
from projects.protocol_versions.api import views as protocols
from projects.security_record import api as security

urlpatterns = [
    path("instance/", session.InstanceView.as_view()),
    path("session/", session.SessionView.as_view()),
    path("session/demo/", session.DemoSessionView.as_view()),
    path("me/", session.MeView.as_view()),
    path("me/password/", passwords.MyPasswordView.as_view()),
    path("me/mail/", mails.MailPreferenceView.as_view()),
    path("me/mail/confirmation/", mails.ConfirmationView.as_view()),
    path("mail/confirm/<str:token>/", mails.AddressConfirmView.as_view()),
    path("mail/unsubscribe/<str:token>/", mails.UnsubscribeView.as_view()),
    path("me/security-record/", security.MySecurityRecordView.as_view()),
    path("security-record/", security.InstallationSecurityRecordView.as_view()),
    path(
        "security-record/people/",
        security.InstallationSecurityPeopleView.as_view(),
    ),
    path(
        "security-record/export/csv/",
        security.InstallationSecurityExportView.as_view(),
    ),
    path("password/forgotten/", passwords.PasswordForgottenView.as_view()),
    path("password/reset/<str:token>/", passwords.PasswordResetView.as_view()),
    path("invitations/<str:token>/", people.InvitationView.as_view()),
    path("first-maintainer/<str:token>/", session.FirstMaintainerView.as_view()),
    path("protocols/", protocols.ShippedProtocolListView.as_view()),
    path("projects/", projects.ProjectListView.as_view()),
    path("projects/<slug:slug>/", projects.ProjectGetView.as_view()),
    path(
        "projects/<slug:slug>/settings/",
        project_settings.ProjectSettingsView.as_view(
            {"get": "read_settings", "put": "change_settings"}
        ),
    ),
    path(
        "projects/<slug:slug>/delete/",
        project_settings.ProjectSettingsView.as_view({"post": "delete_empty_project"}),
    ),
    path(
        "projects/<slug:slug>/history/",
        history.ProjectHistoryView.as_view(),
    ),
    path(
        "projects/<slug:slug>/security-record/",
        security.ProjectSecurityRecordView.as_view(),
    ),
    path(
        "projects/<slug:slug>/security-record/export/csv/",
        security.ProjectSecurityExportView.as_view(),
    ),
    path("projects/<slug:slug>/jobs/", jobs.JobView.as_view({"get": "list_jobs"})),
    path(
        "projects/<slug:slug>/jobs/<int:job_id>/cancel/",
        jobs.JobView.as_view({"post": "cancel_job"}),
    ),
    path(
        "projects/<slug:slug>/jobs/<int:job_id>/retry/",
        jobs.JobView.as_view({"post": "retry_job"}),
    ),
    path(
        "projects/<slug:slug>/jobs/<int:job_id>/dismiss/",
        jobs.JobView.as_view({"post": "dismiss_job"}),
    ),
    path(
        "projects/<slug:slug>/protocol/",
        protocols.ProtocolView.as_view({"get": "read_current_version"}),
    ),
    path(
        "projects/<slug:slug>/protocol/change/",
        protocols.ProtocolChangeView.as_view({"post": "change_protocol"}),
    ),
    path(
        "projects/<slug:slug>/protocol/check/",
        protocols.ProtocolChangeView.as_view({"post": "check_protocol"}),
    ),
    path(
        "projects/<slug:slug>/protocol/offer/",
        protocols.ProtocolChangeView.as_view({"get": "offer"}),
    ),
    path(
        "projects/<slug:slug>/protocol/versions/<int:number>/since/<int:since>/",
        protocols.ProtocolView.as_view({"get": "compare_versions"}),
    ),
    path(
        "projects/<slug:slug>/protocol/versions/",
        protocols.ProtocolView.as_view({"get": "list_versions"}),
    ),
    path(
        "projects/<slug:slug>/protocol/versions/<int:number>/",
        protocols.ProtocolView.as_view({"get": "read_version"}),
    ),
    path(
        "projects/<slug:slug>/guideline-images/",
        guideline_images.GuidelineImageUploadView.as_view(),
    ),
    path(
        "projects/<slug:slug>/guideline-images/<str:name>",
        guideline_images.GuidelineImageView.as_view(),
    ),
    path("projects/<slug:slug>/members/", people.MemberListView.as_view()),
    path(
        "projects/<slug:slug>/members/<int:member_id>/",
        people.MemberChangeView.as_view(),
    ),
    path(
        "projects/<slug:slug>/members/<int:member_id>/password-link/",
        passwords.MemberPasswordLinkView.as_view(),
    ),
    path(
        "projects/<slug:slug>/invitations/",
        people.ProjectInvitationView.as_view(
            {"get": "list_invitations", "post": "create_invitation"}
        ),
    ),
    path(
        "projects/<slug:slug>/invitations/mail/",
        people.ProjectInvitationView.as_view({"post": "invite_by_mail"}),
    ),
    path(
        "projects/<slug:slug>/invitations/<int:invitation_id>/",
        people.ProjectInvitationView.as_view({"delete": "revoke_invitation"}),
    ),
    path(
        "projects/<slug:slug>/invitations/<int:invitation_id>/renew/",
        people.ProjectInvitationView.as_view({"post": "renew_invitation"}),
    ),
]
