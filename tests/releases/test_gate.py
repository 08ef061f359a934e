import pytest

from annotation.models import QuestionRevision
from curation.models import Image, Source
from releases.domain.gate import GateLine
from releases.selectors.gate import Gate, gate
from review.domain.states import IN_VALIDATION, OPEN, TO_ADJUDICATE, VALIDATED
from review.models import Case, Round
from tests.releases.conftest import Publish
from tests.support.cast import Cast
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db


def line(judged: Gate, line_id: str) -> GateLine:
    return next(one for one in judged.lines if one.id == line_id)


def test_a_finished_project_may_be_released(done: Cast) -> None:
    judged = gate(done.project)
    assert judged.blocking == []
    assert judged.version == judged.suggested == "1.0.0"
    assert sum(judged.splits.values()) == judged.questions == 12
    assert {one.level for one in judged.lines} == {"ok", "warn"}


def test_nothing_validated_blocks_and_cannot_be_overridden(cast: Cast) -> None:
    found = line(gate(cast.project), "validated")
    assert (found.level, found.overridable) == ("block", False)
    assert "Nothing is validated" in found.message["en"]
    assert "没有" in found.message["zh"]


def test_too_few_examples_for_the_settings_are_a_warning(done: Cast) -> None:
    # Three are asked for, and the dev split of a small benchmark is small.
    judged = gate(done.project)
    assert (line(judged, "shots").level, line(judged, "shots").count) == ("warn", 2)
    finished_items(done, 6)
    assert line(gate(done.project), "shots").level == "ok"


def test_unfinished_items_are_named_and_left_out(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).latest("pk")
    Case.objects.filter(pk=case.pk).update(status=IN_VALIDATION)
    judged = gate(done.project)
    assert line(judged, "unfinished").cases == [case.pk]
    assert line(judged, "unfinished").level == "warn"
    assert len(judged.items) == 5


def test_open_disputes_block(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).latest("pk")
    Case.objects.filter(pk=case.pk).update(status=TO_ADJUDICATE)
    found = line(gate(done.project), "disputes")
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
    assert line(gate(done.project), "rounds").level == "block"


def test_prohibited_rights_and_missing_licences_block_for_good(done: Cast) -> None:
    Source.objects.filter(project=done.project).update(rights="prohibited")
    found = line(gate(done.project), "licence")
    assert (found.level, found.count, found.overridable) == ("block", 6, False)
    Source.objects.filter(project=done.project).update(
        rights="redistribute", licence=" "
    )
    assert line(gate(done.project), "licence").count == 6


def test_a_withdrawn_picture_takes_its_item_out(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    Image.objects.filter(place__item=case.item_id).update(status="withdrawn")
    judged = gate(done.project)
    assert line(judged, "withdrawn").cases == [case.pk]
    assert case.pk not in [one.case_id for one in judged.items]


def test_duplicate_options_block_each_question(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    revision = QuestionRevision.objects.filter(question__item=case.item_id).earliest(
        "pk"
    )
    revision.options[5] = revision.options[0].upper()
    revision.save()
    found = line(gate(done.project), "duplicate_options")
    assert (found.level, found.count, found.cases) == ("block", 1, [case.pk])


def test_personal_data_is_a_warning(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    case.record["texts"]["explanation"] += " Write to jane.doe@example.org."
    case.save()
    found = line(gate(done.project), "personal_data")
    assert (found.level, found.cases) == ("warn", [case.pk])


def test_restored_near_duplicates_are_a_warning(done: Cast) -> None:
    one, other, *_ = Image.objects.filter(project=done.project).order_by("pk")
    Image.objects.filter(pk=other.pk).update(phash=one.phash)
    assert line(gate(done.project), "near_duplicates").level == "ok"
    Image.objects.filter(pk__in=[one.pk, other.pk]).update(cleared=["duplicates"])
    found = line(gate(done.project), "near_duplicates")
    assert (found.level, found.count) == ("warn", 1)
    assert found.images == [one.pk, other.pk]


def test_the_same_picture_twice_blocks(done: Cast) -> None:
    one, other, *_ = Image.objects.filter(project=done.project).order_by("pk")
    Image.objects.filter(pk=other.pk).update(published_sha256=one.published_sha256)
    found = line(gate(done.project), "same_picture")
    assert (found.level, found.count, found.overridable) == ("block", 2, False)


def test_labels_that_the_protocol_lost_block(done: Cast) -> None:
    case = Case.objects.filter(project=done.project).earliest("pk")
    case.record["labels"]["domain"] = ["alchemy"]
    case.save()
    assert line(gate(done.project), "protocol").cases == [case.pk]


def test_agreement_below_the_floor_blocks_and_names_the_field(done: Cast) -> None:
    people = [done.annotators[0].pk, done.annotators[1].pk]
    for number, case in enumerate(Case.objects.filter(project=done.project)):
        values = [["life"], ["art"]] if number % 2 else [["art"], ["life"]]
        case.comparison = {"people": people, "fields": {"domain": {"values": values}}}
        case.save()
    found = line(gate(done.project), "agreement")
    assert (found.level, found.count) == ("block", 1)
    assert "domain" in found.message["en"]


@pytest.mark.parametrize("version", ["1.0", "latest", "v1.0.0"])
def test_a_version_has_three_numbers(done: Cast, version: str) -> None:
    found = line(gate(done.project, version), "version")
    assert (found.level, found.overridable) == ("block", False)
    assert "三个数字" in found.message["zh"]


def test_the_suggested_version_says_what_changed(done: Cast, publish: Publish) -> None:
    publish(done)
    assert gate(done.project).suggested == "1.0.1"
    finished_items(done, 1)
    assert gate(done.project).suggested == "1.1.0"
    case = Case.objects.filter(project=done.project, status=VALIDATED).earliest("pk")
    case.record["texts"]["explanation"] = "It now says something else."
    case.save()
    assert gate(done.project).suggested == "2.0.0"
    assert line(gate(done.project, "1.0.0"), "version").level == "block"


def test_the_gate_asks_no_more_for_more_items(
    done: Cast, django_assert_max_num_queries: object
) -> None:
    finished_items(done, 6)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        gate(done.project)
