"""Work of simulated people is marked, and is never released as that of people."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from core.jobs import run_job
from core.models import JobStatus
from projects.models import User
from releases.records.models import Release
from subtext_protocol.shipped import shipped_protocol
from tests.releases.samples import frozen_release, written
from tests.support.cast import Cast, browser

REASON = {"simulated": "A demonstration."}


def simulate(person: User) -> None:
    """Turn a person of the cast into one of a crew."""
    User.objects.filter(pk=person.pk).update(is_simulated=True)


def cut(cast: Cast, **body: object) -> Release:
    """Ask for 1.0.0 as the page does and wait for its end."""
    answer = browser(cast.maintainer).post(
        f"/api/projects/{cast.project.slug}/releases/cut/",
        {"version": "1.0.0", **body},
        format="json",
    )
    assert answer.status_code == 201, answer.data
    release = Release.objects.get(project=cast.project, version="1.0.0")
    assert release.job is not None
    run_job(release.job.pk)
    release.refresh_from_db()
    return release


@pytest.mark.django_db(transaction=True)
def test_a_release_with_simulated_work_needs_a_reason_and_says_so(done: Cast) -> None:
    simulate(done.organizer)  # who wrote the questions

    blocked = cut(done)
    assert blocked.status == "failed"
    assert [line["id"] for line in blocked.blocked] == ["simulated"]

    release = cut(done, overrides=REASON)
    assert release.job is not None
    assert release.job.status == JobStatus.FINISHED
    client = browser(done.organizer)
    at = f"/api/projects/{done.project.slug}/releases/1.0.0/"
    assert client.get(at).json()["simulated_items"] > 0
    card = b"".join(client.get(f"{at}files/README.md").streaming_content).decode()
    assert card.splitlines()[1].startswith("pretty_name: 'Simulated: ")
    assert f"# Simulated: {done.project.name} 1.0.0" in card
    assert "A demonstration." in card


@pytest.mark.django_db(transaction=True)
def test_a_crew_is_marked_wherever_it_writes(cast: Cast) -> None:
    call_command(
        "crew_simulate", cast.project.slug, people=2, until="screening", json=True
    )

    members = (
        browser(cast.maintainer)
        .get(f"/api/projects/{cast.project.slug}/members/")
        .json()
    )
    crew = {one["username"] for one in members if one["is_simulated"]}
    assert len(crew) == 3
    assert all(username.startswith("crew-") for username in crew)
    for member in members:
        assert member["pseudonym"].startswith("sim-") == member["is_simulated"]


@pytest.mark.parametrize(
    ("protocol", "word"), [("ii-bench", "Simulated"), ("cii-bench", "模拟")]
)
def test_card_and_manifest_begin_with_it(
    tmp_path: Path, protocol: str, word: str
) -> None:
    release = frozen_release(shipped_protocol(protocol), simulated_items=3)
    written(release, tmp_path)

    manifest = (tmp_path / "manifest.json").read_text("utf-8")
    assert manifest.splitlines()[1].strip().startswith(f'"about": "{word}')
    assert word in json.loads(manifest)["about"]
    card = (tmp_path / "README.md").read_text("utf-8")
    assert f"\n> {word}" in card


def test_a_release_by_people_says_nothing_of_it(tmp_path: Path) -> None:
    written(frozen_release(shipped_protocol("ii-bench")), tmp_path)

    for file in ("manifest.json", "README.md"):
        assert "imulated" not in (tmp_path / file).read_text("utf-8")
