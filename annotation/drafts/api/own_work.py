"""Operations of annotators on their own work. No view shows other people's work."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.assignment.selectors.next_assignment import next_assignment
from annotation.assignment.services.next_slot import assign_slot
from annotation.drafts.api.serializers import (
    DeclineInputSerializer,
    DraftConflictSerializer,
    DraftInputSerializer,
    DraftSavedSerializer,
    DraftVersionDetailSerializer,
    DraftVersionSerializer,
    LeaseSerializer,
    MyDraftSerializer,
    MySlotSerializer,
    MyWorkSerializer,
    NextSlotSerializer,
    RecordCheckSerializer,
    RecordInputSerializer,
    SubmitInputSerializer,
    SubmittedSerializer,
    SubmittedWithNextSerializer,
)
from annotation.drafts.selectors.own_work import (
    current_version,
    earlier_versions,
    get_draft_version,
    list_item_images,
    list_own_slots,
    read_own_slot,
)
from annotation.drafts.selectors.record_check import check_record
from annotation.drafts.selectors.unsubmitted_drafts import unsubmitted_drafts
from annotation.drafts.services.drafts import save_draft
from annotation.drafts.services.submissions import submit_annotation
from annotation.items.domain.slot_states import SLOT
from annotation.items.models.slots import Slot
from annotation.ports import finished_items
from annotation.slots.api.annotator_view import AnnotatorView
from annotation.slots.selectors.slots import slot_with_draft
from annotation.slots.services.leases import extend_lease, skip_slot
from annotation.slots.services.transitions import decline_slot, reopen_slot
from core.errors import SubtextError
from projects.access.api.base import page_schema, validate_input


class SlotView(AnnotatorView):
    """The annotator's slots."""

    @extend_schema(operation_id="slot_next", request=None, responses=NextSlotSerializer)
    def assign_next_slot(self, request: Request, slug: str) -> Response:
        """Return the slot to work on now: the leased one, a returned one or the next."""
        return Response(self._assign_next())

    @extend_schema(operation_id="slot_get", responses=MySlotSerializer)
    def retrieve(self, request: Request, slug: str, slot_id: int) -> Response:
        """Return one of the annotator's slots with its draft."""
        return Response(self._serialize(self.get_own_slot(slot_id)))

    @extend_schema(
        operation_id="slot_heartbeat", request=None, responses=LeaseSerializer
    )
    def extend_lease(self, request: Request, slug: str, slot_id: int) -> Response:
        """Renew the lease of the slot."""
        slot = extend_lease(slot=self.get_own_slot(slot_id), actor=self.actor)
        return Response(LeaseSerializer(slot).data)

    @extend_schema(
        operation_id="record_check",
        request=RecordInputSerializer,
        responses=RecordCheckSerializer,
    )
    def check_record(self, request: Request, slug: str, slot_id: int) -> Response:
        """Check a record without saving it: what is missing and what could be improved."""
        content = validate_input(RecordInputSerializer, request.data)["content"]
        slot = self.get_own_slot(slot_id)
        check = check_record(slot, self.person, self.project.protocol, content)
        return Response(RecordCheckSerializer(check).data)

    @extend_schema(
        operation_id="annotation_submit",
        request=SubmitInputSerializer,
        responses={201: SubmittedWithNextSerializer, 409: DraftConflictSerializer},
        parameters=[
            OpenApiParameter(
                "Idempotency-Key",
                OpenApiTypes.STR,
                OpenApiParameter.HEADER,
                description="Any text of up to 64 characters, new for each submission.",
            )
        ],
    )
    def submit_annotation(self, request: Request, slug: str, slot_id: int) -> Response:
        """Submit the annotation. The same request sent again stores it once.

        With ``next`` the slot to work on then is assigned, as by ``slot_next``: annotators
        wait for one answer between two items.
        """
        data = validate_input(SubmitInputSerializer, request.data)
        wants_next = data.pop("next")
        slot, draft = slot_with_draft(self.project, self.person, slot_id)
        annotation = submit_annotation(
            slot=slot,
            draft=draft,
            actor=self.actor,
            key=request.headers.get("Idempotency-Key", "")[:64],
            **data,
        )
        submitted = SubmittedSerializer(annotation).data
        return Response(
            {**submitted, "next": self._next() if wants_next else None}, status=201
        )

    def _next(self) -> dict[str, Any] | None:
        # The annotation is stored: what hinders the next assignment is no failure of
        # this request. ``slot_next`` says it.
        try:
            return self._assign_next()
        except SubtextError:
            return None

    @extend_schema(
        operation_id="slot_decline",
        request=DeclineInputSerializer,
        responses=MySlotSerializer,
    )
    def decline_slot(self, request: Request, slug: str, slot_id: int) -> Response:
        """Decline the slot; another annotator gets the item."""
        data = validate_input(DeclineInputSerializer, request.data)
        slot = decline_slot(
            slot=self.get_own_slot(slot_id),
            actor=self.actor,
            reason_id=data["reason"],
            note=data["note"],
        )
        return Response(self._serialize(slot))

    @extend_schema(operation_id="slot_skip", request=None, responses=MySlotSerializer)
    def skip_slot(self, request: Request, slug: str, slot_id: int) -> Response:
        """Put the slot off until nothing else is left; its draft is kept."""
        slot = skip_slot(slot=self.get_own_slot(slot_id), actor=self.actor)
        return Response(self._serialize(slot))

    @extend_schema(operation_id="slot_reopen", request=None, responses=MySlotSerializer)
    def reopen_slot(self, request: Request, slug: str, slot_id: int) -> Response:
        """Undo: reopen a submitted or declined slot."""
        slot = reopen_slot(slot=self.get_own_slot(slot_id), actor=self.actor)
        return Response(self._serialize(slot))

    def _serialize(self, slot: Slot) -> dict[str, object]:
        view = read_own_slot(slot, self.person)
        return MySlotSerializer(view, context=self.context).data

    def _assign_next(self) -> dict[str, Any]:
        """Assign the slot to work on now and return it with the likely next images."""
        assigned = assign_slot(project=self.project, actor=self.actor)
        body: dict[str, object]
        if assigned is None:
            turn = next_assignment(self.project, self.person, limit=1)
            body = {"slot": None, "waiting": turn.waiting, "upcoming": []}
        else:
            slot, following = assigned.slot, assigned.following
            images = list_item_images(slot.item_id, following)
            view = read_own_slot(slot, self.person, draft=assigned.draft, images=images)
            body = {"slot": view, "waiting": None, "upcoming": images.others}
        return NextSlotSerializer(body, context=self.context).data


