from django.urls import path

from published.audit.api import views as audits

_AUDIT = "audits/<int:audit_id>/"

urlpatterns = [
    path("audits/", audits.AuditListView.as_view()),
    path("audits/places/", audits.AuditPlacesView.as_view()),
    path(
        _AUDIT,
        audits.AuditView.as_view({"get": "read_audit", "delete": "delete_audit"}),
    ),
    path(_AUDIT + "parts/", audits.AuditPartView.as_view()),
    path(_AUDIT + "start/", audits.AuditView.as_view({"post": "start_audit"})),
    path(_AUDIT + "cancel/", audits.AuditView.as_view({"post": "cancel_audit"})),
    path(
        _AUDIT + "import/",
        audits.AuditView.as_view({"post": "import_into_project"}),
    ),
    path(_AUDIT + "images/<int:number>/", audits.AuditImageView.as_view()),
    path(_AUDIT + "report/<str:kind>/", audits.AuditFileView.as_view()),
]
