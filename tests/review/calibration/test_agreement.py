"""Agreement by field, by pair, over time; each person's part in it."""

from datetime import UTC, datetime, timedelta

import pytest

from annotation.items.models.items import Item
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from projects.models import User
from review.calibration.selectors.agreement import agreement_by_label
from review.progress.selectors.overview import project_overview
from tests.review.office import Office
from tests.support.annotations import annotated_items, submit_record
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

LIFE, ART = {"domain": ["life"]}, {"domain": ["art"]}


def test_by_field(cast: Cast, office: Office) -> None:
    annotated_items(cast, labels=[LIFE, LIFE])
    annotated_items(cast, labels=[ART, ART])
    annotated_items(cast, labels=[LIFE, ART])
    rows = {row["field"]: row for row in office.call("get", "agreement/")}
    assert list(rows) == ["difficulty", "image_type", "domain", "emotion", "rhetoric"]
    assert {field: row["agreement"]["metric"] for field, row in rows.items()} == {
        "difficulty": "ordinal",
        "image_type": "masi",
        "domain": "nominal",
        "emotion": "nominal",
        "rhetoric": "masi",
    }
    domain = rows["domain"]["agreement"]
    assert (domain["used"], domain["total"], domain["commonest"]) == (3, 3, 0.5)
    found = {one["measure"]: one["value"] for one in domain["estimates"]}
    # Both values half of the time. Alpha: observed 2/6, expected 2 · 3 · 3 / 30. Kappa:
    # chance 1/2. AC1: chance (1/4 + 1/4) / 5, for the protocol has six domains.
    assert found["percent"] == pytest.approx(2 / 3)
    assert found["krippendorff_alpha"] == pytest.approx(1 - (2 / 6) / (18 / 30))
    assert found["fleiss_kappa"] == pytest.approx((2 / 3 - 1 / 2) / (1 / 2))
    assert found["gwet_ac"] == pytest.approx((2 / 3 - 1 / 10) / (9 / 10))
    # Everybody said the same emotion: alpha is not defined, and says so; AC1 is.
    emotion = {one["measure"]: one for one in rows["emotion"]["agreement"]["estimates"]}
    assert emotion["krippendorff_alpha"]["value"] is None
    assert emotion["krippendorff_alpha"]["undefined"] == "no_variation"
    assert emotion["gwet_ac"]["value"] == 1.0
    assert rows["domain"]["floor"] == 0.4
    assert rows["domain"]["below_floor"] is False


def test_below_the_floor_it_is_in_the_way(cast: Cast) -> None:
    annotated_items(cast, labels=[LIFE, ART])
    annotated_items(cast, labels=[ART, LIFE])
    (row,) = [one for one in agreement_by_label(cast.project) if one.below_floor]
    assert row.field == "domain"
    (found,) = [
        one
        for one in project_overview(cast.project).blocking
        if one.kind == "low_agreement"
    ]
    assert list(found.fields_named) == ["domain"]


def test_only_work_that_everybody_handed_in_counts(cast: Cast) -> None:
    annotated_items(cast, labels=[LIFE, LIFE])
    accepted_images(cast.project, 1)
    submit_record(cast, cast.annotators[0], labels=ART)
    # A calibration slot and one for work that came too late hold answers as well.
    item = Slot.objects.earliest("pk").item
    for purpose in (Purpose.CALIBRATION, Purpose.EXTRA):
        slot = Slot.objects.create(
            project=cast.project,
            item=item,
            purpose=purpose,
            number=1,
            person=cast.annotators[4],
        )
        known = Annotation.objects.earliest("pk")
        Annotation.objects.create(
            slot=slot,
            person=cast.annotators[4],
            protocol_version=known.protocol_version,
            revision=1,
            content={**known.content, "labels": ART},
        )
    (domain,) = [
        one for one in agreement_by_label(cast.project) if one.field == "domain"
    ]
    assert (domain.agreement.used, domain.agreement.percent) == (1, 1.0)


