"""Where a project stands, and what its people do."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from projects.api.base import ProjectView
from projects.selectors import EVERYONE, ORGANIZERS
from review.api.agreement import PersonWorkSerializer
from review.selectors.activity import activity, my_day
from review.selectors.forecast import outlook
from review.selectors.measures import human_accuracy, people
from review.selectors.overview import funnel_steps, hindrances, next_steps


class FunnelStepSerializer(serializers.Serializer[Any]):
    step = serializers.ChoiceField(
        choices=[
            "raw",
            "unique",
            "little_text",
            "accepted",
            "annotated",
            "agreed",
            "validated",
            "needs_picture",
            "released",
        ]
    )
    count = serializers.IntegerField()
    unit = serializers.ChoiceField(choices=["images", "items"])


class HindranceSerializer(serializers.Serializer[Any]):
    """``page`` is where one works on it; ``cases`` or ``fields`` say on what."""

    kind = serializers.ChoiceField(
        choices=[
            "unannotated",
            "comparing",
            "to_adjudicate",
            "to_merge",
            "final",
            "in_validation",
            "rework",
            "short_of_people",
            "low_agreement",
        ]
    )
    count = serializers.IntegerField()
    page = serializers.CharField()
    cases = serializers.ListField(child=serializers.IntegerField())
    fields_named = serializers.ListField(child=serializers.CharField(), source="fields")


class NextStepSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(
        choices=[
            "curate",
            "screen",
            "undecided",
            "annotate",
            "answer",
            "adjudicate",
            "make_questions",
            "make_questions",
            "open_round",
            "extend_round",
            "waive",
            "validate",
            "tick",
            "rework",
            "close_round",
            "release",
            "evaluate",
        ]
    )
    count = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    page = serializers.CharField()


class OverviewSerializer(serializers.Serializer[Any]):
    """``next`` is the most urgent thing to do, ``also`` what can be done besides."""

    funnel = FunnelStepSerializer(many=True)
    blocking = HindranceSerializer(many=True)
    next = NextStepSerializer()
    also = NextStepSerializer(many=True)


class PartForecastSerializer(serializers.Serializer[Any]):
    """One part of the work. ``done`` is a count a day, ``pace`` the mean of a day.

    ``earliest`` to ``latest`` is when it will be finished, where the standing is
    ``known``; null where it would be more than a year from now.
    """

    part = serializers.ChoiceField(choices=["screen", "annotate", "decide", "validate"])
    left = serializers.IntegerField()
    done = serializers.ListField(child=serializers.IntegerField())
    standing = serializers.ChoiceField(
        choices=["not_enough", "idle", "known"], source="forecast.standing"
    )
    pace = serializers.FloatField(allow_null=True, source="forecast.pace")
    earliest = serializers.DateField(allow_null=True)
    latest = serializers.DateField(allow_null=True)


class OutlookSerializer(serializers.Serializer[Any]):
    """The last whole days, and what is left of each part of the work."""

    days = serializers.ListField(child=serializers.DateField())
    round = serializers.IntegerField(allow_null=True)
    parts = PartForecastSerializer(many=True)


class PeopleSerializer(serializers.Serializer[Any]):
    """Everybody's work, and how well people answer without the key."""

    people = PersonWorkSerializer(many=True)
    human_average = serializers.FloatField(allow_null=True)
    human_best = serializers.FloatField(allow_null=True)


class PersonDaysSerializer(serializers.Serializer[Any]):
    """What one person did, one count a day."""

    person_id = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.shown_name")
    screened = serializers.ListField(child=serializers.IntegerField())
    annotated = serializers.ListField(child=serializers.IntegerField())
    decided = serializers.ListField(child=serializers.IntegerField())
    validated = serializers.ListField(child=serializers.IntegerField())


class ActivitySerializer(serializers.Serializer[Any]):
    """The last seven days, and who did what on them."""

    days = serializers.ListField(child=serializers.DateField())
    people = PersonDaysSerializer(many=True)


class MyScreeningSerializer(serializers.Serializer[Any]):
    waiting = serializers.IntegerField(source="waiting_for_me")
    done = serializers.IntegerField(source="voted_by_me")


class MyAnnotatingSerializer(serializers.Serializer[Any]):
    """In items; ``held`` is on the desk, ``returned`` was sent back."""

    waiting = serializers.IntegerField()
    held = serializers.IntegerField()
    returned = serializers.IntegerField()
    done = serializers.IntegerField(source="submitted")


class MyValidatingSerializer(serializers.Serializer[Any]):
    """In questions of the round that is on."""

    round = serializers.IntegerField(allow_null=True)
    waiting = serializers.IntegerField()
    done = serializers.IntegerField(source="answered")


class MyDaySerializer(serializers.Serializer[Any]):
    """What waits for me and what I have done."""

    screening = MyScreeningSerializer()
    annotation = MyAnnotatingSerializer()
    validation = MyValidatingSerializer()
    rework = serializers.IntegerField()


class OverviewApi(ProjectView):
    """The funnel, what blocks a release, what to do next."""

    roles = ORGANIZERS

    @extend_schema(operation_id="overview_get", responses=OverviewSerializer)
    def get(self, request: Request, slug: str) -> Response:
        first, *others = next_steps(self.project)
        body = {
            "funnel": funnel_steps(self.project),
            "blocking": hindrances(self.project),
            "next": first,
            "also": others,
        }
        return Response(OverviewSerializer(body).data)


class OutlookApi(ProjectView):
    """When the work there is will be finished, from the pace of the last days."""

    roles = ORGANIZERS

    @extend_schema(operation_id="outlook_get", responses=OutlookSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(OutlookSerializer(outlook(self.project)).data)


class PeopleApi(ProjectView):
    """What each person did."""

    roles = ORGANIZERS

    @extend_schema(operation_id="people_get", responses=PeopleSerializer)
    def get(self, request: Request, slug: str) -> Response:
        humans = human_accuracy(self.project)
        body = {
            "people": people(self.project),
            "human_average": humans.mean,
            "human_best": humans.best,
        }
        return Response(PeopleSerializer(body).data)


class ActivityApi(ProjectView):
    """What people did in the last seven days."""

    roles = ORGANIZERS

    @extend_schema(operation_id="activity_get", responses=ActivitySerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(ActivitySerializer(activity(self.project)).data)


class MyDayApi(ProjectView):
    """What I can do next, and how far I am."""

    roles = EVERYONE

    @extend_schema(operation_id="my_day_get", responses=MyDaySerializer)
    def get(self, request: Request, slug: str) -> Response:
        found = my_day(self.project, self.person, self.actor)
        return Response(MyDaySerializer(found).data)
