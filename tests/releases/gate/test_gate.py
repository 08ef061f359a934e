from itertools import pairwise
from typing import Any

import pytest

from annotation.items.models.questions import QuestionRevision
from curation.filters.models import FilterRun
from curation.images.models import Image, Source
from curation.near_duplicates.models import NearDuplicatePair, PairAnswer, PairDecision
from projects.protocol_versions.services.changes import change_protocol
from releases.gate.domain import GateLine
from releases.gate.selectors.checks import Gate, check_gate
from review.adjudication.domain.case_states import (
    IN_VALIDATION,
    TO_ADJUDICATE,
    VALIDATED,
)
from review.adjudication.models import Case
from review.rounds.domain.round_states import OPEN
from review.rounds.models.rounds import Round
from subtext_protocol.document import Protocol
from tests.releases.conftest import Publish
from tests.support.cast import Cast
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db


def line(judged: Gate, line_id: str) -> GateLine:
    return next(one for one in judged.lines if one.id == line_id)


def test_a_finished_project_may_be_released(done: Cast) -> None:
    judged = check_gate(done.project)
    assert judged.blocking_lines == []
    assert judged.version == judged.suggested == "1.0.0"
    assert sum(judged.splits.values()) == judged.questions == 12
    assert {one.level for one in judged.lines} == {"ok", "warn"}


def test_nothing_validated_blocks_and_cannot_be_overridden(cast: Cast) -> None:
    found = line(check_gate(cast.project), "validated")
    assert (found.level, found.overridable) == ("block", False)
    assert "No items are validated" in found.message["en"]
    assert "没有" in found.message["zh"]


def test_too_few_examples_for_the_settings_are_a_warning(cast: Cast) -> None:
    # Three are asked for, and never more than half of the questions are examples.
    finished_items(cast, 3)
    judged = check_gate(cast.project)
    assert (line(judged, "shots").level, line(judged, "shots").count) == ("warn", 2)
    finished_items(cast, 3)
    assert line(check_gate(cast.project), "shots").level == "ok"


def test_splits_smaller_than_asked_for_are_a_warning(done: Cast) -> None:
    found = line(check_gate(done.project), "splits")
    assert (found.level, found.count) == ("warn", 2)
    assert "/15" in found.message["en"]


def test_items_that_wait_for_validators_are_named(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).latest("pk")
    Case.objects.filter(pk=case.pk).update(status=IN_VALIDATION)
    found = line(check_gate(done.project), "validators")
    assert (found.level, found.cases) == ("warn", [case.pk])


def test_bytes_under_a_licence_without_text_block(done: Cast) -> None:
    sources = Source.objects.filter(project=done.project)
    sources.update(licence="Seen somewhere")
    found = line(check_gate(done.project), "licence_text")
    assert (found.level, found.count, found.overridable) == ("block", 6, True)
    assert "Seen somewhere" in found.message["en"]
    sources.update(licence="You may show this picture in any report. " * 4)
    assert line(check_gate(done.project), "licence_text").level == "ok"
    sources.update(licence="Seen somewhere", rights="address_only")
    assert line(check_gate(done.project), "licence_text").level == "ok"


