"""Discussions about one item: questions, answers and outcomes."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.slots.api.item_names import ItemNameSerializer
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, NotAllowedError
from core.services import Actor
from core.translation import translate
from curation.images.api.serializers import PictureSerializer
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    page_schema,
    query_number,
    validate_input,
)
from projects.access.api.shapes import serializer_of
from projects.access.selectors import Access
from projects.person_names.selectors.project_names import PersonNames
from projects.roles import ORGANIZERS
from review.discussions.selectors import (
    ShownMessage,
    ThreadSubject,
    get_thread,
    list_readable_threads,
    shown_messages,
    subject_of_item,
    subject_of_rework,
    subject_of_slot,
    subject_of_validation_assignment,
    threads_about,
)
from review.discussions.services.threads import (
    add_message,
    close_thread,
    flag_protocol_gap,
    open_thread,
)
from review.rounds.api.serializers import AnsweredQuestionSerializer
from review.rounds.domain.thread_states import THREAD
from review.rounds.models.threads import Thread, ThreadOrigin, ThreadPurpose
from review.rounds.selectors.dissent import get_dissent_of_thread

THREAD_STATES = [state for state in THREAD.states if state != THREAD.initial]
THREAD_CHOICES = [(state, state) for state in THREAD_STATES]


class ThreadSerializer(ItemNameSerializer, serializers.ModelSerializer[Thread]):
    """A discussion in a list.

    ``begun_by``, ``item_id``, ``item_number`` and ``question_uid`` are null for
    annotators. ``item_code`` is the code of their assignment. It is null for
    organizers, and for annotators without an assignment of the item. A ``dissent`` was
    opened by no person; its ``opening`` says what the validators chose.
    """

    status = serializers.ChoiceField(choices=THREAD_CHOICES)
    item_id = serializers.SerializerMethodField()
    question_uid = serializers.SerializerMethodField()
    question_position = serializers.IntegerField(
        source="question.position", default=None, allow_null=True
    )
    begun_by = serializers.SerializerMethodField()
    mine = serializers.SerializerMethodField()
    message_count = serializers.IntegerField()
    opening = serializers.SerializerMethodField()
    images = PictureSerializer(many=True, source="item.images", read_only=True)

    class Meta:
        model = Thread
        fields = [
            "id",
            "status",
            "purpose",
            "origin",
            "item_number",
            "item_code",
            "item_id",
            "question_uid",
            "question_position",
            "begun_by",
            "mine",
            "guideline_gap",
            "resolution",
            "message_count",
            "opening",
            "images",
            "created_at",
            "written_at",
        ]

    @property
    def reader(self) -> Actor:
        access: Access = self.context["access"]
        return access.actor

    def get_item_id(self, thread: Thread) -> int | None:
        return thread.item_id if self.organizes else None

    def get_question_uid(self, thread: Thread) -> str | None:
        return thread.question.uid if thread.question and self.organizes else None

    def get_begun_by(self, thread: Thread) -> str | None:
        by = thread.begun_by
        access: Access = self.context["access"]
        return (
            PersonNames(access.project).name_of_person(by)
            if by and self.organizes
            else None
        )

    def get_opening(self, thread: Any) -> str:
        verdict = getattr(thread, "verdict", None)
        if verdict is None:
            return thread.opening or ""
        return translate(
            _(
                "{agreed} of {asked} validators chose the correct answer.",
                agreed=verdict.agreed,
                asked=verdict.asked,
            )
        )

    def get_mine(self, thread: Thread) -> bool:
        return thread.begun_by_id == getattr(self.reader.user, "pk", None)


MessageSerializer = serializer_of(ShownMessage, schema_name="Message")


class DissentSerializer(AnsweredQuestionSerializer):
    """The question that a discussion of dissent is about, and its answers.

    It passes only once the discussion is closed, if ``holds_up``.
    """

    holds_up = serializers.BooleanField()


class ThreadDetailSerializer(ThreadSerializer):
    messages = serializers.SerializerMethodField()
    dissent = serializers.SerializerMethodField()

    class Meta(ThreadSerializer.Meta):
        fields = [*ThreadSerializer.Meta.fields, "messages", "dissent"]

    @extend_schema_field(DissentSerializer(allow_null=True))
    def get_dissent(self, thread: Thread) -> Any:
        dissent = get_dissent_of_thread(thread)
        return None if dissent is None else DissentSerializer(dissent).data

    @extend_schema_field(MessageSerializer(many=True))
    def get_messages(self, thread: Thread) -> Any:
        return MessageSerializer(shown_messages(thread, self.reader), many=True).data


class ThreadOpenInputSerializer(serializers.Serializer[Any]):
    """The subject is exactly one of the four ids.

    These are ``slot`` (mine), ``place`` (mine, in validation), ``case`` (in rework) and
    ``item`` (organizers). ``question`` is a question's uid within the subject.
    """

    slot = serializers.IntegerField(required=False)
    place = serializers.IntegerField(required=False)
    case = serializers.IntegerField(required=False)
    item = serializers.IntegerField(required=False)
    question = serializers.CharField(allow_blank=True, default="")
    purpose = serializers.ChoiceField(
        choices=ThreadPurpose.choices, default=ThreadPurpose.QUESTION
    )
    text = serializers.CharField(allow_blank=True)
    guideline_gap = serializers.BooleanField(default=False)


class MessageInputSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(allow_blank=True)


class ThreadCloseInputSerializer(serializers.Serializer[Any]):
    """``send_to_rework`` fails the question of a dissent; otherwise it passes."""

    resolution = serializers.CharField(allow_blank=True)
    send_to_rework = serializers.BooleanField(default=False)


class ThreadGapInputSerializer(serializers.Serializer[Any]):
    gap = serializers.BooleanField()


class _ThreadView(ViewSetMixin, ProjectView):
    def thread(self, thread_id: int) -> Thread:
        return get_thread(self.project, self.actor, thread_id)

    def respond(self, thread_id: int, status: int = 200) -> Response:
        thread = self.thread(thread_id)
        body = ThreadDetailSerializer(thread, context=self.context).data
        return Response(body, status=status)


class ThreadView(_ThreadView):
    @extend_schema(
        operation_id="thread_list",
        parameters=[
            OpenApiParameter("status", OpenApiTypes.STR, enum=THREAD_STATES),
            OpenApiParameter("purpose", OpenApiTypes.STR, enum=ThreadPurpose.values),
            OpenApiParameter("origin", OpenApiTypes.STR, enum=ThreadOrigin.values),
            OpenApiParameter(
                "gap", OpenApiTypes.BOOL, description="Only guideline gaps"
            ),
            OpenApiParameter(
                "item_number",
                OpenApiTypes.INT,
                description="Only discussions of this item, for organizers",
            ),
            OpenApiParameter(
                "item_code",
                OpenApiTypes.STR,
                description="Only discussions of the item of this assignment; "
                "of my own, for annotators",
            ),
        ],
        responses=page_schema(ThreadSerializer),
    )
    def list_threads(self, request: Request, slug: str) -> Response:
        """List the discussions that I may read, the latest message first."""
        threads = list_readable_threads(self.project, self.actor)
        query = request.query_params
        for name in ("status", "purpose", "origin"):
            if query.get(name):
                threads = threads.filter(**{name: query[name]})
        if query.get("gap") == "true":
            threads = threads.filter(guideline_gap=True)
        number = query_number(request, "item_number")
        if number is not None:
            if self.actor.role not in ORGANIZERS:
                raise NotAllowedError(
                    _("Give the code of your assignment to ask a question.")
                )
            threads = threads.filter(item__number=number)
        if query.get("item_code"):
            threads = threads_about(
                threads, self.project, self.actor, query["item_code"]
            )
        return self.paginate(threads, ThreadSerializer, ordering="-written_at")

    @extend_schema(
        operation_id="thread_open",
        request=ThreadOpenInputSerializer,
        responses={201: ThreadDetailSerializer},
    )
    def open_thread(self, request: Request, slug: str) -> Response:
        """Ask the organizers about my work; organizers can also record a consensus."""
        data = validate_input(ThreadOpenInputSerializer, request.data)
        thread = open_thread(
            project=self.project,
            actor=self.actor,
            about=self._about(data),
            purpose=data["purpose"],
            text=data["text"],
            guideline_gap=data["guideline_gap"],
        )
        return self.respond(thread.pk, 201)

    def _about(self, data: dict[str, Any]) -> ThreadSubject:
        named = [name for name in ("slot", "place", "case", "item") if name in data]
        if len(named) != 1:
            problem = FieldProblem(
                "slot", _("Give exactly one of slot, place, case and item.")
            )
            raise InvalidInputError(
                _("Choose what the discussion is about."), [problem]
            )
        key, question = data[named[0]], data["question"]
        if named[0] == "slot":
            return subject_of_slot(self.project, self.person, key)
        if named[0] == "place":
            return subject_of_validation_assignment(self.project, self.person, key)
        if named[0] == "case":
            return subject_of_rework(self.project, self.actor, key, question)
        if self.actor.role not in ORGANIZERS:
            raise NotAllowedError(
                _("You can ask only about items that are assigned to you.")
            )
        return subject_of_item(self.project, key, question)

    @extend_schema(operation_id="thread_get", responses=ThreadDetailSerializer)
    def retrieve(self, request: Request, slug: str, thread_id: int) -> Response:
        """Return a discussion with its messages."""
        return self.respond(thread_id)

    @extend_schema(
        operation_id="message_add",
        request=MessageInputSerializer,
        responses={201: ThreadDetailSerializer},
    )
    def add_message(self, request: Request, slug: str, thread_id: int) -> Response:
        """Add a message to a discussion. A closed one is reopened."""
        data = validate_input(MessageInputSerializer, request.data)
        add_message(thread=self.thread(thread_id), actor=self.actor, **data)
        return self.respond(thread_id, 201)


class ThreadClosingView(_ThreadView, OrganizerView):
    @extend_schema(
        operation_id="thread_close",
        request=ThreadCloseInputSerializer,
        responses=ThreadDetailSerializer,
    )
    def close_thread(self, request: Request, slug: str, thread_id: int) -> Response:
        """Close a discussion with its outcome."""
        data = validate_input(ThreadCloseInputSerializer, request.data)
        close_thread(thread=self.thread(thread_id), actor=self.actor, **data)
        return self.respond(thread_id)

    @extend_schema(
        operation_id="thread_flag_gap",
        request=ThreadGapInputSerializer,
        responses=ThreadDetailSerializer,
    )
    def flag_protocol_gap(
        self, request: Request, slug: str, thread_id: int
    ) -> Response:
        """Mark a discussion as a guideline gap, or remove the mark."""
        data = validate_input(ThreadGapInputSerializer, request.data)
        flag_protocol_gap(thread=self.thread(thread_id), actor=self.actor, **data)
        return self.respond(thread_id)
