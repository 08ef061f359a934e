"""Operations of annotators on their own work. No view shows other people's work."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.serializers import (
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
)
from annotation.domain.checks import record_findings
from annotation.domain.record import record_normalised
from annotation.domain.validation import problems_of
from annotation.models import Slot
from annotation.selectors import (
    ANNOTATORS,
    draft_versions,
    get_draft_version,
    my_slot,
    my_slot_view,
    my_work,
    picture_count,
    pictures_of,
    slot_with_draft,
)
from annotation.selectors.answer_positions import recent_answer_positions
from annotation.selectors.knowledge_terms import terms_used
from annotation.selectors.next_assignment import next_assignment
from annotation.selectors.question_source import question_source
from annotation.selectors.unsubmitted_drafts import unhanded_drafts
from annotation.services.leases import slot_heartbeat
from annotation.services.slots import assign_slot, decline_slot, reopen_slot
from annotation.services.submissions import save_draft, submit_annotation
from projects.api.base import ProjectView, page_of, validated


class AnnotatorView(ProjectView):
    """Base class of annotators' operations, mostly on one of their own slots."""

    roles = ANNOTATORS

    def slot(self, slot_id: int) -> Slot:
        return my_slot(self.project, self.person, slot_id)

    def shown(self, slot: Slot) -> dict[str, object]:
        view = my_slot_view(slot, self.person)
        return MySlotSerializer(view, context=self.context).data


class SlotNextView(AnnotatorView):
    """Return the slot to work on now: the leased one, a returned one or the next."""

    @extend_schema(operation_id="slot_next", request=None, responses=NextSlotSerializer)
    def post(self, request: Request, slug: str) -> Response:
        handed = assign_slot(project=self.project, actor=self.actor)
        body: dict[str, object]
        if handed is None:
            turn = next_assignment(self.project, self.person, limit=1)
            body = {"slot": None, "waiting": turn.waiting, "upcoming": []}
        else:
            slot, following = handed.slot, handed.following
            pictures = pictures_of(slot.item_id, following)
            view = my_slot_view(
                slot, self.person, draft=handed.draft, pictures=pictures
            )
            body = {"slot": view, "waiting": None, "upcoming": pictures.others}
        shown = NextSlotSerializer(body, context=self.context)
        return Response(shown.data)


class SlotGetView(AnnotatorView):
    """Return one of the annotator's slots with its draft."""

    @extend_schema(operation_id="slot_get", responses=MySlotSerializer)
    def get(self, request: Request, slug: str, slot_id: int) -> Response:
        return Response(self.shown(self.slot(slot_id)))


class SlotHeartbeatView(AnnotatorView):
    """Renew the lease of the slot."""

    @extend_schema(
        operation_id="slot_heartbeat", request=None, responses=LeaseSerializer
    )
    def post(self, request: Request, slug: str, slot_id: int) -> Response:
        slot = slot_heartbeat(slot=self.slot(slot_id), actor=self.actor)
        return Response(LeaseSerializer(slot).data)


class DraftSaveView(AnnotatorView):
    """Save the draft. A 409 response has the draft saved by another tab or device."""

    @extend_schema(
        operation_id="draft_save",
        request=DraftInputSerializer,
        responses={200: DraftSavedSerializer, 409: DraftConflictSerializer},
    )
    def put(self, request: Request, slug: str, slot_id: int) -> Response:
        data = validated(DraftInputSerializer, request.data)
        slot, read = slot_with_draft(self.project, self.person, slot_id)
        draft = save_draft(slot=slot, actor=self.actor, draft=read, **data)
        return Response(DraftSavedSerializer(draft).data)


class DraftVersionsView(AnnotatorView):
    """List the versions of the draft, latest first, without their content."""

    @extend_schema(
        operation_id="draft_version_list", responses=page_of(DraftVersionSerializer)
    )
    def get(self, request: Request, slug: str, slot_id: int) -> Response:
        versions = draft_versions(self.slot(slot_id), self.person)
        return self.paginate(versions, DraftVersionSerializer, ordering="-number")


