"""Figures over all of a project: stored by a job, exact, and asked for at no cost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotation.items.models.items import Item
from core.models import Job, LedgerEntry
from core.selectors import ledger_position
from curation.images.models import Image
from review.adjudication.models import Case
from review.job_kinds import FIGURES
from review.progress.selectors.changes import change_mark
from review.progress.selectors.figures import project_position
from review.rounds.models.rounds import ChecklistMark, Round
from review.rounds.models.threads import Message, Thread
from review.stored_statistics.selectors import figures_state
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

PATHS = (
    "agreement/",
    "agreement/over-time/",
    "agreement/reliability/",
    "agreement/pairs/domain/",
    "people/",
    "balance/",
    "overview/",
)
LIFE, ART = {"domain": ["life"]}, {"domain": ["art"]}


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Make every project count as large, or as small."""
    limit = "review.stored_statistics.selectors.MOST_LIVE_ITEMS"

    def count_as(is_large: bool) -> None:
        monkeypatch.setattr(limit, 0 if is_large else 200)

    monkeypatch.setattr("review.stored_statistics.selectors.LEAST_REST", timedelta(0))
    monkeypatch.setattr("review.stored_statistics.selectors.REST", 0)
    count_as(True)
    return count_as


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("review.progress.selectors.changes.time", lambda: 0.0)


def shown(office: Office) -> dict[str, Any]:
    return {path: office.call("get", path) for path in PATHS}


