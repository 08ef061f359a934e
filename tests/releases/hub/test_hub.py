"""Publishing on the Hugging Face Hub, against a local server."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import huggingface_hub.constants
import pytest
from django.core.management import CommandError, call_command

from core.jobs import run_job
from core.models import Job
from releases.records.models import Release
from tests.releases.conftest import Publish
from tests.releases.folders import folder_of
from tests.support.cast import Cast, browser
from tests.support.hub_server import HubServer, hub_server

pytestmark = pytest.mark.django_db

PATH = "/api/projects/bench/releases/1.0.0/hub/"


@pytest.fixture
def hub(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    # Xet needs a content store of its own; without it, the same call uses Git LFS.
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    with hub_server() as server:
        settings.HUB_ENDPOINT, settings.HUB_TOKEN = server.address, server.token
        yield server


def publish_to_hub(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("release_publish", "bench", *arguments, "--json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def files_of(release: Release) -> dict[str, bytes]:
    folder = folder_of(release)
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_command_uploads_every_file_and_tags_the_version(
    done: Cast, publish: Publish, hub: HubServer
) -> None:
    release = publish(done)
    found = publish_to_hub("1.0.0", "team/bench", "--visibility", "gated")
    repo = hub.repos["team/bench"]
    assert repo["files"] == files_of(release)
    assert repo["tags"] == {"1.0.0": files_of(release)}
    assert repo["commits"] == ["Release 1.0.0"]
    assert repo["settings"]["gated"] == "auto"
    assert found["url"] == f"{hub.address}/datasets/team/bench/tree/1.0.0"
    assert found["files"] == len(repo["files"])


def test_an_interrupted_upload_resumes(
    done: Cast, publish: Publish, hub: HubServer
) -> None:
    publish(done)
    hub.breaks_after = 2
    with pytest.raises(CommandError, match="The Hub did not accept the release"):
        publish_to_hub("1.0.0", "team/bench")
    assert not hub.repos["team/bench"]["tags"]
    hub.breaks_after = None
    publish_to_hub("1.0.0", "team/bench")
    assert set(hub.repos["team/bench"]["tags"]) == {"1.0.0"}
    assert len(hub.uploads) == len(set(hub.uploads))
    # Published once more, nothing large is sent.
    sent = len(hub.uploads)
    publish_to_hub("1.0.0", "team/bench")
    assert len(hub.uploads) == sent


def test_a_dry_run_lists_every_file_and_sends_nothing(
    done: Cast, publish: Publish, hub: HubServer, settings: Any
) -> None:
    settings.HUB_TOKEN = ""
    release = publish(done)
    found = publish_to_hub("1.0.0", "team/bench", "--dry-run")
    assert {file["path"]: file["bytes"] for file in found["files"]} == {
        path: len(content) for path, content in files_of(release).items()
    }
    assert found["bytes"] == sum(file["bytes"] for file in found["files"])
    assert hub.repos == {}


def test_maintainers_publish_from_the_page_and_nobody_reads_the_token(
    done: Cast,
    publish: Publish,
    hub: HubServer,
    django_capture_on_commit_callbacks: Any,
) -> None:
    publish(done)
    body = {"repo": "team/bench", "visibility": "private"}
    organizer, maintainer = browser(done.organizer), browser(done.maintainer)
    assert organizer.post(PATH, body, format="json").status_code == 403
    assert maintainer.get(PATH).json() | {"job": None} == {
        "configured": True,
        "simulated": False,
        "repo": "",
        "visibility": "private",
        "job": None,
    }
    answer = maintainer.post(PATH, body, format="json")
    assert answer.status_code == 202
    run_job(answer.json()["job"]["id"])
    seen = maintainer.get(PATH)
    assert seen.json()["job"]["status"] == "finished"
    assert seen.json()["job"]["result"]["url"].endswith("team/bench/tree/1.0.0")
    assert seen.json()["repo"] == "team/bench"
    assert hub.repos["team/bench"]["settings"]["visibility"] == "private"
    assert hub.token not in seen.content.decode()
    row = Job.objects.get(kind="releases.hub_upload")
    assert hub.token not in f"{row.parameters}{row.result}{row.error}"


def test_a_refused_token_is_an_error_that_does_not_show_it(
    done: Cast, publish: Publish, hub: HubServer, settings: Any
) -> None:
    publish(done)
    settings.HUB_TOKEN = "hf_of_somebody_else"
    with pytest.raises(CommandError, match="did not accept") as refused:
        publish_to_hub("1.0.0", "team/bench")
    assert "hf_of_somebody_else" not in str(refused.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("simulated", "simulated people"),
        ("token", "SUBTEXT_HUB_TOKEN"),
        ("yanked", "was not withdrawn"),
        ("repo", "is not the id of a dataset"),
    ],
)
def test_what_is_not_published(
    change: str,
    message: str,
    done: Cast,
    publish: Publish,
    hub: HubServer,
    settings: Any,
    tmp_path: Path,
) -> None:
    release = publish(done)
    repo = "team/bench"
    if change == "simulated":
        release.facts = {**release.facts, "simulated_items": 2}
        release.save(update_fields=["facts"])
    elif change == "token":
        settings.HUB_TOKEN = ""
    elif change == "yanked":
        call = browser(done.maintainer).post(
            "/api/projects/bench/releases/1.0.0/yank/", {"reason": "Faulty."}
        )
        assert call.status_code == 200
    else:
        repo = "../bench"
    with pytest.raises(CommandError, match=message):
        publish_to_hub("1.0.0", repo)
    assert hub.repos == {}


def test_private_answers_stay_here(
    done: Cast, publish: Publish, hub: HubServer
) -> None:
    publish(done, private=["test"])
    publish_to_hub("1.0.0", "team/bench")
    files = hub.repos["team/bench"]["files"]
    assert "commitments.json" in files
    lines = files["questions/test.jsonl"].decode().splitlines()
    assert {json.loads(line)["answer"] for line in lines} == {None}