def test_by_pair(cast: Cast, office: Office) -> None:
    first, second, third = cast.annotators[:3]
    accepted_images(cast.project, 3)
    for said in (LIFE, ART):
        submit_record(cast, first, labels=said)
        submit_record(cast, second, labels=said)
    submit_record(cast, first, labels=LIFE)
    submit_record(cast, third, labels=ART)
    for person in (second, third):
        User.objects.filter(pk=person.pk).update(display_name="Li Wei")
    shown = office.call("get", "agreement/pairs/domain/")
    assert [one["name"] for one in shown["people"]] == [
        first.shown_name,
        f"Li Wei ({second.username})",
        f"Li Wei ({third.username})",
    ]
    pairs = {(one["one_id"], one["other_id"]): one for one in shown["pairs"]}
    # The second and the third were never given the same item.
    assert list(pairs) == [(first.pk, second.pk), (first.pk, third.pk)]
    alike = pairs[first.pk, second.pk]["agreement"]
    assert (alike["used"], alike["total"]) == (2, 2)
    assert {one["measure"]: one["value"] for one in alike["estimates"]} == {
        "percent": 1.0,
        "krippendorff_alpha": 1.0,
        "cohen_kappa": 1.0,
        "gwet_ac": 1.0,
    }
    apart = pairs[first.pk, third.pk]["agreement"]["estimates"]
    assert {one["measure"]: one["value"] for one in apart}["percent"] == 0.0
    office.call("get", "agreement/pairs/nothing/", status=404)


def test_over_time_by_day_then_by_week(cast: Cast, office: Office) -> None:
    annotated_items(cast, labels=[LIFE, LIFE])
    annotated_items(cast, labels=[LIFE, ART])
    annotated_items(cast, labels=[LIFE, LIFE])
    monday = datetime(2026, 3, 2, 12, tzinfo=UTC)
    # The second annotator's day is the item's.
    for annotation, day in zip(
        Annotation.objects.order_by("pk"), (0, 1, 1, 2, 2, 2), strict=True
    ):
        at = monday + timedelta(days=day)
        Annotation.objects.filter(pk=annotation.pk).update(submitted_at=at)
    shown = office.call("get", "agreement/over-time/")
    assert shown["unit"] == "day"
    assert [one["begins"] for one in shown["periods"]] == ["2026-03-03", "2026-03-04"]
    first, second = (one["fields_measured"]["domain"] for one in shown["periods"])
    assert (first["used"], second["used"]) == (1, 2)
    percent = {one["measure"]: one["value"] for one in second["estimates"]}["percent"]
    assert percent == 0.5
    latest = Annotation.objects.latest("pk")
    Annotation.objects.filter(pk=latest.pk).update(
        submitted_at=monday + timedelta(days=30)
    )
    shown = office.call("get", "agreement/over-time/")
    assert shown["unit"] == "week"
    assert [one["begins"] for one in shown["periods"]] == ["2026-03-02", "2026-03-30"]


def test_reliability_says_why_it_is_silent(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    rows = office.call("get", "agreement/reliability/")
    assert {row["field"] for row in rows} == {
        "difficulty",
        "image_type",
        "domain",
        "emotion",
        "rhetoric",
    }
    for row in rows:
        assert [one["undefined"] for one in row["people"]] == ["few_people"] * 2
        assert [one["items"] for one in row["people"]] == [2, 2]


def test_what_there_is_to_talk_about_with_one_person(
    cast: Cast, office: Office
) -> None:
    first, second = cast.annotators[:2]
    several = {"rhetoric": ["metaphor", "contrast"]}
    annotated_items(cast, 2, labels=[{**LIFE, "rhetoric": ["metaphor"]}, ART | several])
    # The first person's side is taken in everything.
    office.finalize_all()
    shown = office.call("get", f"people/{second.pk}/")
    assert shown["work"]["name"] == second.shown_name
    assert shown["work"]["annotated"] == 2
    differences = {
        (one["field"], one["said"], one["final"]): one["count"]
        for one in shown["differences"]
    }
    assert differences == {
        ("domain", "art", "life"): 2,
        ("rhetoric", "contrast", None): 2,
    }
    examples = shown["differences"][0]["images"]
    assert len({image["id"] for image in examples}) == 2
    numbers = set(Item.objects.values_list("number", flat=True))
    assert {image["item_number"] for image in examples} == numbers
    fields = {one["field"]: one for one in shown["fields_measured"]}
    domain = {
        one["measure"]: one["value"]
        for one in fields["domain"]["agreement"]["estimates"]
    }
    assert domain["percent"] == 0.0
    assert fields["domain"]["everybody"]["used"] == 2
    assert fields["domain"]["reliability"]["undefined"] == "few_people"
    assert office.call("get", f"people/{first.pk}/")["differences"] == []
    office.call("get", f"people/{cast.stranger.pk}/", status=404)
