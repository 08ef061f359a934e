"""Collection requests and their progress."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery

from annotation.assignment.models import CollectionRequest
from annotation.items.domain.slot_states import OPEN, SUBMITTED
from annotation.items.models.slots import Purpose
from annotation.items.models.submissions import Annotation
from core.domain.texts import _
from core.errors import NotFoundError
from projects.history.selectors import localize_title
from projects.models import Project, User
from projects.person_names.selectors.project_names import name_order
from subtext_protocol.document import Protocol


@dataclass(frozen=True)
class PersonalProgress:
    """One person's part in a collection request."""

    person: User
    done: int
    """Items with the label submitted since the request, at most those requested."""


@dataclass(frozen=True)
class CollectionRequestProgress:
    call: CollectionRequest
    asked: list[PersonalProgress]

    @property
    def items_requested(self) -> int:
        """Items requested from all people together."""
        return self.call.wanted * len(self.asked)

    @property
    def done(self) -> int:
        return sum(progress.done for progress in self.asked)


def get_collection_request(project: Project, call_id: int) -> CollectionRequest:
    """Return a collection request of the project. Raises NotFoundError."""
    call = CollectionRequest.objects.filter(project=project, pk=call_id).first()
    if call is None:
        raise NotFoundError(_("This project has no such request."))
    return call


def list_collection_requests(project: Project) -> list[CollectionRequestProgress]:
    """Return every collection request with its progress, the latest first."""
    calls = CollectionRequest.objects.filter(project=project).order_by("-pk")
    return [_progress(call) for call in calls.prefetch_related("people")]


def list_open_requests_to_person(
    project: Project, person: User
) -> list[CollectionRequestProgress]:
    """Return the open requests to this person, without the progress of others."""
    calls = CollectionRequest.objects.filter(
        project=project, status=OPEN, people=person
    )
    return [
        CollectionRequestProgress(call, [PersonalProgress(person, _done(call, person))])
        for call in calls.order_by("pk")
    ]


def _progress(call: CollectionRequest) -> CollectionRequestProgress:
    people = sorted(call.people.all(), key=name_order)
    return CollectionRequestProgress(
        call, [PersonalProgress(person, _done(call, person)) for person in people]
    )


def _done(call: CollectionRequest, person: User) -> int:
    submitted = _submitted(call, person).values_list("content", flat=True)
    done = sum(
        call.choice in content.get("labels", {}).get(call.field, ())
        for content in submitted
    )
    return min(done, call.wanted)


def _submitted(call: CollectionRequest, person: User) -> QuerySet[Annotation]:
    newest = Annotation.objects.filter(slot=OuterRef("slot")).order_by("-revision")
    return Annotation.objects.filter(
        person=person,
        slot__project=call.project_id,
        slot__purpose__in=[Purpose.WORK, Purpose.EXTRA],
        slot__status=SUBMITTED,
        submitted_at__gte=call.created_at,
        pk=Subquery(newest.values("pk")[:1]),
    )


def collection_request_names(
    project: Project, ids: Collection[int]
) -> Mapping[int, str]:
    """Return the names of collection requests: the titles of the requested labels."""
    versions = project.protocol_versions.order_by("-number")
    protocols = [version.protocol for version in versions]
    return {
        call.pk: _("Request for “{label}”", label=_label_title(call, protocols))
        for call in CollectionRequest.objects.filter(pk__in=ids)
    }


def _label_title(call: CollectionRequest, protocols: Sequence[Protocol]) -> str:
    """Return the title of a request's label, from the latest protocol that has it."""
    choices = (
        field.choice(call.choice)
        for protocol in protocols
        for field in protocol.labels
        if field.id == call.field
    )
    return next(
        (localize_title(choice.title) for choice in choices if choice), call.choice
    )
