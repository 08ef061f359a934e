"""Checks that block a release, and the reasons that override them."""

import pytest

from annotation.items.models.questions import QuestionRevision
from core.errors import InvalidInputError
from core.jobs import run_job
from core.models import JobStatus
from releases.building.services.creation import create_release
from releases.building.services.folders import build_release
from subtext_protocol.shipped import shipped_protocol
from tests.releases.conftest import Publish
from tests.releases.folders import folder_of
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items


def test_a_line_that_blocks_names_itself_and_needs_a_reason(
    done: Cast, publish: Publish
) -> None:
    revision = QuestionRevision.objects.filter(
        question__item__project=done.project
    ).earliest("pk")
    revision.options[5] = revision.options[0]
    revision.save()
    release = create_release(
        project=done.project,
        version="1.0.0",
        actor=done.actor(done.maintainer),
        overrides={"duplicate_options": "  ", "personal_data": "Invented."},
        note="The first.",
    )
    assert release.job is not None
    job = run_job(release.job.pk)
    assert job.status == JobStatus.FAILED
    assert "Questions with identical options: 1" in job.error
    release.refresh_from_db()
    assert release.status == "failed"
    (line,) = release.blocked
    assert (line["id"], line["overridable"]) == ("duplicate_options", True)
    assert "选项" in line["message"]["zh"]
    # What was typed is there to go on from.
    assert release.asked["overrides"]["personal_data"] == "Invented."
    assert release.note == "The first."
    assert not release.rows.exists()
    again = publish(done, overrides={"duplicate_options": "As printed."})
    assert (again.pk, again.status, again.blocked) == (release.pk, "published", [])


def test_a_reason_lets_a_line_pass_and_is_printed(done: Cast, publish: Publish) -> None:
    revision = QuestionRevision.objects.filter(
        question__item__project=done.project
    ).earliest("pk")
    revision.options[5] = revision.options[0]
    revision.save()
    release = publish(
        done, overrides={"duplicate_options": "Kept as the source printed it."}
    )
    (override,) = release.overrides.all()
    assert override.person == done.maintainer
    card = (folder_of(release) / "README.md").read_text()
    assert "Kept as the source printed it." in card
    assert "identical options: 1" in card


def test_what_was_let_pass_is_said_in_the_benchmarks_language(
    db: None,
    publish: Publish,
) -> None:
    ii_bench = shipped_protocol("ii-bench")
    done = Cast(protocol=ii_bench.model_copy(update={"language": "zh"}))
    finished_items(done, 6)
    revision = QuestionRevision.objects.filter(
        question__item__project=done.project
    ).earliest("pk")
    revision.options[5] = revision.options[0]
    revision.save()
    release = publish(done, overrides={"duplicate_options": "原文如此。"})
    (override,) = release.overrides.all()
    assert "选项" in override.message
    assert override.message in (folder_of(release) / "README.md").read_text()


def test_pages_get_what_was_let_pass_in_their_own_language(
    done: Cast, publish: Publish
) -> None:
    revision = QuestionRevision.objects.filter(
        question__item__project=done.project
    ).earliest("pk")
    revision.options[5] = revision.options[0]
    revision.save()
    publish(done, overrides={"duplicate_options": "As printed."})
    at = f"/api/projects/{done.project.slug}/releases/1.0.0/"
    (override,) = browser(done.maintainer).get(at).json()["overrides"]
    assert override["message"] == {
        "en": "Questions with identical options: 1.",
        "zh": "含有重复选项的题目：1。",
    }


def test_some_lines_pass_for_no_reason(cast: Cast) -> None:
    release = create_release(
        project=cast.project,
        version="1.0.0",
        actor=cast.actor(cast.maintainer),
        overrides={"validated": "We are in a hurry."},
    )
    with pytest.raises(InvalidInputError, match="No items are validated"):
        build_release(release_id=release.pk, progress=lambda done, total: None)
    release.refresh_from_db()
    assert [line["id"] for line in release.blocked] == ["validated"]


def test_an_unknown_line_is_an_error(done: Cast) -> None:
    with pytest.raises(InvalidInputError) as refused:
        create_release(
            project=done.project,
            version="1.0.0",
            actor=done.actor(done.maintainer),
            overrides={"nonsense": "x"},
        )
    assert refused.value.fields[0].field == "overrides.nonsense"
