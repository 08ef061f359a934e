from django.urls import path

from annotation.api import (
    annotating,
    assignment,
    calls,
    first_visit,
    items,
    joining,
)

_SLOT = "projects/<slug:slug>/annotate/slots/<int:slot_id>/"
_ASSIGNMENT = "projects/<slug:slug>/assignment/"
_ITEM = "projects/<slug:slug>/items/<int:item_id>/"

urlpatterns = [
    path("projects/<slug:slug>/annotate/next/", annotating.SlotNextApi.as_view()),
    path("projects/<slug:slug>/annotate/work/", annotating.MyWorkListApi.as_view()),
    path("projects/<slug:slug>/annotate/drafts/", annotating.MyDraftListApi.as_view()),
    path(_SLOT, annotating.SlotGetApi.as_view()),
    path(_SLOT + "heartbeat/", annotating.SlotHeartbeatApi.as_view()),
    path(_SLOT + "draft/", annotating.DraftSaveApi.as_view()),
    path(_SLOT + "draft/versions/", annotating.DraftVersionsApi.as_view()),
    path(
        _SLOT + "draft/versions/<int:number>/",
        annotating.DraftVersionGetApi.as_view(),
    ),
    path(_SLOT + "check/", annotating.RecordCheckApi.as_view()),
    path(_SLOT + "submit/", annotating.AnnotationSubmitApi.as_view()),
    path(_SLOT + "decline/", annotating.SlotDeclineApi.as_view()),
    path(_SLOT + "reopen/", annotating.SlotReopenApi.as_view()),
    path("projects/<slug:slug>/annotate/welcome/", first_visit.WelcomeApi.as_view()),
    path("projects/<slug:slug>/annotate/consent/", first_visit.ConsentApi.as_view()),
    path("projects/<slug:slug>/first-visit/", first_visit.FirstVisitApi.as_view()),
    path(
        "projects/<slug:slug>/first-visit/briefing/",
        first_visit.BriefingPublishApi.as_view(),
    ),
    path(
        "projects/<slug:slug>/first-visit/practice/",
        first_visit.PracticeItemApi.as_view(),
    ),
    path(
        "projects/<slug:slug>/first-visit/consents/",
        first_visit.ConsentListApi.as_view(),
    ),
    path("projects/<slug:slug>/annotate/terms/", assignment.MyTermsApi.as_view()),
    path(_ASSIGNMENT, assignment.AssignmentApi.as_view()),
    path(_ASSIGNMENT + "people/<int:person_id>/", assignment.TermsSetApi.as_view()),
    path(_ASSIGNMENT + "exclusions/", assignment.ExclusionAddApi.as_view()),
    path(
        _ASSIGNMENT + "exclusions/<int:exclusion_id>/",
        assignment.ExclusionLiftApi.as_view(),
    ),
    path("projects/<slug:slug>/items/pin/", assignment.ItemPinApi.as_view()),
    path("projects/<slug:slug>/items/unpin/", assignment.ItemUnpinApi.as_view()),
    path("projects/<slug:slug>/items/tag/", assignment.ItemTagApi.as_view()),
    path("projects/<slug:slug>/calls/", calls.CallListApi.as_view()),
    path("projects/<slug:slug>/calls/mine/", calls.MyCallListApi.as_view()),
    path(
        "projects/<slug:slug>/calls/<int:call_id>/close/", calls.CallCloseApi.as_view()
    ),
    path("projects/<slug:slug>/images/join/", joining.ImagesJoinApi.as_view()),
    path("projects/<slug:slug>/images/part/", joining.ImagesPartApi.as_view()),
    path("projects/<slug:slug>/items/", items.ItemListApi.as_view()),
    path(_ITEM, items.ItemGetApi.as_view()),
    path(_ITEM + "life/", items.ItemLifeApi.as_view()),
    path(_ITEM + "questions/", items.ItemQuestionsApi.as_view()),
    path(
        _ITEM + "slots/<int:slot_id>/send-back/",
        items.SlotSendBackApi.as_view(),
    ),
]