def test_a_text_that_tools_read_as_nothing_blocks_for_good(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    revision = QuestionRevision.objects.filter(question__item=case.item_id).earliest(
        "pk"
    )
    revision.options[2] = "N/A"
    revision.save()
    found = line(check_gate(done.project), "reserved")
    assert (found.level, found.cases, found.overridable) == ("block", [case.pk], False)


def test_unfinished_items_are_named_and_left_out(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).latest("pk")
    Case.objects.filter(pk=case.pk).update(status=IN_VALIDATION)
    judged = check_gate(done.project)
    assert line(judged, "unfinished").cases == [case.pk]
    assert line(judged, "unfinished").level == "warn"
    assert len(judged.items) == 5


def test_open_disputes_block(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).latest("pk")
    Case.objects.filter(pk=case.pk).update(status=TO_ADJUDICATE)
    found = line(check_gate(done.project), "disputes")
    assert (found.level, found.cases, found.overridable) == ("block", [case.pk], True)


def test_an_open_round_blocks(done: Cast) -> None:
    protocol_version = done.project.current_protocol
    assert protocol_version is not None
    Round.objects.create(
        project=done.project,
        number=1,
        based_on=1,
        status=OPEN,
        rules=done.project.protocol.review.rounds[0].model_dump(mode="json"),
        protocol_version=protocol_version,
    )
    assert line(check_gate(done.project), "rounds").level == "block"


def test_prohibited_rights_and_missing_licences_block_for_good(done: Cast) -> None:
    Source.objects.filter(project=done.project).update(rights="prohibited")
    found = line(check_gate(done.project), "licence")
    assert (found.level, found.count, found.overridable) == ("block", 6, False)
    Source.objects.filter(project=done.project).update(
        rights="redistribute", licence=" "
    )
    assert line(check_gate(done.project), "licence").count == 6


def test_a_withdrawn_image_takes_its_item_out(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    Image.objects.filter(place__item=case.item_id).update(status="withdrawn")
    judged = check_gate(done.project)
    assert line(judged, "withdrawn").cases == [case.pk]
    assert case.pk not in [one.case_id for one in judged.items]


def test_duplicate_options_block_each_question(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    revision = QuestionRevision.objects.filter(question__item=case.item_id).earliest(
        "pk"
    )
    revision.options[5] = revision.options[0].upper()
    revision.save()
    found = line(check_gate(done.project), "duplicate_options")
    assert (found.level, found.count, found.cases) == ("block", 1, [case.pk])


def copy_question(source: QuestionRevision, target: QuestionRevision) -> None:
    target.stem, target.options = f" {source.stem}", source.options[::-1]
    target.save()


def test_identical_questions_of_an_item_block(cast: Cast) -> None:
    finished_items(cast, 1)
    case = Case.objects.filter(project=cast.project).earliest("pk")
    revisions = QuestionRevision.objects.filter(question__item=case.item_id)
    first, second = revisions.order_by("question__position")
    assert line(check_gate(cast.project), "repeated_questions").level == "ok"
    copy_question(first, second)
    found = line(check_gate(cast.project), "repeated_questions")
    assert (found.level, found.count, found.cases) == ("block", 1, [case.pk])
    assert found.overridable


def test_the_same_question_of_two_items_is_a_warning(cast: Cast) -> None:
    finished_items(cast, 3)
    first, second, _ = QuestionRevision.objects.filter(question__position=0)
    assert line(check_gate(cast.project), "shared_questions").level == "ok"
    copy_question(first, second)
    found = line(check_gate(cast.project), "shared_questions")
    cases = Case.objects.filter(
        item__in=[first.question.item_id, second.question.item_id]
    )
    assert (found.level, found.count) == ("warn", 2)
    assert set(found.cases) == set(cases.values_list("pk", flat=True))


def test_personal_data_blocks_until_somebody_says_why_not(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    case.record["texts"]["explanation"] += " Write to jane.doe@example.org."
    case.save()
    found = line(check_gate(done.project), "personal_data")
    assert (found.level, found.cases) == ("block", [case.pk])
    assert found.overridable


def said_to_be_copies(
    cast: Cast, one: Image, other: Image, certainty: float = 1.0
) -> None:
    """As the duplicates stage records what it has confirmed on pixels."""
    run = FilterRun.objects.create(project=cast.project, stage="near_duplicates")
    NearDuplicatePair.objects.create(
        run=run,
        left=one,
        right=other,
        distance=4,
        certainty=certainty,
        confirmation={},
    )


def test_copies_in_two_items_block_unless_a_person_let_both_in(done: Cast) -> None:
    one, other, *_ = Image.objects.filter(project=done.project).order_by("pk")
    assert line(check_gate(done.project), "near_duplicates").level == "ok"
    said_to_be_copies(done, one, other)
    found = line(check_gate(done.project), "near_duplicates")
    assert (found.level, found.count, found.images) == (
        "block",
        1,
        [one.pk, other.pk],
    )
    PairDecision.objects.create(
        left=one, right=other, answer=PairAnswer.DIFFERENT, reason="Another strip."
    )
    judged = check_gate(done.project)
    assert line(judged, "near_duplicates").level == "ok"
    found = line(judged, "restored_copies")
    assert (found.level, found.images) == ("warn", [one.pk, other.pk])


def test_possible_copies_warn_until_the_protocol_says_block(done: Cast) -> None:
    one, other, *_ = Image.objects.filter(project=done.project).order_by("pk")
    said_to_be_copies(done, one, other, certainty=0.4)
    gate = check_gate(done.project)
    assert line(gate, "near_duplicates").level == "ok"
    found = line(gate, "possible_duplicates")
    assert (found.level, found.images) == ("warn", [one.pk, other.pk])
    change_curation(done, {"near_duplicates": {"block_release": True}})
    assert line(check_gate(done.project), "possible_duplicates").level == "block"
    PairDecision.objects.create(left=one, right=other, answer=PairAnswer.VARIANT)
    assert line(check_gate(done.project), "possible_duplicates").level == "ok"


def change_curation(cast: Cast, stages: dict[str, Any]) -> None:
    document = cast.project.protocol.model_dump(mode="json")
    document["curation"] |= stages
    change_protocol(
        project=cast.project,
        protocol=Protocol.model_validate(document),
        actor=cast.actor(cast.maintainer),
        note="",
    )


def test_copies_are_drawn_into_one_split(done: Cast) -> None:
    images = list(Image.objects.filter(project=done.project).order_by("pk"))
    for one, other in pairwise(images[:4]):
        said_to_be_copies(done, one, other)
    judged = check_gate(done.project)
    wanted = {image.pk for image in images[:4]}
    splits = {
        candidate.frozen.split
        for candidate in judged.items
        if candidate.images[0].pk in wanted
    }
    assert len(splits) == 1
    assert line(judged, "split_leak").level == "ok"


def test_copies_that_were_released_apart_are_named(
    done: Cast, publish: Publish
) -> None:
    release = publish(done)
    rows = {row.item_id: row.split for row in release.rows.all()}
    images = Image.objects.filter(project=done.project).order_by("pk")
    dev = next(i for i in images if rows[i.place.item_id] == "dev")
    test = next(i for i in images if rows[i.place.item_id] == "test")
    said_to_be_copies(done, *sorted((dev, test), key=lambda one: one.pk))
    found = line(check_gate(done.project), "split_leak")
    assert (found.level, set(found.images)) == ("block", {dev.pk, test.pk})


def test_a_copy_of_what_was_released_before_blocks(
    done: Cast, publish: Publish
) -> None:
    publish(done)
    gone, *_ = Case.objects.filter(project=done.project).order_by("pk")
    Case.objects.filter(pk=gone.pk).update(status=IN_VALIDATION)
    (case,) = finished_items(done, 1)
    old = Image.objects.get(place__item=gone.item_id)
    new = Image.objects.get(place__item=case.item_id)
    said_to_be_copies(done, old, new)
    found = line(check_gate(done.project), "released_before")
    assert (found.level, found.images) == ("block", [new.pk])


def test_a_image_of_another_projects_release_blocks(
    done: Cast, publish: Publish
) -> None:
    other = Cast("other")
    finished_items(other, 2)
    assert line(check_gate(other.project), "released_before").level == "ok"
    publish(done)
    found = line(check_gate(other.project), "released_before")
    assert (found.level, found.count) == ("block", 2)


def test_the_same_image_twice_blocks(done: Cast) -> None:
    one, other, *_ = Image.objects.filter(project=done.project).order_by("pk")
    Image.objects.filter(pk=other.pk).update(published_sha256=one.published_sha256)
    found = line(check_gate(done.project), "same_picture")
    assert (found.level, found.count, found.overridable) == ("block", 2, False)


def test_labels_that_the_protocol_lost_block(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    case.record["labels"]["domain"] = ["alchemy"]
    case.save()
    assert line(check_gate(done.project), "protocol").cases == [case.pk]


def test_agreement_below_the_floor_blocks_and_names_the_field(done: Cast) -> None:
    people = [done.annotators[0].pk, done.annotators[1].pk]
    for number, case in enumerate(Case.objects.filter(project=done.project)):
        values = [["life"], ["art"]] if number % 2 else [["art"], ["life"]]
        case.comparison = {
            "annotations": [],
            "people": people,
            "fields": {"domain": {"kind": "label", "values": values}},
        }
        case.save()
    found = line(check_gate(done.project), "agreement")
    assert (found.level, found.count) == ("block", 1)
    assert "(Domain)" in found.message["en"]
    assert "（领域）" in found.message["zh"]


@pytest.mark.parametrize("version", ["1.0", "latest", "v1.0.0"])
def test_a_version_has_three_numbers(done: Cast, version: str) -> None:
    found = line(check_gate(done.project, version), "version")
    assert (found.level, found.overridable) == ("block", False)
    assert "三个数字" in found.message["zh"]


def test_the_suggested_version_says_what_changed(done: Cast, publish: Publish) -> None:
    publish(done)
    assert check_gate(done.project).suggested == "1.0.1"
    finished_items(done, 1)
    assert check_gate(done.project).suggested == "1.1.0"
    case = Case.objects.filter(project=done.project, status=VALIDATED).earliest("pk")
    case.record["texts"]["explanation"] = "It now says something else."
    case.save()
    assert check_gate(done.project).suggested == "2.0.0"
    assert line(check_gate(done.project, "1.0.0"), "version").level == "block"


def test_the_gate_asks_no_more_for_more_items(
    done: Cast, django_assert_max_num_queries: object
) -> None:
    finished_items(done, 6)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        check_gate(done.project)
