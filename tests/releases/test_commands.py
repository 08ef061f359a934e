import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from curation.images.models import Image
from releases.records.selectors.releases import get_release
from review.adjudication.domain.case_states import TO_ADJUDICATE
from review.adjudication.models import Case
from tests.releases.conftest import Publish
from tests.releases.takedown.test_takedowns import one_image
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db


def said(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command(*arguments, "--json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_cut_export_verify(done: Cast, tmp_path: Path) -> None:
    cut = said("release_cut", "bench", "1.0.0", "--wait")
    assert (cut["version"], cut["status"], cut["questions"]) == (
        "1.0.0",
        "published",
        12,
    )
    folder = tmp_path / "bench-1.0.0"
    exported = said("release_export", "bench", "1.0.0", str(folder))
    assert exported["sha256"] == cut["sha256"]
    verified = said("release_verify", str(folder), "--sha256", cut["sha256"])
    assert verified == {
        "ok": True,
        "version": "1.0.0",
        "sha256": cut["sha256"],
        "files": exported["files"],
        "problems": [],
        "bytecode": [],
        "answers": [],
    }


def test_a_tampered_folder_is_named_and_fails(done: Cast, tmp_path: Path) -> None:
    said("release_cut", "bench", "1.0.0", "--wait")
    said("release_export", "bench", "1.0.0", str(tmp_path / "out"))
    (tmp_path / "out/LICENSES.csv").write_text("all mine")
    out = StringIO()
    with pytest.raises(CommandError, match="not as published"):
        call_command("release_verify", str(tmp_path / "out"), "--json", stdout=out)
    found = json.loads(out.getvalue())
    assert found["ok"] is False
    assert {problem["path"] for problem in found["problems"]} == {"LICENSES.csv"}


def test_a_closed_gate_is_one_sentence(cast: Cast) -> None:
    with pytest.raises(CommandError, match="No items are validated yet"):
        call_command("release_cut", "bench", "1.0.0", "--wait")


def test_an_override_is_line_and_reason(done: Cast) -> None:
    with pytest.raises(CommandError, match="CHECK=REASON"):
        call_command("release_cut", "bench", "1.0.0", "--override", "rounds")


def test_what_is_not_there_is_said_so(cast: Cast, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no project"):
        call_command("release_cut", "nowhere", "1.0.0")
    with pytest.raises(CommandError, match=r"no release 1\.0\.0"):
        call_command("release_export", "bench", "1.0.0", str(tmp_path / "out"))
    with pytest.raises(CommandError, match="not as published"):
        call_command("release_verify", str(tmp_path / "out"))


def test_the_gate_says_what_blocks_and_fails(done: Cast) -> None:
    open_ = said("release_gate", "bench")
    assert (open_["version"], open_["open"], open_["items"]) == ("1.0.0", True, 6)
    case = Case.objects.filter(project=done.project).latest("pk")
    Case.objects.filter(pk=case.pk).update(status=TO_ADJUDICATE)
    out = StringIO()
    with pytest.raises(CommandError, match="blocked by: disputes"):
        call_command("release_gate", "bench", "--json", stdout=out)
    lines = {line["id"]: line for line in json.loads(out.getvalue())["lines"]}
    assert lines["disputes"]["cases"] == [case.pk]


def test_private_keys_are_given_later_and_verified(done: Cast, tmp_path: Path) -> None:
    said("release_cut", "bench", "1.0.0", "--private", "test", "--wait")
    folder, answers = tmp_path / "out", tmp_path / "answers.json"
    said("release_export", "bench", "1.0.0", str(folder))
    said("release_answers", "bench", "1.0.0", str(answers))
    assert said("release_verify", str(folder), "--answers", str(answers))["ok"]
    data = json.loads(answers.read_text())
    data["answers"][0]["correct_option"] = "Something else"
    answers.write_text(json.dumps(data))
    with pytest.raises(CommandError, match="does not match the commitments"):
        said("release_verify", str(folder), "--answers", str(answers))
    with pytest.raises(CommandError, match="exists"):
        said("release_answers", "bench", "1.0.0", str(answers))


def test_one_image_is_taken_down_by_command(done: Cast) -> None:
    said("release_cut", "bench", "1.0.0", "--wait")
    image = Image.objects.filter(project=done.project).earliest("pk")
    found = said(
        "release_takedown",
        "bench",
        str(image.pk),
        "--reason",
        "Asked for.",
        "--confirm",
        "1.0.0",
        "--wait",
    )
    assert found == {"version": "2.0.0", "status": "published"}


@pytest.mark.django_db(transaction=True)
def test_a_takedown_says_what_follows_first(done: Cast, publish: Publish) -> None:
    publish(done)
    image = one_image(publish(done, "1.0.1"))
    arguments = ("release_takedown", "bench", str(image.pk), "--reason", "Asked for.")
    with pytest.raises(CommandError, match=r"1\.0\.0, 1\.0\.1.*--confirm 1\.0\.1"):
        call_command(*arguments)
    image.refresh_from_db()
    assert image.status == "accepted"

    out = StringIO()
    call_command(*arguments, "--preview", "--wait", "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"version": "2.0.0", "status": "previewed"}
    call_command(*arguments, "--confirm", "1.0.1", "--wait", stdout=out)
    assert get_release(done.project, "2.0.0").status == "published"
