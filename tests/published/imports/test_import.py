"""Published benchmarks taken in, to be repaired and continued."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from annotation.items.domain.slot_states import OPEN
from annotation.items.models.items import Item
from annotation.items.models.questions import QuestionRevision
from annotation.items.models.slots import Slot
from annotation.items.services.questions import create_question
from core.errors import InvalidInputError
from core.jobs import run_job
from core.models import Job, JobStatus
from core.selectors import list_entries_of_object
from curation.images.models import Image, Source
from curation.images.services.withdrawal import withdraw_image
from curation.imports.models import ImportRejection
from curation.imports.services.requests import begin_import
from curation.imports.services.sources import change_source_rights
from published.imports.services.requests import begin_published_import
from releases.gate.selectors.checks import check_gate
from review.adjudication.models import Case
from review.rework.services.question_rework import QuestionRework, submit_rework
from review.rework.services.record_edits import edit_record
from tests.curation.drawn_images import png
from tests.published.published_sets import EXPLANATION, published, record
from tests.support.cast import Cast
from tests.support.images import open_source

pytestmark = pytest.mark.django_db


def taken_in(cast: Cast, source: Source, path: Path) -> Job:
    job = begin_published_import(
        project=cast.project,
        source=source,
        path=path,
        actor=cast.actor(cast.organizer),
        skip_missing=True,
    )
    return run_job(job.pk)


def test_each_image_becomes_an_item_with_its_record(
    cast: Cast, source: Source, published_set: Path
) -> None:
    job = taken_in(cast, source, published_set)
    assert job.status == JobStatus.FINISHED, job.error
    assert job.result["imported"] == 3
    assert job.result["published"] == {
        "items": 3,
        "items_present": 0,
        "items_left_out": 0,
        "questions": 4,
        "questions_left_out": 1,
        "without_key": 1,
        "to_rework": 2,
        "skipped": [],
    }
    first = Case.objects.get(item__number=1)
    assert first.status == "final"
    assert first.record["labels"] == {
        "difficulty": ["middle"],
        "image_type": ["poster", "meme"],
        "domain": ["life"],
        "emotion": ["neutral"],
        "rhetoric": ["metaphor", "exaggerate"],
    }
    assert first.record["texts"] == {"explanation": f"{EXPLANATION} 1"}
    revisions = QuestionRevision.objects.filter(question__item=first.item)
    assert [(one.reason, one.answer) for one in revisions.order_by("pk")] == [
        ("Published as test-1.", 2),
        ("Published as test-2.", 2),
    ]


def test_nobody_is_asked_to_annotate_what_was_published(
    cast: Cast, source: Source, published_set: Path
) -> None:
    taken_in(cast, source, published_set)
    assert not Slot.objects.filter(status=OPEN).exists()
    assert set(Image.objects.values_list("status", flat=True)) == {"accepted"}


def test_the_ledger_says_that_it_was_imported_and_as_what(
    cast: Cast, source: Source, published_set: Path
) -> None:
    taken_in(cast, source, published_set)
    (entry,) = list_entries_of_object(Case.objects.get(item__number=1))
    assert (entry.action, entry.actor) == ("import", cast.organizer)
    assert entry.data["paths"] == ["images/test-1.png", "images/test-2.png"]
    assert sorted(entry.data["questions"].values()) == ["test-1", "test-2"]
    assert entry.data["splits"] == ["test"]
    (adopted,) = list_entries_of_object(
        Image.objects.get(original_path="images/test-1.png")
    )
    assert adopted.action == "adopt"


def test_files_that_are_not_there_are_named(
    cast: Cast, source: Source, published_set: Path
) -> None:
    job = taken_in(cast, source, published_set)
    rejected = ImportRejection.objects.filter(job=job).values_list("path", "code")
    assert list(rejected) == [("images/test-5.png", "missing")]


def test_what_is_unsound_waits_in_rework_with_the_reason(
    cast: Cast, source: Source, published_set: Path
) -> None:
    taken_in(cast, source, published_set)
    reasons = {
        case.item.number: list_entries_of_object(case).get().reason
        for case in Case.objects.filter(status="rework")
    }
    assert reasons.keys() == {2, 3}
    assert reasons[2].startswith("test-3: ")
    assert reasons[3].startswith("test-4: ")


def test_the_gate_names_questions_without_a_key(
    cast: Cast, source: Source, published_set: Path
) -> None:
    taken_in(cast, source, published_set)
    line = {line.id: line for line in check_gate(cast.project).lines}["no_key"]
    assert (line.level, line.count) == ("warn", 1)
    assert list(line.cases) == [Case.objects.get(item__number=2).pk]


def test_a_key_that_was_found_goes_into_validation(
    cast: Cast, source: Source, published_set: Path
) -> None:
    taken_in(cast, source, published_set)
    case = Case.objects.get(item__number=2)
    revision = QuestionRevision.objects.get(question__item=case.item)
    submit_rework(
        case=case,
        actor=cast.actor(cast.organizer),
        questions=[
            QuestionRework(
                uid=revision.question.uid,
                content={
                    "stem": revision.stem,
                    "options": revision.options,
                    "answer": 4,
                },
            )
        ],
        note="Three people found the same.",
    )
    assert case.status == "in_validation"
    assert {line.id: line for line in check_gate(cast.project).lines}[
        "no_key"
    ].level == "ok"


def test_labels_can_be_mended_while_a_question_lacks_its_key(
    cast: Cast, source: Source, published_set: Path
) -> None:
    taken_in(cast, source, published_set)
    case = Case.objects.get(item__number=2)
    changed = {**case.record, "labels": {**case.record["labels"], "domain": ["art"]}}
    edit_record(
        case=case,
        actor=cast.actor(cast.organizer),
        record=changed,
        reason="It hangs in a museum.",
        version=case.state_version,
    )
    assert case.record["labels"]["domain"] == ["art"]
    with pytest.raises(InvalidInputError):
        edit_record(
            case=case,
            actor=cast.actor(cast.organizer),
            record={**changed, "texts": {"explanation": "Too short."}},
            reason="Shorter.",
            version=case.state_version,
        )


def test_taking_it_in_twice_adds_nothing(
    cast: Cast, source: Source, published_set: Path
) -> None:
    taken_in(cast, source, published_set)
    again = taken_in(cast, source, published_set)
    assert again.result["imported"] == 0
    assert again.result["published"]["items_present"] == 3
    assert (Item.objects.count(), Case.objects.count()) == (3, 3)
    assert QuestionRevision.objects.count() == 4


def test_a_killed_import_goes_on_with_the_items_that_are_left(
    cast: Cast, source: Source, published_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def die_at_the_second(item: Item, **kwargs: Any) -> Any:
        begun.append(item.pk)
        if len(begun) == 3:
            raise RuntimeError("killed")
        return create_question(item=item, **kwargs)

    monkeypatch.setattr(
        "review.adjudication.services.records.create_question", die_at_the_second
    )
    job = begin_published_import(
        project=cast.project,
        source=source,
        path=published_set,
        actor=cast.actor(cast.organizer),
        skip_missing=True,
    )
    with pytest.raises(RuntimeError):
        run_job(job.pk)
    assert Item.objects.count() == 1
    monkeypatch.undo()
    done = taken_in(cast, source, published_set)
    assert done.result["published"]["items"] == 2
    assert Item.objects.count() == Case.objects.count() == 3


def test_a_image_that_the_project_excluded_stays_so(
    cast: Cast, source: Source, published_set: Path
) -> None:
    actor = cast.actor(cast.organizer)
    run_job(
        begin_import(
            project=cast.project,
            source=source,
            path=published_set / "images",
            actor=actor,
        ).pk
    )
    sha256 = hashlib.sha256(png(3)).hexdigest()
    withdraw_image(
        image=Image.objects.get(sha256=sha256), reason="the owner asked", actor=actor
    )
    job = taken_in(cast, source, published_set)
    assert job.result["published"]["items"] == 2
    assert job.result["published"]["items_left_out"] == 1
    assert Image.objects.get(sha256=sha256).status == "withdrawn"


def test_a_source_that_is_prohibited_later_takes_its_items_out(
    cast: Cast, source: Source, published_set: Path
) -> None:
    taken_in(cast, source, published_set)
    change_source_rights(
        source=source,
        rights="prohibited",
        reason="It was theirs.",
        actor=cast.actor(cast.organizer),
    )
    assert set(Case.objects.values_list("status", flat=True)) == {"dropped"}
    assert QuestionRevision.objects.count() == 4


def test_labels_that_the_protocol_lacks_are_named_and_nothing_is_taken_in(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    wrong = record(1)
    wrong["meta_data"]["domain"] = "Politics"
    job = taken_in(cast, source, published(tmp_path / "set", [wrong], {1: png(1)}))
    assert job.status == JobStatus.FAILED
    assert "test.json, test-1, domain" in job.error
    assert not Image.objects.exists()


def test_a_protocol_of_several_images_an_item_is_refused(
    toy_cast: Cast, published_set: Path
) -> None:
    source = open_source(toy_cast, "II-Bench", licence="Apache-2.0")
    with pytest.raises(InvalidInputError):
        taken_in(toy_cast, source, published_set)
