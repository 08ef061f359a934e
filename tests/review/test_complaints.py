"""Complaints about other tools that no other test covers.

The list: docs/explanation/complaints.md.
"""

import pytest

from review.adjudication.models import Case
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


def test_an_export_is_sent_while_it_is_written(cast: Cast) -> None:
    annotated_items(cast, 1)
    here = f"/api/projects/{cast.project.slug}"
    for export in ("annotations/export/jsonl/", "annotations/export/csv/"):
        response = browser(cast.organizer).get(f"{here}/{export}")
        assert response.status_code == 200
        assert response.streaming


def test_lists_come_in_pages_with_thumbnails(cast: Cast, office: Office) -> None:
    annotated_items(cast, 3)
    page = office.call("get", "items/find/?page_size=2")
    assert len(page["results"]) == 2
    assert page["next"] is not None
    for item in page["results"]:
        assert all("thumbnail" in image["thumbnail_url"] for image in item["images"])


def test_two_who_differ_in_everything_are_compared_and_decided_on(
    cast: Cast, office: Office
) -> None:
    fields = cast.project.protocol.labels
    labels = [{field.id: [field.choices[at].id] for field in fields} for at in (0, -1)]
    annotated_items(cast, 1, labels=labels)
    case = Case.objects.get()
    assert case.status == "to_adjudicate"
    always = [field for field in fields if field.significant == "always"]
    assert case.disputed >= len(always) > 0
    office.finalize(case.pk)
    assert Case.objects.get().status == "final"
