from django.urls import path

from review.adjudication.api import adjudication as cases
from review.adjudication.api import item_search as items
from review.calibration.api import batches as calibration
from review.calibration.api import gold
from review.discussions import api as threads
from review.notifications import api as notices
from review.progress.api import (
    agreement,
    exports,
    feedback,
    item_details,
    overview,
    waiting,
)
from review.question_generation import api as question_generation
from review.rework.api import case_changes, item_changes
from review.rework.api import question_rework as rework
from review.rounds.api import rounds

P = "projects/<slug:slug>"
_BATCH = f"{P}/calibration/<int:number>"

urlpatterns = [
    path(f"{P}/balance/", overview.OverviewView.as_view({"get": "read_label_balance"})),
    path(f"{P}/overview/", overview.OverviewView.as_view({"get": "read_overview"})),
    path(f"{P}/figures/", overview.OverviewView.as_view({"get": "read_figures_state"})),
    path(f"{P}/outlook/", overview.OverviewView.as_view({"get": "read_work_forecast"})),
    path(f"{P}/activity/", overview.OverviewView.as_view({"get": "read_activity"})),
    path(f"{P}/my-day/", overview.MyDayView.as_view()),
    path(
        f"{P}/calibration/",
        calibration.CalibrationView.as_view({"get": "list_batches"}),
    ),
    path(
        f"{P}/calibration/candidates/",
        calibration.CalibrationView.as_view({"get": "list_candidates"}),
    ),
    path(
        f"{P}/calibration/open/",
        calibration.CalibrationView.as_view({"post": "open_batch"}),
    ),
    path(
        f"{P}/calibration/mine/",
        feedback.MyFeedbackView.as_view({"get": "read_calibration_feedback"}),
    ),
    path(f"{_BATCH}/", calibration.CalibrationView.as_view({"get": "read_batch"})),
    path(
        f"{_BATCH}/close/", calibration.CalibrationView.as_view({"post": "close_batch"})
    ),
    path(
        f"{_BATCH}/reopen/",
        calibration.CalibrationView.as_view({"post": "reopen_batch"}),
    ),
    path(
        f"{_BATCH}/people/<int:person_id>/let-through/",
        calibration.CalibrationView.as_view({"post": "approve_annotator"}),
    ),
    path(f"{_BATCH}/items/<int:place>/", calibration.CalibrationItemView.as_view()),
    path(f"{P}/gold/", gold.GoldView.as_view({"get": "read_gold_results"})),
    path(f"{P}/gold/share/", gold.GoldView.as_view({"put": "set_share"})),
    path(f"{P}/gold/items/", gold.GoldView.as_view({"post": "add_gold_items"})),
    path(
        f"{P}/gold/items/<int:item_id>/",
        gold.GoldView.as_view({"delete": "remove_gold_item"}),
    ),
    path(
        f"{P}/my-feedback/",
        feedback.MyFeedbackView.as_view({"get": "read_work_feedback"}),
    ),
    path(
        f"{P}/practice/",
        feedback.MyFeedbackView.as_view({"get": "read_practice_feedback"}),
    ),
    path(
        f"{P}/agreement/",
        agreement.AgreementView.as_view({"get": "read_agreement_by_field"}),
    ),
    path(
        f"{P}/agreement/pairs/<slug:field>/",
        agreement.AgreementView.as_view({"get": "read_agreement_by_pair"}),
    ),
    path(
        f"{P}/agreement/over-time/",
        agreement.AgreementView.as_view({"get": "read_agreement_over_time"}),
    ),
    path(
        f"{P}/agreement/reliability/",
        agreement.AgreementView.as_view({"get": "read_reliability_of_all"}),
    ),
    path(
        f"{P}/agreement/export/<str:file_format>/",
        exports.AgreementExportView.as_view(),
    ),
    path(
        f"{P}/annotations/export/<str:file_format>/",
        exports.AnnotationExportView.as_view(),
    ),
    path(f"{P}/hours/export/<str:file_format>/", exports.HoursExportView.as_view()),
    path(f"{P}/people/", overview.OverviewView.as_view({"get": "read_work_of_people"})),
    path(
        f"{P}/people/<int:person_id>/",
        agreement.AgreementView.as_view({"get": "read_reliability_of_person"}),
    ),
    path(
        f"{P}/people/<int:person_id>/void/",
        item_changes.VoidingView.as_view(
            {"get": "preview_voiding", "post": "void_work"}
        ),
    ),
    path(
        f"{P}/people/<int:person_id>/void/undo/",
        item_changes.VoidingView.as_view({"post": "unvoid_work"}),
    ),
    path(
        f"{P}/items/numbered/<int:number>/",
        item_details.ItemDetailsView.as_view(),
    ),
    path(f"{P}/items/find/", items.ItemView.as_view({"get": "search_items"})),
    path(
        f"{P}/items/send-back/",
        item_changes.ItemChangesView.as_view({"post": "return_items_for_rework"}),
    ),
    path(
        f"{P}/items/relabel/",
        item_changes.ItemChangesView.as_view({"post": "relabel_items"}),
    ),
    path(
        f"{P}/items/relabel/undo/",
        item_changes.ItemChangesView.as_view({"post": "undo_relabelling"}),
    ),
    path(f"{P}/cases/", cases.CaseView.as_view({"get": "list_cases"})),
    path(f"{P}/cases/queue/", cases.MyCaseView.as_view({"get": "list_queue"})),
    path(f"{P}/cases/queue/counts/", cases.MyCaseView.as_view({"get": "count_cases"})),
    path(
        f"{P}/made-questions/",
        question_generation.QuestionGenerationView.as_view(
            {"get": "waiting", "post": "draft_questions"}
        ),
    ),
    path(
        f"{P}/made-questions/<int:case_id>/accept/",
        question_generation.QuestionGenerationView.as_view(
            {"post": "accept_questions"}
        ),
    ),
    path(f"{P}/cases/<int:case_id>/", cases.MyCaseView.as_view({"get": "read_case"})),
    path(
        f"{P}/cases/<int:case_id>/finalize/",
        cases.CaseView.as_view({"post": "finalize_case"}),
    ),
    path(
        f"{P}/cases/<int:case_id>/propose/",
        cases.MyCaseView.as_view({"post": "propose_record"}),
    ),
    path(
        f"{P}/cases/<int:case_id>/agree/",
        cases.MyCaseView.as_view({"post": "agree_to_proposal"}),
    ),
    path(
        f"{P}/cases/<int:case_id>/undo/",
        cases.CaseView.as_view({"post": "undo_decision"}),
    ),
    path(
        f"{P}/cases/<int:case_id>/edit/",
        case_changes.CaseChangesView.as_view({"post": "edit_record"}),
    ),
    path(
        f"{P}/cases/<int:case_id>/drop/",
        case_changes.CaseChangesView.as_view({"post": "drop_case"}),
    ),
    path(
        f"{P}/cases/<int:case_id>/restore/",
        case_changes.CaseChangesView.as_view({"post": "restore_case"}),
    ),
    path(
        f"{P}/cases/<int:case_id>/send-to-rework/",
        case_changes.CaseChangesView.as_view({"post": "send_to_rework"}),
    ),
    path(f"{P}/rounds/", rounds.RoundView.as_view({"get": "list_rounds"})),
    path(f"{P}/rounds/open/", rounds.RoundView.as_view({"post": "open_round"})),
    path(
        f"{P}/rounds/<int:number>/close/",
        rounds.RoundView.as_view({"post": "close_round"}),
    ),
    path(
        f"{P}/rounds/<int:number>/automatic/",
        rounds.RoundView.as_view({"post": "set_round_automatic"}),
    ),
    path(
        f"{P}/rounds/<int:number>/extend/",
        rounds.RoundView.as_view({"post": "extend_round"}),
    ),
    path(
        f"{P}/rounds/<int:number>/waive/",
        rounds.RoundView.as_view({"post": "waive_round"}),
    ),
    path(
        f"{P}/rounds/<int:number>/checklist/",
        rounds.RoundView.as_view({"get": "list_checklist"}),
    ),
    path(
        f"{P}/checklist/<int:mark_id>/",
        rounds.RoundView.as_view({"post": "tick_checklist_mark"}),
    ),
    path(f"{P}/questions/", rounds.RoundView.as_view({"get": "list_questions"})),
    path(
        f"{P}/validation/next/",
        rounds.ValidationView.as_view({"post": "read_next_question"}),
    ),
    path(
        f"{P}/validation/undo/",
        rounds.ValidationView.as_view({"post": "undo_last_answer"}),
    ),
    path(
        f"{P}/validation/progress/",
        rounds.ValidationView.as_view({"get": "read_validation_progress"}),
    ),
    path(
        f"{P}/validation/<int:place_id>/answer/",
        rounds.ValidationView.as_view({"post": "answer_question"}),
    ),
    path(f"{P}/threads/", threads.ThreadView.as_view({"get": "list_threads"})),
    path(f"{P}/threads/open/", threads.ThreadView.as_view({"post": "open_thread"})),
    path(
        f"{P}/threads/<int:thread_id>/", threads.ThreadView.as_view({"get": "retrieve"})
    ),
    path(
        f"{P}/threads/<int:thread_id>/messages/",
        threads.ThreadView.as_view({"post": "add_message"}),
    ),
    path(
        f"{P}/threads/<int:thread_id>/close/",
        threads.ThreadClosingView.as_view({"post": "close_thread"}),
    ),
    path(
        f"{P}/threads/<int:thread_id>/gap/",
        threads.ThreadClosingView.as_view({"post": "flag_protocol_gap"}),
    ),
    path(f"{P}/waiting/", waiting.WaitingView.as_view()),
    path(
        f"{P}/notices/", notices.NotificationView.as_view({"get": "list_notifications"})
    ),
    path(
        f"{P}/notices/unread/",
        notices.NotificationView.as_view({"get": "count_unread"}),
    ),
    path(
        f"{P}/notices/read/",
        notices.NotificationView.as_view({"post": "mark_all_read"}),
    ),
    path(
        f"{P}/notices/<int:notice_id>/read/",
        notices.NotificationView.as_view({"post": "mark_read"}),
    ),
    path(f"{P}/rework/", rework.ReworkView.as_view({"get": "list_rework"})),
    path(
        f"{P}/rework/<int:case_id>/", rework.ReworkView.as_view({"get": "read_rework"})
    ),
    path(
        f"{P}/rework/<int:case_id>/submit/",
        rework.ReworkView.as_view({"post": "submit_rework"}),
    ),
]
