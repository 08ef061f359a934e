from django.urls import path

from annotation.api import (
    annotating,
    assignment,
    collection_requests,
    first_visit,
    image_grouping,
    items,
    question_formats,
)

_SLOT = "projects/<slug:slug>/annotate/slots/<int:slot_id>/"
_ASSIGNMENT = "projects/<slug:slug>/assignment/"
_ITEM = "projects/<slug:slug>/items/<int:item_id>/"

urlpatterns = [
    path("question-formats/", question_formats.QuestionFormatListView.as_view()),
    path("projects/<slug:slug>/annotate/next/", annotating.SlotNextView.as_view()),
    path("projects/<slug:slug>/annotate/work/", annotating.MyWorkListView.as_view()),
    path("projects/<slug:slug>/annotate/drafts/", annotating.MyDraftListView.as_view()),
    path(_SLOT, annotating.SlotGetView.as_view()),
    path(_SLOT + "heartbeat/", annotating.SlotHeartbeatView.as_view()),
    path(_SLOT + "draft/", annotating.DraftSaveView.as_view()),
    path(_SLOT + "draft/versions/", annotating.DraftVersionsView.as_view()),
    path(
        _SLOT + "draft/versions/<int:number>/",
        annotating.DraftVersionGetView.as_view(),
    ),
    path(_SLOT + "check/", annotating.RecordCheckView.as_view()),
    path(_SLOT + "submit/", annotating.AnnotationSubmitView.as_view()),
    path(_SLOT + "decline/", annotating.SlotDeclineView.as_view()),
    path(_SLOT + "skip/", annotating.SlotSkipView.as_view()),
    path(_SLOT + "reopen/", annotating.SlotReopenView.as_view()),
    path(
        "projects/<slug:slug>/annotate/welcome/",
        first_visit.OnboardingProgressView.as_view(),
    ),
    path("projects/<slug:slug>/annotate/consent/", first_visit.ConsentView.as_view()),
    path("projects/<slug:slug>/first-visit/", first_visit.OnboardingView.as_view()),
    path(
        "projects/<slug:slug>/first-visit/briefing/",
        first_visit.ConsentFormPublishView.as_view(),
    ),
    path(
        "projects/<slug:slug>/first-visit/practice/",
        first_visit.PracticeItemView.as_view(),
    ),
    path(
        "projects/<slug:slug>/first-visit/consents/",
        first_visit.ConsentListView.as_view(),
    ),
    path("projects/<slug:slug>/annotate/terms/", assignment.MyQuotaView.as_view()),
    path(_ASSIGNMENT, assignment.AssignmentView.as_view()),
    path(_ASSIGNMENT + "people/<int:person_id>/", assignment.QuotaSetView.as_view()),
    path(_ASSIGNMENT + "exclusions/", assignment.ExclusionAddView.as_view()),
    path(
        _ASSIGNMENT + "exclusions/<int:exclusion_id>/",
        assignment.ExclusionLiftView.as_view(),
    ),
    path("projects/<slug:slug>/items/pin/", assignment.ItemPinView.as_view()),
    path("projects/<slug:slug>/items/unpin/", assignment.ItemUnpinView.as_view()),
    path("projects/<slug:slug>/items/tag/", assignment.ItemTagView.as_view()),
    path(
        "projects/<slug:slug>/calls/",
        collection_requests.CollectionRequestListView.as_view(),
    ),
    path(
        "projects/<slug:slug>/calls/mine/",
        collection_requests.MyCollectionRequestListView.as_view(),
    ),
    path(
        "projects/<slug:slug>/calls/<int:call_id>/close/",
        collection_requests.CollectionRequestCloseView.as_view(),
    ),
    path("projects/<slug:slug>/images/join/", image_grouping.ImageGroupView.as_view()),
    path(
        "projects/<slug:slug>/images/part/", image_grouping.ImageUngroupView.as_view()
    ),
    path("projects/<slug:slug>/items/", items.ItemListView.as_view()),
    path(_ITEM, items.ItemGetView.as_view()),
    path(_ITEM + "life/", items.ItemHistoryView.as_view()),
    path(_ITEM + "questions/", items.ItemQuestionsView.as_view()),
    path(
        _ITEM + "slots/<int:slot_id>/send-back/",
        items.SlotReturnView.as_view(),
    ),
]
