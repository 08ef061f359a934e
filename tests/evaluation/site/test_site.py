"""The static site of a release."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from core.jobs import run_job
from core.models import JobStatus
from curation.images.models import Image, Rights, Source
from evaluation.dispatch.services.runs import run_in_this_process
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import released_questions
from projects.models import User
from releases.building.services.creation import create_release
from releases.records.models import Release
from releases.records.services.errata import add_erratum
from releases.takedown.selectors import TakedownTarget
from releases.takedown.services import take_down_release
from tests.evaluation.ordering import cut_release, ordered
from tests.evaluation.scoring import key, right_on, scored
from tests.releases.hub_schemas import validate
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db

PAGES = ("index.html", "index.zh.html", "examples.html", "examples.zh.html")


@pytest.fixture
def cast(db: None) -> Cast:
    """A project without a release."""
    return Cast()


@pytest.fixture
def release(cast: Cast) -> Release:
    """A release of this test alone: some delete files or publish again."""
    return cut_release(cast, items=6)


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.found.add(value)
            if name == "id" and value:
                self.ids.add(value)


def site(release: Release, folder: Path, **options: Any) -> Path:
    call_command(
        "release_site", release.project.slug, release.version, str(folder), **options
    )
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_site_is_whole_and_the_same_again(release: Release, tmp_path: Path) -> None:
    scored(release, key, model="good")
    first = content(site(release, tmp_path / "first"))
    assert first == content(site(release, tmp_path / "second"))
    for name in PAGES:
        links = _Links()
        links.feed(first[name].decode())
        for link in links.found:
            if link.startswith("#"):
                assert link[1:] in links.ids, link
            elif not link.startswith("https://"):
                assert link in first, f"{name}: {link}"
        assert release.manifest_sha256.encode() in first[name]
        assert str(tmp_path).encode() not in first[name]
    assert "排行榜" in first["index.zh.html"].decode()
    assert "Leaderboard" in first["index.html"].decode()


def test_rows_of_the_leaderboard_say_how_sure_they_are(
    release: Release, tmp_path: Path
) -> None:
    ids = sorted(released_questions(release, splits=["test"]))
    scored(release, key, model="good", revision="abc")
    scored(release, right_on(ids[0]), model="weak")
    folder = site(release, tmp_path / "site")
    board = json.loads((folder / "leaderboard.json").read_text("utf-8"))
    assert board["release_sha256"] == release.manifest_sha256
    [only] = board["boards"]
    assert re.fullmatch("[0-9a-f]{64}", only["prompt_sha256"])
    assert only["smallest_difference"] > 0
    good, weak = only["rows"]
    assert (good["model"], good["revision"], good["n"]) == ("good", "abc", len(ids))
    assert good["low"] < good["accuracy"] == 1
    # So few questions cannot tell them apart.
    assert (good["tie"], weak["tie"]) == (1, 1)
    html = (folder / "index.html").read_text("utf-8")
    for text in ("Tie group", "good", "abc", "100.0%", release.manifest_sha256[:12]):
        assert text in html


def test_the_site_of_simulated_work_begins_with_that(
    cast: Cast, tmp_path: Path
) -> None:
    # They wrote and decided on every item.
    User.objects.filter(pk=cast.organizer.pk).update(is_simulated=True)
    finished_items(cast, 6)
    cut = create_release(
        project=cast.project,
        version="1.0.0",
        actor=cast.actor(cast.maintainer),
        overrides={"simulated": "A demonstration."},
    )
    assert cut.job is not None
    run_job(cut.job.pk)
    folder = site(Release.objects.get(pk=cut.pk), tmp_path / "site")
    for page, word in (("index.html", "Simulated"), ("index.zh.html", "模拟")):
        html = (folder / page).read_text("utf-8")
        heading = re.search("<h1>(.*)</h1>", html)
        notice = re.search('<p class="notice">(.*)</p>', html)
        assert heading is not None, page
        assert notice is not None, page
        # The benchmark's own name is in its own language.
        assert heading[1].startswith("Simulated: "), page
        assert notice[1].startswith(word), page


def test_the_hub_gets_the_results_of_each_model(
    release: Release, tmp_path: Path
) -> None:
    scored(release, key, model="team/good")
    scored(release, key, model="../../evil")
    folder = site(release, tmp_path / "site", hub="team/bench")
    file = folder / "hub/team/good/.eval_results/bench.yaml"
    results = yaml.safe_load(file.read_text("utf-8"))
    validate(results, "eval_results")
    assert results[0]["value"] == 100.0
    assert results[0]["dataset"] == {
        "id": "team/bench",
        "task_id": "bench_test",
        "revision": "1.0.0",
    }
    html = (folder / "index.html").read_text("utf-8")
    assert "https://huggingface.co/datasets/team/bench/tree/1.0.0/data" in html
    assert len(list((folder / "hub").rglob("*.yaml"))) == 2
    assert not list(tmp_path.glob("**/evil.yaml"))
    with pytest.raises(CommandError, match="is not the id of a dataset"):
        site(release, tmp_path / "other", hub="bench")


def cut(cast: Cast, **options: Any) -> Release:
    release = create_release(
        project=cast.project,
        version="1.0.0",
        actor=cast.actor(cast.maintainer),
        **options,
    )
    assert release.job is not None
    run_job(release.job.pk)
    return Release.objects.get(pk=release.pk)


def test_images_that_may_not_be_redistributed_stay_away(
    cast: Cast, tmp_path: Path
) -> None:
    finished_items(cast, 3)
    Source.objects.update(rights=Rights.ADDRESS_ONLY)
    folder = site(cut(cast), tmp_path / "site")
    assert (folder / "index.html").is_file()
    assert json.loads((folder / "examples.json").read_text("utf-8")) == []
    assert not (folder / "images").exists()


def test_questions_of_private_splits_are_no_examples(
    cast: Cast, tmp_path: Path
) -> None:
    finished_items(cast, 6)
    release = cut(cast, private=["test"])
    private = {question.id for question in released_questions(release).values()} - {
        question.id
        for question in released_questions(release).values()
        if question.split != "test"
    }
    assert private
    folder = site(release, tmp_path / "site")
    shown = json.loads((folder / "examples.json").read_text("utf-8"))
    assert shown
    assert any((folder / "images").iterdir())
    assert private.isdisjoint(example["id"] for example in shown)


def test_the_site_is_a_download(cast: Cast, release: Release) -> None:
    path = f"/api/projects/{cast.project.slug}/evaluation/site/1.0.0/"
    client = browser(cast.organizer)
    assert client.get(path).data == {"job": None}
    assert client.get(f"{path}zip/").status_code == 404
    archives = []
    for _again in range(2):
        begun = client.post(path)
        assert begun.status_code == 202
        assert run_job(begun.data["job"]["id"]).status == JobStatus.FINISHED
        archives.append(b"".join(client.get(f"{path}zip/").streaming_content))
    # The same scores give the same bytes; only the last archive is kept.
    assert archives[0] == archives[1]
    assert client.get(path).data["job"]["result"]["bytes"] == len(archives[1])
    _folders, kept = default_storage.listdir(f"sites/{cast.project.pk}")
    assert len(kept) == 1
    with zipfile.ZipFile(io.BytesIO(archives[1])) as archive:
        assert set(PAGES) <= set(archive.namelist())
    annotator = browser(cast.annotators[0])
    for refused in (annotator.get(path), annotator.post(path)):
        assert refused.status_code == 403
    assert annotator.get(f"{path}zip/").status_code == 403


def archives(folder: str) -> set[str]:
    """Return the names of the files in a folder, which other tests use, too."""
    exists = default_storage.exists(folder)
    return set(default_storage.listdir(folder)[1]) if exists else set()


def test_a_takedown_deletes_the_site(
    cast: Cast, release: Release, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    path = f"/api/projects/{cast.project.slug}/evaluation/site/1.0.0/"
    client = browser(cast.maintainer)
    folder = f"sites/{cast.project.pk}"
    before = archives(folder)
    run_job(client.post(path).data["job"]["id"])
    assert len(archives(folder) - before) == 1
    image = Image.objects.filter(place__item__in=release.rows.values("item")).first()
    assert image is not None
    with django_capture_on_commit_callbacks(execute=True):
        take_down_release(
            project=cast.project,
            target=TakedownTarget(image=image),
            actor=cast.actor(cast.maintainer),
            reason="The author asked for it.",
            version="1.0.0",
        )
    assert archives(folder) == before
    assert client.get(f"{path}zip/").status_code == 404


def test_what_changed_is_listed_row_by_row(
    cast: Cast, release: Release, tmp_path: Path
) -> None:
    add_erratum(
        release=release, actor=cast.actor(cast.maintainer), text="One key was wrong."
    )
    later = cut_release(cast, items=2, version="1.1.0")
    folder = site(later, tmp_path / "later")
    changes = json.loads((folder / "changes.json").read_text("utf-8"))
    assert [change["what"] for change in changes] == ["Item added", "Item added"]
    earlier = site(release, tmp_path / "earlier")
    assert "One key was wrong." in (earlier / "index.html").read_text("utf-8")


def test_the_funnel_stays_as_it_was_at_the_release(
    cast: Cast, release: Release, tmp_path: Path
) -> None:
    before = site(release, tmp_path / "before") / "index.html"
    finished_items(cast, 4)
    after = site(release, tmp_path / "after") / "index.html"
    rows = re.findall(
        r'<th scope="row">Exact duplicates</th>(.*)</tr>', after.read_text()
    )
    assert [re.findall(r"[\d,]+", row) for row in rows] == [["6", "0", "6"]]
    assert after.read_bytes() == before.read_bytes()


def test_baselines_have_their_name_in_the_language_of_the_page(
    release: Release, tmp_path: Path
) -> None:
    ordered(release, model="Random choice", backend="random", seed=1)
    run_in_this_process(run=Run.objects.get(release=release, seed=1))
    folder = site(release, tmp_path / "site")
    assert "Random choice" in (folder / "index.html").read_text("utf-8")
    chinese = (folder / "index.zh.html").read_text("utf-8")
    assert "随机选择" in chinese
    assert "Random choice" not in chinese
