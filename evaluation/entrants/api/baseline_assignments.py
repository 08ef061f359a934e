"""API of the human baseline: people answer whole splits without the key."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.records.api import AnswerField
from core.domain.texts import _
from core.errors import NotFoundError
from curation.images.api.serializers import PictureSerializer
from evaluation.entrants.models.baseline_assignments import BaselineAssignment
from evaluation.entrants.selectors.baseline_assignments import (
    BaselineProgress,
    BaselineQuestion,
    baseline_progress,
    list_baseline_assignments,
    open_baseline_assignment,
    own_baseline_assignments,
)
from evaluation.entrants.services.baseline_assignments import (
    assign_baseline,
    submit_baseline_answer,
)
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    page_schema,
    validate_input,
)
from projects.access.api.shapes import serializer_of
from projects.person_names.api import PersonNameField
from projects.roles import ANNOTATORS
from releases.records.selectors.releases import get_release


class BaselineAssignmentSerializer(serializers.ModelSerializer[BaselineAssignment]):
    """A person's progress; ``run`` holds the scores once all is answered.

    ``ended_at``: it ended unfinished, because the person is no annotator any more.
    """

    version = serializers.CharField(source="release.version")
    person = PersonNameField()
    splits = serializers.ListField(child=serializers.CharField())
    answered = serializers.IntegerField()
    seconds = serializers.FloatField(help_text="Time that the questions were shown.")
    last_at = serializers.DateTimeField(allow_null=True)
    knew_answers = serializers.BooleanField(
        source="run.knew_answers",
        default=False,
        help_text="Whether the person could read answers before; no table counts it.",
    )

    class Meta:
        model = BaselineAssignment
        fields = [
            "id",
            "version",
            "person",
            "splits",
            "answered",
            "total",
            "seconds",
            "last_at",
            "run",
            "knew_answers",
            "ended_at",
        ]


class MyTestSetSerializer(serializers.ModelSerializer[BaselineAssignment]):
    """A test set that I have to answer, and how far I am."""

    version = serializers.CharField(source="release.version")
    answered = serializers.IntegerField()

    class Meta:
        model = BaselineAssignment
        fields = ["id", "version", "answered", "total"]


class BaselineInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(help_text="Version of the release to answer.")
    people = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=100
    )
    splits = serializers.ListField(
        child=serializers.CharField(),
        default=list,
        help_text="Empty for the main split.",
    )


BaselineNextSerializer = serializer_of(
    BaselineProgress,
    schema_name="BaselineNext",
    question=serializer_of(BaselineQuestion, images=PictureSerializer(many=True))(
        allow_null=True
    ),
)


class BaselineAnswerInputSerializer(serializers.Serializer[Any]):
    question = serializers.CharField()
    chosen = AnswerField()
    seconds = serializers.FloatField(min_value=0)


class BaselineAssignmentView(ViewSetMixin, OrganizerView):
    """People who answer whole splits without the key."""

    @extend_schema(
        operation_id="baseline_list",
        responses=page_schema(BaselineAssignmentSerializer),
    )
    def list_assignments(self, request: Request, slug: str) -> Response:
        """List the assignments with their progress."""
        return self.paginate(
            list_baseline_assignments(self.project), BaselineAssignmentSerializer
        )

    @extend_schema(
        operation_id="baseline_assign",
        request=BaselineInputSerializer,
        responses={201: BaselineAssignmentSerializer(many=True)},
    )
    def assign_baseline(self, request: Request, slug: str) -> Response:
        """Assign all questions of some splits to people who know none of them."""
        data = validate_input(BaselineInputSerializer, request.data)
        release = get_release(self.project, data["version"])
        created = assign_baseline(
            release=release,
            people=data["people"],
            splits=data["splits"],
            actor=self.actor,
        )
        rows = list_baseline_assignments(self.project).filter(
            pk__in=[assignment.pk for assignment in created]
        )
        return Response(
            BaselineAssignmentSerializer(rows, many=True, context=self.context).data,
            status=201,
        )


class BaselineAnswerView(ViewSetMixin, ProjectView):
    """My part of the human baseline; organizers can see the answers."""

    roles = ANNOTATORS

    @extend_schema(
        operation_id="baseline_mine", responses=MyTestSetSerializer(many=True)
    )
    def list_unfinished(self, request: Request, slug: str) -> Response:
        """List the test sets that I have not answered in full."""
        own = own_baseline_assignments(self.project, self.person)
        return Response(MyTestSetSerializer(own, many=True).data)

    @extend_schema(operation_id="baseline_next", responses=BaselineNextSerializer)
    def read_next_question(self, request: Request, slug: str) -> Response:
        """Return the question to answer next, and how far I am."""
        progress = baseline_progress(self._assignment())
        return Response(BaselineNextSerializer(progress, context=self.context).data)

    @extend_schema(
        operation_id="baseline_answer",
        request=BaselineAnswerInputSerializer,
        responses=BaselineNextSerializer,
    )
    def submit_answer(self, request: Request, slug: str) -> Response:
        """Store my answer and return the next question."""
        data = validate_input(BaselineAnswerInputSerializer, request.data)
        submit_baseline_answer(
            assignment=self._assignment(),
            question_id=data["question"],
            chosen=data["chosen"],
            seconds=data["seconds"],
            actor=self.actor,
        )
        return self.read_next_question(request, slug)

    def _assignment(self) -> BaselineAssignment:
        assignment = open_baseline_assignment(self.project, self.person)
        if assignment is None:
            raise NotFoundError(_("You have no test set to answer in this project."))
        return assignment
