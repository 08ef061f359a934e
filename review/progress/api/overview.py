"""The project overview, and what its people do."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.assignment.api.collection_requests import CollectionRequestSerializer
from annotation.assignment.selectors.collection_requests import list_collection_requests
from annotation.assignment.selectors.next_assignment import annotation_progress
from curation.screening.selectors import screening_progress
from projects.access.api.base import ProjectView
from projects.access.api.shapes import serializer_of
from review.progress.api.figures import FiguresView
from review.progress.selectors.balance import Balance
from review.progress.selectors.figures import (
    BALANCE,
    people_figures,
    project_position,
    read_named_figures,
)
from review.progress.selectors.hours import (
    Activity,
    Outlook,
    count_activity,
    forecast_work,
)
from review.progress.selectors.overview import Overview, project_overview
from review.progress.selectors.work_of_people import WorkOfPeople
from review.rework.selectors import list_rework
from review.rounds.selectors.questions import validation_progress
from review.stored_statistics.selectors import FiguresState, figures_state
from review.stored_statistics.services import queue_figures_if_due

ActivitySerializer = serializer_of(Activity)
BalanceSerializer = serializer_of(Balance, calls=CollectionRequestSerializer(many=True))
OutlookSerializer = serializer_of(Outlook)
OverviewSerializer = serializer_of(Overview)
PeopleSerializer = serializer_of(WorkOfPeople)
FiguresStateSerializer = serializer_of(FiguresState)


class MyScreeningSerializer(serializers.Serializer[Any]):
    waiting = serializers.IntegerField(source="waiting_for_me")
    done = serializers.IntegerField(source="voted_by_me")


class MyAnnotatingSerializer(serializers.Serializer[Any]):
    """Counts of items; ``held`` are assigned now, ``returned`` came back for rework."""

    waiting = serializers.IntegerField()
    held = serializers.IntegerField()
    returned = serializers.IntegerField()
    done = serializers.IntegerField(source="submitted")


class MyValidatingSerializer(serializers.Serializer[Any]):
    """Counts of questions in the open round."""

    round = serializers.IntegerField(allow_null=True)
    waiting = serializers.IntegerField()
    done = serializers.IntegerField(source="answered")


class MyDaySerializer(serializers.Serializer[Any]):
    """The reader's waiting and finished work."""

    screening = MyScreeningSerializer()
    annotation = MyAnnotatingSerializer()
    validation = MyValidatingSerializer()
    rework = serializers.IntegerField()


class OverviewView(ViewSetMixin, FiguresView):
    @extend_schema(operation_id="overview_get", responses=OverviewSerializer)
    def read_overview(self, request: Request, slug: str) -> HttpResponseBase:
        """Return the funnel, the release blockers and the next steps."""
        return self.figures_response(
            lambda: OverviewSerializer(project_overview(self.project)).data
        )

    @extend_schema(operation_id="outlook_get", responses=OutlookSerializer)
    def read_work_forecast(self, request: Request, slug: str) -> Response:
        """Forecast when existing work is finished, from the pace of the last days."""
        return Response(OutlookSerializer(forecast_work(self.project)).data)

    @extend_schema(operation_id="people_get", responses=PeopleSerializer)
    def read_work_of_people(self, request: Request, slug: str) -> HttpResponseBase:
        """Return the work of each person."""
        return self.figures_response(lambda: people_figures(self.project))

    @extend_schema(operation_id="activity_get", responses=ActivitySerializer)
    def read_activity(self, request: Request, slug: str) -> Response:
        """Return people's work in the last seven days."""
        return Response(ActivitySerializer(count_activity(self.project)).data)

    @extend_schema(operation_id="balance_get", responses=BalanceSerializer)
    def read_label_balance(self, request: Request, slug: str) -> HttpResponseBase:
        """Return which labels are underrepresented, and the open requests for items."""

        def body() -> Any:
            calls = CollectionRequestSerializer(
                list_collection_requests(self.project), many=True, context=self.context
            )
            return {**read_named_figures(self.project, BALANCE), "calls": calls.data}

        return self.figures_response(body)

    @extend_schema(operation_id="figures_get", responses=FiguresStateSerializer)
    def read_figures_state(self, request: Request, slug: str) -> Response:
        """Return the age of the figures about agreement, people and balance."""
        state = figures_state(self.project, project_position(self.project))
        queue_figures_if_due(project=self.project, state=state)
        return Response(FiguresStateSerializer(state).data)


class MyDayView(ProjectView):
    """The reader's next work and progress."""

    @extend_schema(operation_id="my_day_get", responses=MyDaySerializer)
    def get(self, request: Request, slug: str) -> Response:
        body = {
            "screening": screening_progress(self.project, self.person),
            "annotation": annotation_progress(self.project, self.person),
            "validation": validation_progress(self.project, self.actor),
            "rework": list_rework(self.project, self.actor).count(),
        }
        return Response(MyDaySerializer(body).data)
