"""Collection requests and their progress."""

from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery

from annotation.domain.states import OPEN, SUBMITTED
from annotation.models import Annotation, Purpose
from annotation.models.collection_requests import Call
from projects.models import Project, User
from workflow.errors import NotFoundError


@dataclass(frozen=True)
class Asked:
    """One person's part in a collection request."""

    person: User
    done: int
    """Items with the wanted label submitted since the request, at most ``wanted``."""


@dataclass(frozen=True)
class CallProgress:
    call: Call
    asked: list[Asked]

    @property
    def wanted(self) -> int:
        """Items requested from all people together."""
        return self.call.wanted * len(self.asked)

    @property
    def done(self) -> int:
        return sum(one.done for one in self.asked)


def get_request(project: Project, call_id: int) -> Call:
    """Return a collection request of the project. Raises NotFoundError."""
    call = Call.objects.filter(project=project, pk=call_id).first()
    if call is None:
        raise NotFoundError("This project has no such request.")
    return call


def calls_of(project: Project) -> list[CallProgress]:
    """Return every collection request with its progress, the latest first."""
    calls = Call.objects.filter(project=project).order_by("-pk")
    return [_progress(call) for call in calls.prefetch_related("people")]


def my_calls(project: Project, person: User) -> list[CallProgress]:
    """Return the open requests to this person, without the progress of others."""
    calls = Call.objects.filter(project=project, status=OPEN, people=person)
    return [
        CallProgress(call, [Asked(person, _done(call, person))])
        for call in calls.order_by("pk")
    ]


def _progress(call: Call) -> CallProgress:
    people = sorted(call.people.all(), key=lambda person: person.shown_name)
    return CallProgress(call, [Asked(one, _done(call, one)) for one in people])


def _done(call: Call, person: User) -> int:
    handed_in = _handed_in(call, person).values_list("content", flat=True)
    found = sum(
        call.choice in content.get("labels", {}).get(call.field, ())
        for content in handed_in
    )
    return min(found, call.wanted)


def _handed_in(call: Call, person: User) -> QuerySet[Annotation]:
    newest = Annotation.objects.filter(slot=OuterRef("slot")).order_by("-revision")
    return Annotation.objects.filter(
        person=person,
        slot__project=call.project_id,
        slot__purpose__in=[Purpose.WORK, Purpose.EXTRA],
        slot__status=SUBMITTED,
        submitted_at__gte=call.created_at,
        pk=Subquery(newest.values("pk")[:1]),
    )