@pytest.mark.both_databases
def test_stored_figures_are_those_computed_from_the_records(
    cast: Cast,
    office: Office,
    large: Callable[[bool], None],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def annotate() -> None:
        annotated_items(cast, 3, labels=[LIFE, ART])
        annotated_items(cast, labels=[ART, ART])

    def validate() -> None:
        office.finalize_all()
        office.open_round()
        person = cast.annotators[2]
        place = office.next(person)
        office.answer(person, place, key_as_shown(place))

    def drop() -> None:
        case = Case.objects.filter(project=cast.project).earliest("pk")
        body = {"reason": "out of scope"}
        office.call("post", f"cases/{case.pk}/drop/", body)

    for act in (annotate, validate, drop):
        before = office.call("get", "people/")
        act()
        assert office.call("get", "figures/")["is_current"] is False
        # The figures stay what they were until the job is over.
        assert office.call("get", "people/") == before
        with django_capture_on_commit_callbacks(execute=True):
            Job.objects.filter(kind=FIGURES).delete()
            office.call("get", "people/")
        state = office.call("get", "figures/")
        assert state["is_current"] is True
        assert state["as_of"] is not None
        stored = shown(office)
        large(False)
        assert office.call("get", "figures/") == {"as_of": None, "is_current": True}
        assert stored == shown(office)
        large(True)


def test_who_looks_queues_one_job(
    cast: Cast, office: Office, large: Callable[[bool], None]
) -> None:
    annotated_items(cast, 1)
    for path in (*PATHS, *PATHS):
        office.call("get", path)
    assert Job.objects.filter(kind=FIGURES).count() == 1
    assert office.call("get", "agreement/") == []


def test_the_next_job_waits_in_proportion_to_the_last(
    cast: Cast,
    office: Office,
    large: Callable[[bool], None],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def look() -> int:
        with django_capture_on_commit_callbacks(execute=True):
            office.call("get", "people/")
        return Job.objects.filter(kind=FIGURES).latest("pk").pk

    annotated_items(cast, 1)
    first = look()
    assert look() == first  # nothing has happened since
    annotated_items(cast, 1)
    monkeypatch.setattr(
        "review.stored_statistics.selectors.LEAST_REST", timedelta(minutes=1)
    )
    assert look() == first
    monkeypatch.setattr("review.stored_statistics.selectors.LEAST_REST", timedelta(0))
    assert look() > first
    assert Job.objects.filter(kind=FIGURES).count() == 1


def test_queries_do_not_grow_with_the_items(
    cast: Cast,
    office: Office,
    large: Callable[[bool], None],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def queries() -> dict[str, int]:
        with django_capture_on_commit_callbacks(execute=True):
            office.call("get", "people/")
        counts = {}
        for path in (*PATHS, f"people/{cast.annotators[0].pk}/", "rounds/"):
            with CaptureQueriesContext(connection) as asked:
                office.call("get", path)
            counts[path] = len(asked)
        return counts

    annotated_items(cast, 2, labels=[LIFE, ART])
    few = queries()
    annotated_items(cast, 4, labels=[LIFE, ART])
    assert queries() == few


def test_an_answer_that_is_known_in_one_language_is_made_in_another(
    cast: Cast, office: Office
) -> None:
    client = browser(cast.organizer)
    for path in PATHS:
        address = f"/api/projects/{cast.project.slug}/{path}"
        known = client.get(address, headers={"Accept-Language": "en"})["ETag"]
        asked = {"If-None-Match": known, "Accept-Language": "zh-CN"}
        assert client.get(address, headers=asked).status_code == 200


def test_an_answer_that_is_known_is_not_made_again(cast: Cast, office: Office) -> None:
    annotated_items(cast, 1)
    client = browser(cast.organizer)
    slug = cast.project.slug

    def ask(path: str, tag: str) -> tuple[int, str]:
        address = f"/api/projects/{slug}/{path}"
        response = client.get(address, headers={"If-None-Match": tag})
        return response.status_code, response["ETag"]

    for path in PATHS:
        status, tag = ask(path, '""')
        assert status == 200
        assert ask(path, tag) == (304, tag)
    _, tag = ask("overview/", '""')
    annotated_items(cast, 1)
    status, moved = ask("overview/", tag)
    assert (status, moved == tag) == (200, False)
    # Votes write no entry into the ledger.
    image = Image.objects.filter(project=cast.project).earliest("pk")
    Image.objects.filter(pk=image.pk).update(status="in_screening", votes_cast=9)
    status, voted = ask("overview/", moved)
    assert (status, voted == moved) == (200, False)
    # Nor does a request for items.
    _, before = ask("balance/", '""')
    request = {
        "field": "domain",
        "choice": "life",
        "people": [cast.annotators[0].pk],
        "wanted": 1,
    }
    created = client.post(f"/api/projects/{slug}/calls/", request, format="json")
    assert created.status_code == 201
    status, requested = ask("balance/", before)
    assert (status, requested == before) == (200, False)
    refused = browser(cast.annotators[0]).get(
        f"/api/projects/{slug}/overview/", headers={"If-None-Match": voted}
    )
    assert refused.status_code == 403


def _job(cast: Cast) -> None:
    Job.objects.create(kind="curation.filter", scope_id=cast.project.pk)


def _job_goes_on(cast: Cast) -> None:
    Job.objects.filter(scope_id=cast.project.pk).update(done=1)


def _tick(cast: Cast) -> None:
    of = Round.objects.create(
        project=cast.project,
        number=1,
        based_on=1,
        rules={"kind": "checklist"},
        protocol_version=cast.project.current_protocol,
        status="open",
    )
    case = Case.objects.filter(project=cast.project).earliest("pk")
    ChecklistMark.objects.create(round=of, case=case, passed=True)


def _message(cast: Cast) -> None:
    thread = Thread.objects.filter(project=cast.project).earliest("pk")
    Message.objects.create(thread=thread, author=cast.organizer, text="Look again.")


@pytest.mark.parametrize("write", [_job, _job_goes_on, _tick, _message])
def test_writes_without_a_ledger_entry_change_the_mark(
    cast: Cast, write: Callable[[Cast], None]
) -> None:
    annotated_items(cast, 1)
    Job.objects.create(kind="curation.preview", scope_id=cast.project.pk)
    Thread.objects.create(
        project=cast.project,
        item=Item.objects.filter(project=cast.project).earliest("pk"),
        purpose="question",
        begun_by=cast.organizer,
    )

    def mark() -> str:
        position = project_position(cast.project)
        state = figures_state(cast.project, position)
        return change_mark(cast.project, position, state)

    before = mark()
    assert mark() == before
    write(cast)
    assert mark() != before


@pytest.mark.both_databases
def test_the_ledger_moves_with_an_entry_that_was_committed_late(cast: Cast) -> None:
    def enter(pk: int) -> str:
        LedgerEntry.objects.create(
            pk=pk,
            machine="case",
            subject_id=pk,
            version=1,
            action="open",
            source="",
            target="comparing",
            role="system",
            scope_id=cast.project.pk,
        )
        return ledger_position(cast.project.pk)

    assert len({enter(900_002), enter(900_003), enter(900_001)}) == 3
