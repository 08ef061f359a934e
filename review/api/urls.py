from django.urls import path

from review.api import (
    agreement,
    cases,
    exports,
    overview,
    published,
    rounds,
    validation,
)

P = "projects/<slug:slug>"

urlpatterns = [
    path(f"{P}/overview/", overview.OverviewApi.as_view()),
    path(f"{P}/activity/", overview.ActivityApi.as_view()),
    path(f"{P}/my-day/", overview.MyDayApi.as_view()),
    path(f"{P}/agreement/", agreement.AgreementApi.as_view()),
    path(f"{P}/agreement/pairs/<slug:field>/", agreement.PairAgreementApi.as_view()),
    path(f"{P}/agreement/over-time/", agreement.AgreementOverTimeApi.as_view()),
    path(f"{P}/agreement/reliability/", agreement.ReliabilityApi.as_view()),
    path(
        f"{P}/agreement/export/<str:file_format>/", exports.AgreementExportApi.as_view()
    ),
    path(
        f"{P}/annotations/export/<str:file_format>/",
        exports.AnnotationExportApi.as_view(),
    ),
    path(f"{P}/hours/export/<str:file_format>/", exports.HoursExportApi.as_view()),
    path(f"{P}/people/", overview.PeopleApi.as_view()),
    path(f"{P}/people/<int:person_id>/", agreement.PersonFeedbackApi.as_view()),
    path(
        f"{P}/uploads/<int:upload_id>/import-published/",
        published.UploadImportPublishedApi.as_view(),
    ),
    path(f"{P}/cases/", cases.CaseListApi.as_view()),
    path(f"{P}/cases/queue/", cases.CaseQueueApi.as_view()),
    path(f"{P}/cases/queue/counts/", cases.CaseQueueCountsApi.as_view()),
    path(f"{P}/cases/<int:case_id>/", cases.CaseDetailApi.as_view()),
    path(f"{P}/cases/<int:case_id>/finalize/", cases.CaseFinalizeApi.as_view()),
    path(f"{P}/cases/<int:case_id>/undo/", cases.CaseUndoApi.as_view()),
    path(f"{P}/cases/<int:case_id>/edit/", cases.CaseEditApi.as_view()),
    path(f"{P}/cases/<int:case_id>/drop/", cases.CaseDropApi.as_view()),
    path(
        f"{P}/cases/<int:case_id>/send-to-rework/",
        cases.CaseSendToReworkApi.as_view(),
    ),
    path(f"{P}/rounds/", rounds.RoundListApi.as_view()),
    path(f"{P}/rounds/open/", rounds.RoundOpenApi.as_view()),
    path(f"{P}/rounds/<int:number>/close/", rounds.RoundCloseApi.as_view()),
    path(f"{P}/rounds/<int:number>/extend/", rounds.RoundExtendApi.as_view()),
    path(f"{P}/rounds/<int:number>/waive/", rounds.RoundWaiveApi.as_view()),
    path(f"{P}/rounds/<int:number>/checklist/", rounds.ChecklistListApi.as_view()),
    path(f"{P}/checklist/<int:mark_id>/", rounds.ChecklistMarkApi.as_view()),
    path(f"{P}/questions/", rounds.QuestionListApi.as_view()),
    path(f"{P}/validation/next/", validation.ValidationNextApi.as_view()),
    path(f"{P}/validation/undo/", validation.ValidationUndoApi.as_view()),
    path(f"{P}/validation/progress/", validation.ValidationProgressApi.as_view()),
    path(
        f"{P}/validation/<int:place_id>/answer/",
        validation.ValidationAnswerApi.as_view(),
    ),
    path(f"{P}/rework/", validation.ReworkListApi.as_view()),
    path(f"{P}/rework/<int:case_id>/", validation.ReworkDetailApi.as_view()),
    path(f"{P}/rework/<int:case_id>/submit/", validation.ReworkSubmitApi.as_view()),
]
