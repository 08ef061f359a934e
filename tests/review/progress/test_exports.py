"""Agreement, raw annotations and hours as files: by download and by command."""

import csv
import io
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.items.models.submissions import Annotation
from annotation.slots.services.transitions import return_slot
from tests.review.office import Office
from tests.support.annotations import annotated_items, submit_record
from tests.support.cast import Cast, browser
from tests.support.clock import move_fresh_work_to
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

LABELS = [{"domain": ["life"]}, {"domain": ["art"]}]


def download(cast: Cast, path: str, *, status: int = 200) -> str:
    response = browser(cast.organizer).get(f"/api/projects/bench/{path}")
    assert response.status_code == status
    text: str = response.getvalue().decode("utf-8-sig")
    return text


def printed(name: str, *args: str) -> str:
    out = io.StringIO()
    call_command(name, "bench", *args, stdout=out)
    return out.getvalue()


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_agreement_as_a_table(cast: Cast) -> None:
    annotated_items(cast, 2, labels=LABELS)
    first, second = cast.annotators[:2]
    rows = rows_of(download(cast, "agreement/export/csv/"))
    overall = [row for row in rows if row["part"] == "overall"]
    assert len(overall) == 5 * 4
    (kappa,) = [
        row
        for row in rows
        if (row["part"], row["field"], row["measure"])
        == ("pair", "domain", "cohen_kappa")
    ]
    assert {kappa["person"], kappa["other"]} == {first.pseudonym, second.pseudonym}
    assert (float(kappa["value"]), kappa["used"], kappa["total"]) == (0.0, "2", "2")
    (undefined,) = [
        row
        for row in overall
        if (row["field"], row["measure"]) == ("emotion", "fleiss_kappa")
    ]
    assert (undefined["value"], undefined["undefined"]) == ("", "no_variation")
    assert {row["part"] for row in rows} == {"overall", "pair", "day", "person"}
    for person in (first, second):
        assert person.username not in str(rows)


def test_agreement_as_one_object_says_how_it_was_measured(cast: Cast) -> None:
    annotated_items(cast, labels=LABELS)
    document = json.loads(download(cast, "agreement/export/json/"))
    assert (document["project"], document["protocol"]) == ("bench", 1)
    assert document["interval"]["method"] == "percentile bootstrap over items"
    by_command = json.loads(printed("agreement_export"))
    assert by_command["values"] == document["values"]
    assert rows_of(printed("agreement_export", "--format", "csv")) == rows_of(
        download(cast, "agreement/export/csv/")
    )
    download(cast, "agreement/export/xlsx/", status=404)


def test_agreement_of_nothing_yet(cast: Cast) -> None:
    values = json.loads(printed("agreement_export", "--json"))["values"]
    assert {row["undefined"] for row in values} == {"no_pairs"}


def test_raw_annotations_while_people_are_at_it(cast: Cast) -> None:
    annotated_items(cast, labels=LABELS, questions=2)
    accepted_images(cast.project, 1)
    submit_record(cast, cast.annotators[0])
    rows = [
        json.loads(line)
        for line in download(cast, "annotations/export/jsonl/").splitlines()
    ]
    # The third has nobody beside it yet; organizers see it all the same.
    assert [(row["item"], row["slot"]) for row in rows] == [(1, 1), (1, 2), (2, 1)]
    one = Annotation.objects.earliest("pk")
    first = rows[0]
    assert first["person"] == cast.annotators[0].pseudonym
    assert first["labels"]["domain"] == ["life"]
    assert first["texts"] == one.content["texts"]
    assert first["questions"] == one.content["questions"]
    assert len(first["questions"]) == 2
    assert (first["purpose"], first["revision"], first["current"]) == ("work", 1, True)
    assert (first["seconds"], first["protocol"]) == (90.0, 1)
    (image,) = one.slot.item.places.all()
    assert first["images"] == [image.image.sha256]
    assert cast.annotators[0].username not in str(rows)


def test_every_revision_is_there_and_the_newest_is_marked(cast: Cast) -> None:
    annotated_items(cast, labels=LABELS)
    before = Annotation.objects.earliest("pk")
    return_slot(
        slot=before.slot, actor=cast.actor(cast.organizer), reason="Look again."
    )
    submit_record(cast, cast.annotators[0], labels={"domain": ["society"]})
    rows = rows_of(printed("annotations_export", "--format", "csv"))
    assert [(row["slot"], row["revision"], row["current"]) for row in rows] == [
        ("1", "1", "false"),
        ("1", "2", "true"),
        ("2", "1", "true"),
    ]
    assert json.loads(rows[1]["labels"])["domain"] == ["society"]


def test_many_annotations_come_in_order_whatever_the_piece(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    annotated_items(cast, 3)
    whole = printed("annotations_export")
    assert len(whole.splitlines()) == 6
    for size in (1, 2, 5):
        monkeypatch.setattr("review.progress.selectors.exports._CHUNK", size)
        assert printed("annotations_export") == whole


def test_annotations_are_read_without_the_protocol_that_each_was_made_under(
    cast: Cast, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    annotated_items(cast, 3)
    with django_assert_max_num_queries(5) as asked:
        printed("annotations_export")
    rows = [q["sql"] for q in asked if "annotation_annotation" in q["sql"]]
    assert rows
    assert not any('"document"' in sql for sql in rows)


def move_to(clock: str) -> None:
    """Everything that has happened so far happened then."""
    move_fresh_work_to(datetime.fromisoformat(f"2026-03-05T{clock}+00:00"))


def test_hours_for_pay(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    move_to("09:00")
    annotated_items(cast)
    move_to("09:04")
    office.finalize_all()
    move_to("11:00")
    office.open_round()
    validator = cast.annotators[2]
    office.answer(validator, office.next(validator), 0)
    move_to("12:30")
    days = {row["person"]: row for row in rows_of(download(cast, "hours/export/csv/"))}
    annotator = days[cast.annotators[0].username]
    # 90 seconds before 9:00, four minutes to 9:04 without a pause worth the name.
    assert annotator["active_minutes"] == "5.5"
    assert (annotator["annotated"], annotator["validated"]) == ("2", "0")
    assert annotator["day"] == "2026-03-05"
    assert annotator["first"].startswith("2026-03-05T08:58")
    assert annotator["last"].startswith("2026-03-05T09:04")
    assert annotator["pseudonym"] == cast.annotators[0].pseudonym
    assert days[validator.username]["validated"] == "1"
    assert days[validator.username]["active_minutes"] == "0.2"
    assert days[cast.organizer.username]["decided"] == "2"
    assert cast.annotators[5].username not in days
    assert rows_of(printed("hours_export")) == list(
        rows_of(download(cast, "hours/export/csv/"))
    )
    as_json: list[dict[str, Any]] = json.loads(printed("hours_export", "--json"))[
        "hours"
    ]
    assert {row["person"] for row in as_json} == set(days)


def test_another_project_is_another_project(cast: Cast) -> None:
    annotated_items(cast)
    other = Cast("other")
    response = browser(other.organizer).get("/api/projects/other/hours/export/jsonl/")
    assert response.getvalue() == b""
    out = io.StringIO()
    call_command("annotations_export", "other", stdout=out)
    assert out.getvalue() == ""
    with pytest.raises(CommandError, match="nowhere"):
        call_command("annotations_export", "nowhere")


def test_a_format_that_there_is_not(cast: Cast) -> None:
    for path in ("annotations/export/xlsx/", "hours/export/json/"):
        download(cast, path, status=404)
