from django.urls import path

from annotation.assignment.api import collection_requests
from annotation.assignment.api import pins_and_exclusions as assignment
from annotation.drafts.api import own_work as annotating
from annotation.formats import api as question_formats
from annotation.items.api import image_grouping, items
from annotation.onboarding import api as onboarding
from annotation.slots.api import item_slots

_SLOT = "projects/<slug:slug>/annotate/slots/<int:slot_id>/"
_ASSIGNMENT = "projects/<slug:slug>/assignment/"
_ITEM = "projects/<slug:slug>/items/<int:item_id>/"

urlpatterns = [
    path("question-formats/", question_formats.QuestionFormatListView.as_view()),
    path(
        "projects/<slug:slug>/annotate/next/",
        annotating.SlotView.as_view({"post": "take_next"}),
    ),
    path(
        "projects/<slug:slug>/annotate/work/",
        annotating.MyWorkView.as_view({"get": "work"}),
    ),
    path(
        "projects/<slug:slug>/annotate/drafts/",
        annotating.MyWorkView.as_view({"get": "drafts"}),
    ),
    path(_SLOT, annotating.SlotView.as_view({"get": "retrieve"})),
    path(_SLOT + "heartbeat/", annotating.SlotView.as_view({"post": "extend"})),
    path(_SLOT + "draft/", annotating.DraftView.as_view({"put": "save"})),
    path(_SLOT + "draft/versions/", annotating.DraftView.as_view({"get": "versions"})),
    path(
        _SLOT + "draft/versions/<int:number>/",
        annotating.DraftView.as_view({"get": "version"}),
    ),
    path(_SLOT + "check/", annotating.SlotView.as_view({"post": "check"})),
    path(_SLOT + "submit/", annotating.SlotView.as_view({"post": "submit"})),
    path(_SLOT + "decline/", annotating.SlotView.as_view({"post": "decline"})),
    path(_SLOT + "skip/", annotating.SlotView.as_view({"post": "skip"})),
    path(_SLOT + "reopen/", annotating.SlotView.as_view({"post": "reopen"})),
    path(
        "projects/<slug:slug>/annotate/welcome/",
        onboarding.MyOnboardingView.as_view({"get": "progress"}),
    ),
    path(
        "projects/<slug:slug>/annotate/consent/",
        onboarding.MyOnboardingView.as_view({"post": "consent"}),
    ),
    path(
        "projects/<slug:slug>/first-visit/",
        onboarding.OnboardingView.as_view({"get": "current"}),
    ),
    path(
        "projects/<slug:slug>/first-visit/briefing/",
        onboarding.OnboardingView.as_view({"post": "publish"}),
    ),
    path(
        "projects/<slug:slug>/first-visit/practice/",
        onboarding.OnboardingView.as_view({"put": "set_practice"}),
    ),
    path(
        "projects/<slug:slug>/first-visit/consents/",
        onboarding.OnboardingView.as_view({"get": "consents"}),
    ),
    path("projects/<slug:slug>/annotate/terms/", assignment.MyQuotaView.as_view()),
    path(_ASSIGNMENT, assignment.AssignmentView.as_view({"get": "people"})),
    path(
        _ASSIGNMENT + "people/<int:person_id>/",
        assignment.AssignmentView.as_view({"put": "set_quota"}),
    ),
    path(
        _ASSIGNMENT + "exclusions/",
        assignment.AssignmentView.as_view({"post": "exclude"}),
    ),
    path(
        _ASSIGNMENT + "exclusions/<int:exclusion_id>/",
        assignment.AssignmentView.as_view({"delete": "lift"}),
    ),
    path(
        "projects/<slug:slug>/items/pin/people/",
        assignment.ItemAssignmentView.as_view({"post": "candidates"}),
    ),
    path(
        "projects/<slug:slug>/items/pin/",
        assignment.ItemAssignmentView.as_view({"post": "pin"}),
    ),
    path(
        "projects/<slug:slug>/items/unpin/",
        assignment.ItemAssignmentView.as_view({"post": "unpin"}),
    ),
    path(
        "projects/<slug:slug>/items/tag/",
        assignment.ItemAssignmentView.as_view({"post": "tag"}),
    ),
    path(
        "projects/<slug:slug>/calls/",
        collection_requests.CollectionRequestView.as_view(
            {"get": "requests", "post": "open"}
        ),
    ),
    path(
        "projects/<slug:slug>/calls/mine/",
        collection_requests.MyCollectionRequestListView.as_view(),
    ),
    path(
        "projects/<slug:slug>/calls/<int:call_id>/close/",
        collection_requests.CollectionRequestView.as_view({"post": "close"}),
    ),
    path(
        "projects/<slug:slug>/images/join/",
        image_grouping.ImageGroupingView.as_view({"post": "group"}),
    ),
    path(
        "projects/<slug:slug>/images/part/",
        image_grouping.ImageGroupingView.as_view({"post": "ungroup"}),
    ),
    path("projects/<slug:slug>/items/", items.ItemView.as_view({"get": "items"})),
    path(_ITEM, items.ItemView.as_view({"get": "retrieve"})),
    path(_ITEM + "life/", items.ItemView.as_view({"get": "history"})),
    path(_ITEM + "questions/", items.ItemView.as_view({"get": "questions"})),
    path(
        _ITEM + "slots/<int:slot_id>/send-back/",
        item_slots.ItemSlotView.as_view({"post": "return_slot"}),
    ),
]
