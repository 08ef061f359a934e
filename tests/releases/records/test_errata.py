"""What is said of a release that is out, and what the next one makes of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotation.items.models.questions import QuestionRevision
from core.errors import ConflictError, InvalidInputError, NotAllowedError
from core.jobs import run_job
from core.models import JobStatus
from curation.images.models import Image
from evaluation.dispatch.services.runs import run_in_this_process
from evaluation.runs.models.runs import Run
from releases.building.services.creation import create_release
from releases.content.domain.frozen import item_from_payload
from releases.gate.selectors.checks import check_gate
from releases.gate.services import run_gate_check
from releases.layouts.domain.verify import verify_release
from releases.records.models import Release
from releases.records.selectors.releases import get_release, hidden_answers
from releases.records.services.errata import add_erratum
from releases.takedown.selectors import TakedownTarget
from releases.takedown.services import take_down_release
from review.adjudication.models import Case
from tests.releases.conftest import Publish
from tests.releases.folders import folder_of
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/releases/"


def first_question(release: Release) -> str:
    return item_from_payload(release.rows.earliest("key").payload).questions[0].id


def taken_down(cast: Cast, release: Release) -> tuple[Image, Release]:
    """The picture of an item in test, and the version without it."""
    row = release.rows.filter(split="test").earliest("key")
    image = Image.objects.get(place__item=row.item_id)
    made = take_down_release(
        project=cast.project,
        target=TakedownTarget(image=image),
        actor=cast.actor(cast.maintainer),
        reason="The artist asked for it.",
        version=release.version,
    )
    assert made is not None
    assert made.job is not None
    assert run_job(made.job.pk).status == JobStatus.FINISHED
    return image, get_release(cast.project, made.version)


def test_an_erratum_is_kept_and_told_in_the_next_change_log(
    done: Cast, publish: Publish
) -> None:
    first = publish(done)
    before = first.manifest_sha256
    add_erratum(
        release=first,
        text="Two options can be defended.",
        question=first_question(first),
        actor=done.actor(done.organizer),
    )
    assert verify_release(folder_of(first), sha256=before).is_intact
    second = publish(done, "1.0.1", note="An erratum.")
    log = (folder_of(second) / "CHANGELOG.md").read_text()
    assert "An erratum." in log
    assert (
        f"* Erratum ({first_question(first)}), organizer: Two options can be defended."
        in log
    )


def test_annotators_do_not_read_errata(done: Cast, publish: Publish) -> None:
    # They may yet have to answer the question that an erratum tells the key of.
    add_erratum(
        release=publish(done), text="It is B.", actor=done.actor(done.organizer)
    )
    for path in ("", "1.0.0/"):
        assert "It is B." not in str(
            browser(done.annotators[0]).get(BASE + path).json()
        )
        assert "It is B." in str(browser(done.organizer).get(BASE + path).json())


def test_errata_need_a_text_a_known_question_and_a_role(
    done: Cast, publish: Publish
) -> None:
    release = publish(done)
    actor = done.actor(done.organizer)
    with pytest.raises(InvalidInputError) as refused:
        add_erratum(release=release, text=" ", question="q-none", actor=actor)
    assert [problem.field for problem in refused.value.fields] == ["text", "question"]
    with pytest.raises(NotAllowedError):
        add_erratum(
            release=release, text="Wrong.", actor=done.actor(done.annotators[0])
        )
    cut = create_release(
        project=done.project, version="1.0.1", actor=done.actor(done.maintainer)
    )
    with pytest.raises(ConflictError):
        add_erratum(release=cut, text="Wrong.", actor=actor)


def test_a_takedown_cuts_the_next_version_without_the_image(
    done: Cast, publish: Publish
) -> None:
    first = publish(done)
    image, second = taken_down(done, first)
    assert (second.version, second.status) == ("2.0.0", "published")
    assert second.changes == {"added": 0, "removed": 1, "changed": 0}
    gone = set(first.rows.values_list("key", "split")) - set(
        second.rows.values_list("key", "split")
    )
    assert len(gone) == 1
    image.refresh_from_db()
    assert image.status == "withdrawn"
    folder = folder_of(second)
    for file in folder.rglob("*"):
        if file.is_file() and not file.name.startswith("diff-from-"):
            assert image.published_sha256.encode() not in file.read_bytes(), file
    log = (folder / "CHANGELOG.md").read_text()
    assert "Takedown: The artist asked for it." in log
    assert "maintainer" in log
    diff = json.loads((folder / "diff-from-1.0.0.json").read_text())
    assert [diff["reasons"][key] for key in diff["removed"]] == [
        [
            {
                "role": "maintainer",
                "action": "takedown",
                "reason": "The artist asked for it.",
            }
        ]
    ]


def test_what_holds_a_image_that_was_taken_down_is_not_given_out(
    done: Cast, publish: Publish
) -> None:
    first = publish(done)
    before = first.manifest_sha256
    _, second = taken_down(done, first)
    client = browser(done.maintainer)
    shown = client.get(f"{BASE}1.0.0/").json()
    assert (shown["status"], shown["given_out"]) == ("yanked", False)
    assert [one["kind"] for one in shown["notices"]] == ["takedown"]
    for path in ("download/", "files/README.md"):
        answer = client.get(f"{BASE}1.0.0/{path}")
        assert answer.status_code == 404
        assert "taken down" in answer.json()["detail"]
    assert client.get(f"{BASE}{second.version}/download/").status_code == 200
    # The record itself is as it was.
    assert verify_release(folder_of(first), sha256=before).is_intact


def test_a_takedown_waits_for_nothing_in_the_project(
    done: Cast, publish: Publish
) -> None:
    first = publish(done)
    case = Case.objects.filter(project=done.project).latest("pk")
    Case.objects.filter(pk=case.pk).update(status="to_adjudicate")
    case.record["texts"]["explanation"] = "Half rewritten."
    case.save(update_fields=["record"])
    assert check_gate(done.project).blocking_lines
    _, second = taken_down(done, first)
    payloads = dict(first.rows.values_list("key", "digest"))
    for key, digest in second.rows.values_list("key", "digest"):
        assert payloads[key] == digest


def test_what_was_never_released_cannot_be_taken_down(done: Cast) -> None:
    image = Image.objects.filter(project=done.project).earliest("pk")
    with pytest.raises(InvalidInputError) as refused:
        take_down_release(
            project=done.project,
            target=TakedownTarget(image=image),
            actor=done.actor(done.maintainer),
            reason="",
            version="",
        )
    assert [problem.field for problem in refused.value.fields] == ["image", "reason"]
    with pytest.raises(NotAllowedError):
        take_down_release(
            project=done.project,
            target=TakedownTarget(image=image),
            actor=done.actor(done.organizer),
            reason="Asked for.",
            version="1.0.0",
        )


def test_private_keys_are_scored_here_and_in_no_file(
    done: Cast, publish: Publish
) -> None:
    release = publish(done, private=["test"])
    hidden = hidden_answers(release)
    lines = (folder_of(release) / "questions/test.jsonl").read_text().splitlines()
    assert {json.loads(line)["id"] for line in lines} == set(hidden)
    assert all(json.loads(line)["answer"] is None for line in lines)
    # Publishing has queued the baselines of the protocol.
    run = Run.objects.get(release=release, backend="random")
    run_in_this_process(run=run)
    run.refresh_from_db()
    assert run.status == "finished"
    assert run.result["scores"]["overall"]["n"] == len(hidden)


def test_a_private_split_stays_private_unless_told_otherwise(
    done: Cast, publish: Publish
) -> None:
    assert publish(done, private=["test"]).private == ["test"]
    run_gate_check(project=done.project)
    shown = browser(done.organizer).get(f"{BASE}gate/").json()["splits"]
    assert [one["split"] for one in shown if one["private"]] == ["test"]
    assert publish(done, "1.0.1").private == ["test"]
    assert publish(done, "1.0.2", private=[]).private == []
    assert publish(done, "1.0.3").private == []


def test_only_what_may_be_private_can_be(done: Cast) -> None:
    for splits in (["dev"], ["nowhere"]):
        with pytest.raises(InvalidInputError) as refused:
            create_release(
                project=done.project,
                version="1.0.0",
                actor=done.actor(done.maintainer),
                private=splits,
            )
        assert refused.value.fields[0].field == "private"


def test_answers_are_for_maintainers_and_prove_themselves(
    done: Cast, publish: Publish, tmp_path: Path
) -> None:
    publish(done, private=["test"])
    address = f"{BASE}1.0.0/answers/"
    assert browser(done.organizer).get(address).status_code == 403
    answer = browser(done.maintainer).get(address)
    data = json.loads(answer.content)
    assert data["release"] == get_release(done.project, "1.0.0").manifest_sha256
    publish(done, "1.0.1", private=[])
    answer = browser(done.maintainer).get(f"{BASE}1.0.1/answers/")
    assert answer.status_code == 404


def test_a_change_says_why_and_in_which_role(done: Cast, publish: Publish) -> None:
    first = publish(done)
    case = Case.objects.filter(project=done.project).earliest("pk")
    key = first.rows.get(item=case.item_id).key
    first_question = {"question__item": case.item_id, "question__position": 0}
    QuestionRevision.objects.filter(**first_question).update(stem="Better?")
    uid = item_from_payload(first.rows.get(key=key).payload).questions[0].id
    add_erratum(
        release=first,
        text="The stem was unclear.",
        question=uid,
        actor=done.actor(done.organizer),
    )
    publish(done, "2.0.0")
    body = browser(done.organizer).get(f"{BASE}2.0.0/diff/").json()
    assert body["reasons"] == [
        {
            "key": key,
            "role": "organizer",
            "action": "erratum",
            "reason": "The stem was unclear.",
        }
    ]
    (item,) = body["changed"]
    assert {change["what"] for change in item["changes"]} == {"stem"}


@pytest.mark.parametrize(
    ("path", "body", "allowed"),
    [
        ("1.0.0/errata/", {"text": "Wrong."}, "organizer"),
        (
            "takedown/",
            {"image": 0, "reason": "Asked for.", "version": "1.0.0"},
            "maintainer",
        ),
    ],
)
def test_who_may_say_so(
    done: Cast,
    publish: Publish,
    path: str,
    body: dict[str, Any],
    allowed: str,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    publish(done)
    image = Image.objects.filter(project=done.project).earliest("pk")
    body = {**body, **({"image": image.pk} if "image" in body else {})}
    assert browser(done.stranger).post(BASE + path, body).status_code == 404
    assert browser(done.annotators[0]).post(BASE + path, body).status_code == 403
    organizer = browser(done.organizer)
    if allowed == "maintainer":
        assert organizer.post(BASE + path, body).status_code == 403
        with django_capture_on_commit_callbacks(execute=True):
            answer = browser(done.maintainer).post(BASE + path, body)
        assert (answer.status_code, answer.json()["version"]) == (201, "2.0.0")
    else:
        answer = organizer.post(BASE + path, body)
        assert answer.status_code == 201
        assert [one["role"] for one in answer.json()["notices"]] == ["organizer"]
