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
        annotating.SlotView.as_view({"post": "assign_next_slot"}),
    ),
    path(
        "projects/<slug:slug>/annotate/work/",
        annotating.MyWorkView.as_view({"get": "list_work"}),
    ),
    path(
        "projects/<slug:slug>/annotate/drafts/",
        annotating.MyWorkView.as_view({"get": "list_drafts"}),
    ),
    path(_SLOT, annotating.SlotView.as_view({"get": "retrieve"})),
    path(_SLOT + "heartbeat/", annotating.SlotView.as_view({"post": "extend_lease"})),
    path(_SLOT + "draft/", annotating.DraftView.as_view({"put": "save_draft"})),
    path(
        _SLOT + "draft/versions/",
        annotating.DraftView.as_view({"get": "list_versions"}),
    ),
    path(
        _SLOT + "draft/versions/<int:number>/",
        annotating.DraftView.as_view({"get": "read_version"}),
    ),
    path(_SLOT + "check/", annotating.SlotView.as_view({"post": "check_record"})),
    path(_SLOT + "submit/", annotating.SlotView.as_view({"post": "submit_annotation"})),
    path(_SLOT + "decline/", annotating.SlotView.as_view({"post": "decline_slot"})),
    path(_SLOT + "skip/", annotating.SlotView.as_view({"post": "skip_slot"})),
    path(_SLOT + "reopen/", annotating.SlotView.as_view({"post": "reopen_slot"})),
    path(
        "projects/<slug:slug>/annotate/welcome/",
        onboarding.MyOnboardingView.as_view({"get": "read_onboarding_progress"}),
    ),
    path(
        "projects/<slug:slug>/annotate/consent/",
        onboarding.MyOnboardingView.as_view({"post": "give_consent"}),
    ),
    path(
        "projects/<slug:slug>/first-visit/",
        onboarding.OnboardingView.as_view({"get": "read_onboarding_settings"}),
    ),
    path(
        "projects/<slug:slug>/first-visit/briefing/",
        onboarding.OnboardingView.as_view({"post": "publish_consent_form"}),
    ),
    path(
        "projects/<slug:slug>/first-visit/practice/",
        onboarding.OnboardingView.as_view({"put": "set_practice_item"}),
    ),
    path(
        "projects/<slug:slug>/first-visit/consents/",
        onboarding.OnboardingView.as_view({"get": "list_consents"}),
    ),
    path("projects/<slug:slug>/annotate/terms/", assignment.MyQuotaView.as_view()),
    path(_ASSIGNMENT, assignment.AssignmentView.as_view({"get": "list_annotators"})),
    path(
        _ASSIGNMENT + "people/<int:person_id>/",
        assignment.AssignmentView.as_view({"put": "set_quota"}),
    ),
    path(
        _ASSIGNMENT + "exclusions/",
        assignment.AssignmentView.as_view({"post": "add_exclusion"}),
    ),
    path(
        _ASSIGNMENT + "exclusions/<int:exclusion_id>/",
        assignment.AssignmentView.as_view({"delete": "lift_exclusion"}),
    ),
    path(
        "projects/<slug:slug>/items/pin/people/",
        assignment.ItemAssignmentView.as_view({"post": "list_pin_candidates"}),
    ),
    path(
        "projects/<slug:slug>/items/pin/",
        assignment.ItemAssignmentView.as_view({"post": "pin_items"}),
    ),
    path(
        "projects/<slug:slug>/items/unpin/",
        assignment.ItemAssignmentView.as_view({"post": "unpin_items"}),
    ),
    path(
        "projects/<slug:slug>/items/tag/",
        assignment.ItemAssignmentView.as_view({"post": "tag_items"}),
    ),
    path(
        "projects/<slug:slug>/calls/",
        collection_requests.CollectionRequestView.as_view(
            {"get": "list_requests", "post": "open_request"}
        ),
    ),
    path(
        "projects/<slug:slug>/calls/mine/",
        collection_requests.MyCollectionRequestListView.as_view(),
    ),
    path(
        "projects/<slug:slug>/calls/<int:call_id>/close/",
        collection_requests.CollectionRequestView.as_view({"post": "close_request"}),
    ),
    path(
        "projects/<slug:slug>/images/join/",
        image_grouping.ImageGroupingView.as_view({"post": "group_images"}),
    ),
    path(
        "projects/<slug:slug>/images/part/",
        image_grouping.ImageGroupingView.as_view({"post": "ungroup_images"}),
    ),
    path("projects/<slug:slug>/items/", items.ItemView.as_view({"get": "list_items"})),
    path(_ITEM, items.ItemView.as_view({"get": "retrieve"})),
    path(_ITEM + "life/", items.ItemView.as_view({"get": "list_history"})),
    path(_ITEM + "questions/", items.ItemView.as_view({"get": "list_questions"})),
    path(
        _ITEM + "slots/<int:slot_id>/send-back/",
        item_slots.ItemSlotView.as_view({"post": "return_slot"}),
    ),
]