class DraftVersionGetView(AnnotatorView):
    """Return one version of the draft. Saving it again creates a new version."""

    @extend_schema(
        operation_id="draft_version_get", responses=DraftVersionDetailSerializer
    )
    def get(self, request: Request, slug: str, slot_id: int, number: int) -> Response:
        version = get_draft_version(self.slot(slot_id), self.person, number)
        return Response(DraftVersionDetailSerializer(version).data)


class RecordCheckView(AnnotatorView):
    """Check a record without saving it: what is missing and what could be improved."""

    @extend_schema(
        operation_id="record_check",
        request=RecordInputSerializer,
        responses=RecordCheckSerializer,
    )
    def post(self, request: Request, slug: str, slot_id: int) -> Response:
        content = validated(RecordInputSerializer, request.data)["content"]
        slot = self.slot(slot_id)
        protocol = self.project.protocol
        asked = question_source(slot, self.person) is not None
        pictures = picture_count(slot)
        problems = problems_of(protocol, content, complete=True, pictures=pictures)
        malformed = bool(problems_of(protocol, content, complete=False))
        findings = (
            []
            if malformed
            else record_findings(
                protocol,
                # Questions of another annotator are not this person's to correct.
                {**record_normalised(protocol, content), "questions": []}
                if asked
                else record_normalised(protocol, content),
                recent_answer_positions=recent_answer_positions(slot, self.person),
                terms=terms_used(slot),
            )
        )
        blocked = any(finding.level == "block" for finding in findings)
        body = {
            "ready": not problems and not blocked,
            "problems": problems,
            "findings": findings,
        }
        return Response(RecordCheckSerializer(body).data)


class AnnotationSubmitView(AnnotatorView):
    """Submit the annotation. The same request sent again gives the same answer."""

    @extend_schema(
        operation_id="annotation_submit",
        request=SubmitInputSerializer,
        responses={201: SubmittedSerializer},
        parameters=[
            OpenApiParameter(
                "Idempotency-Key",
                OpenApiTypes.STR,
                OpenApiParameter.HEADER,
                description="Any text of up to 64 characters, new for each submission.",
            )
        ],
    )
    def post(self, request: Request, slug: str, slot_id: int) -> Response:
        data = validated(SubmitInputSerializer, request.data)
        slot, draft = slot_with_draft(self.project, self.person, slot_id)
        annotation = submit_annotation(
            slot=slot,
            draft=draft,
            actor=self.actor,
            key=request.headers.get("Idempotency-Key", "")[:64],
            **data,
        )
        return Response(SubmittedSerializer(annotation).data, status=201)


class SlotDeclineView(AnnotatorView):
    """Decline the slot; another annotator gets the item."""

    @extend_schema(
        operation_id="slot_decline",
        request=DeclineInputSerializer,
        responses=MySlotSerializer,
    )
    def post(self, request: Request, slug: str, slot_id: int) -> Response:
        data = validated(DeclineInputSerializer, request.data)
        slot = decline_slot(
            slot=self.slot(slot_id),
            actor=self.actor,
            reason_id=data["reason"],
            note=data["note"],
        )
        return Response(self.shown(slot))


class SlotReopenView(AnnotatorView):
    """Undo: reopen a submitted or declined slot."""

    @extend_schema(operation_id="slot_reopen", request=None, responses=MySlotSerializer)
    def post(self, request: Request, slug: str, slot_id: int) -> Response:
        slot = reopen_slot(slot=self.slot(slot_id), actor=self.actor)
        return Response(self.shown(slot))


class MyDraftListView(AnnotatorView):
    """List the unsubmitted drafts with the reason for each, latest first."""

    @extend_schema(operation_id="my_draft_list", responses=page_of(MyDraftSerializer))
    def get(self, request: Request, slug: str) -> Response:
        return self.paginate(
            unhanded_drafts(self.project, self.person),
            MyDraftSerializer,
            ordering="-saved_at",
        )


class MyWorkListView(AnnotatorView):
    """List the annotator's work, latest first, with rework and its reasons."""

    @extend_schema(operation_id="my_work_list", responses=page_of(MyWorkSerializer))
    def get(self, request: Request, slug: str) -> Response:
        return self.paginate(
            my_work(self.project, self.person),
            MyWorkSerializer,
            ordering="-moved_at",
        )