class DraftView(AnnotatorView):
    """The draft of one of the annotator's slots."""

    @extend_schema(
        operation_id="draft_save",
        request=DraftInputSerializer,
        responses={200: DraftSavedSerializer, 409: DraftConflictSerializer},
    )
    def save_draft(self, request: Request, slug: str, slot_id: int) -> Response:
        """Save the draft. A 409 response has the saved draft."""
        data = validate_input(DraftInputSerializer, request.data)
        slot, read = slot_with_draft(self.project, self.person, slot_id)
        draft = save_draft(slot=slot, actor=self.actor, draft=read, **data)
        return Response(DraftSavedSerializer(draft).data)

    @extend_schema(
        operation_id="draft_version_list", responses=page_schema(DraftVersionSerializer)
    )
    def list_versions(self, request: Request, slug: str, slot_id: int) -> Response:
        """List the versions of the draft, latest first, without their content."""
        slot = self.get_own_slot(slot_id)
        earlier = earlier_versions(slot, self.person)
        page = self.paginate(earlier, DraftVersionSerializer, ordering="-number")
        current = current_version(slot, self.person)
        if current is not None and page.data["previous"] is None:
            page.data["results"].insert(0, DraftVersionSerializer(current).data)
        return page

    @extend_schema(
        operation_id="draft_version_get", responses=DraftVersionDetailSerializer
    )
    def read_version(
        self, request: Request, slug: str, slot_id: int, number: int
    ) -> Response:
        """Return one version of the draft. Saving it again creates a new version."""
        version = get_draft_version(self.get_own_slot(slot_id), self.person, number)
        return Response(DraftVersionDetailSerializer(version).data)


class MyWorkView(AnnotatorView):
    """Lists of the annotator's work."""

    @extend_schema(
        operation_id="my_draft_list", responses=page_schema(MyDraftSerializer)
    )
    def list_drafts(self, request: Request, slug: str) -> Response:
        """List the unsubmitted drafts with the reason for each, latest first."""
        return self.paginate(
            unsubmitted_drafts(self.project, self.person),
            MyDraftSerializer,
            ordering="-saved_at",
        )

    @extend_schema(
        operation_id="my_work_list",
        parameters=[OpenApiParameter("status", OpenApiTypes.STR, enum=SLOT.states)],
        responses=page_schema(MyWorkSerializer),
    )
    def list_work(self, request: Request, slug: str) -> Response:
        """List the annotator's work, latest first, with rework and its reasons."""
        work = list_own_slots(self.project, self.person)
        if status := request.query_params.get("status"):
            work = work.filter(status=status)
        return self.paginate(
            work,
            MyWorkSerializer,
            ordering="-moved_at",
            context=lambda slots: {
                "settled": set(finished_items().slots_with_final_submission(slots))
            },
        )
