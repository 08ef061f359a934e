"""Aspect ratio from the protocol to a released data card, through public surfaces.

Run by ``test_stage_guide.py`` in a process where the stage of the guide is installed.
"""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from core.jobs import run_job
from core.models import Job, JobStatus
from core.services import Actor
from curation.filters.services.requests import begin_filters
from curation.images.models import Image
from projects.protocol_versions.services.changes import change_protocol
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.curation.drawn_images import draw, encoded, folder_of
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items

BENCH = "/api/projects/bench/"
STAGE = f"{BENCH}stages/aspect_ratio/"

pytestmark = pytest.mark.django_db(transaction=True)


def protocol(**stages: Any) -> Protocol:
    document = shipped_protocol("ii-bench").model_dump(mode="json")
    document["curation"] |= stages
    return Protocol.model_validate(document)


@pytest.fixture
def cast() -> Cast:
    return Cast(protocol=protocol(aspect_ratio={"maximum": 4}))


@pytest.fixture
def client(cast: Cast, tmp_path: Path) -> APIClient:
    files = {
        "scene.png": encoded(draw(1, (320, 240))),
        "banner.png": encoded(draw(2, (800, 160))),
        "strip.png": encoded(draw(3, (120, 360))),
    }
    folder = str(folder_of(tmp_path / "raw", files))
    command(
        "images_import",
        "bench",
        folder,
        "--source=Drawn",
        "--licence=CC0-1.0",
        "--rights=redistribute",
    )
    filtered(cast)
    return browser(cast.organizer)


def filtered(cast: Cast) -> None:
    begin_filters(project=cast.project, actor=Actor.system())
    finish_jobs()


def finish_jobs() -> None:
    """Run every job, those included that other jobs queue."""
    while job := Job.objects.filter(status=JobStatus.QUEUED).first():
        done = run_job(job.pk)
        assert done.status == JobStatus.FINISHED, done.error


def states() -> dict[str, str]:
    return dict(Image.objects.values_list("original_path", "status"))


def command(called: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command(called, *arguments, stdout=out)
    return out.getvalue()


def test_it_is_in_the_protocol_and_its_form(cast: Cast) -> None:
    offer = browser(cast.maintainer).get(f"{BENCH}protocol/offer/").data
    curation = offer["schema"]["$defs"]["CurationRules"]["properties"]
    assert curation["aspect_ratio"]["anyOf"][1] == {"type": "null"}
    rules = offer["schema"]["$defs"]["AspectRatioRules"]["properties"]
    assert rules["maximum"]["minimum"] == 1
    stages = {
        one["id"]: one for one in browser(cast.organizer).get(f"{BENCH}stages/").data
    }
    assert list(stages)[-1] == "screening"
    assert stages["aspect_ratio"]["is_on"]
    assert stages["aspect_ratio"]["texts"]["title"]["zh"] == "长宽比"


def test_it_excludes_with_a_reason_and_restores(cast: Cast, client: APIClient) -> None:
    assert states() == {
        "scene.png": "in_screening",
        "banner.png": "extreme_ratio",
        "strip.png": "in_screening",
    }
    (row,) = client.get(f"{BENCH}exclusions/?stage=aspect_ratio").data["results"]
    why = row["exclusion"]
    assert (why["rule"], why["value"], why["threshold"]) == ("ratio", 5, 4)
    restored = client.post(
        f"{BENCH}images/{row['id']}/restore/", {"reason": "It is one picture."}
    )
    assert restored.data["overridden_stages"] == ["aspect_ratio"]
    filtered(cast)
    assert states()["banner.png"] == "in_screening"


def test_its_threshold_is_tried_and_applied(client: APIClient) -> None:
    histogram = client.get(f"{STAGE}histogram/").data
    assert (histogram["measured"], histogram["threshold"]) == (3, 4)
    effects = client.get(f"{STAGE}effects/?threshold=2").data
    assert (effects["back"], effects["go"]) == (0, 1)
    assert [one["original_path"] for one in effects["passing"]] == ["scene.png"]
    refused = client.post(f"{STAGE}apply/", {"threshold": 0.5, "reason": "x"})
    assert [one["field"] for one in refused.data["errors"]] == ["threshold"]
    applied = client.post(f"{STAGE}apply/", {"threshold": 6, "reason": "Banners stay."})
    assert applied.data["counts"]["restored"] == 1
    # Stages after it measure the restored image first.
    finish_jobs()
    assert states()["banner.png"] == "in_screening"
    client.post(f"{STAGE}apply/", {"threshold": 2.5, "reason": "No strips."})
    finish_jobs()
    assert states()["strip.png"] == "extreme_ratio"


def test_report_and_export_speak_of_it(client: APIClient) -> None:
    report = client.get(f"{BENCH}funnel/report/").data
    names = [stage["name"] for stage in report["stages"]]
    number = names.index("aspect_ratio") + 1
    assert number < len(names)
    english = command("curation_report", "bench", "--format=paragraph")
    removed = "aspect ratio, 1 of 3 images was removed as banners or strips"
    assert f"In stage {number}, {removed}" in english
    assert "(longer side more than 4 times the shorter one)." in english
    chinese = command("curation_report", "bench", "--format=paragraph", "--language=zh")
    assert f"第 {number} 阶段为长宽比：从 3 张中排除 1 张过长的图像" in chinese
    table = csv.DictReader(
        io.StringIO(command("curation_export", "bench", "--format=csv"))
    )
    rows = {row["original_path"]: row for row in table}
    assert float(rows["banner.png"]["aspect_ratio"]) == 5
    assert "above 4" in rows["banner.png"]["reason"]


def test_a_protocol_without_it_restores_what_it_excluded(
    cast: Cast, client: APIClient
) -> None:
    change_protocol(
        project=cast.project,
        protocol=protocol(),
        actor=cast.actor(cast.maintainer),
        note="",
    )
    filtered(cast)
    assert states()["banner.png"] == "in_screening"
    assert client.get(f"{STAGE}histogram/").status_code == 409


def test_a_data_card_names_what_it_removed(cast: Cast, tmp_path: Path) -> None:
    finished_items(cast, 8)
    overrides = [
        f"--override={check}=A test of one sentence."
        for check in ("released_before", "agreement")
    ]
    json.loads(command("release_cut", "bench", "1.0.0", "--wait", "--json", *overrides))
    command("release_export", "bench", "1.0.0", str(tmp_path / "out"))
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert "banners and strips (longer side more than 4 times the shorter)" in card
