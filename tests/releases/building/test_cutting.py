import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from annotation.items.models.items import Item
from annotation.items.models.questions import QuestionRevision
from core.errors import ConflictError, InvalidInputError, NotAllowedError, NotFoundError
from core.jobs import JobLostError, run_job
from core.models import JobStatus
from core.selectors import list_entries_of_object
from curation.images.models import Image
from releases.building.services.creation import create_release
from releases.building.services.folders import build_release, export_release
from releases.building.services.freezing import freeze_release, freeze_rows
from releases.layouts.domain.folder import write_release
from releases.layouts.domain.verify import verify_release
from releases.records.models import FrozenRow, Release
from releases.records.selectors.differences import release_difference
from releases.records.selectors.files import release_prefix, release_uri
from releases.records.selectors.releases import (
    frozen_release,
    release_statistics,
    released_count,
)
from releases.records.services.errata import yank_release
from review.adjudication.domain.case_states import IN_VALIDATION
from review.adjudication.models import Case
from review.ports import released_count as asked_through_the_port
from review.progress.selectors.overview import project_overview
from subtext_runner.benchmark import read_benchmark
from tests.releases import samples
from tests.releases.conftest import Publish
from tests.releases.folders import folder_of
from tests.support.cast import Cast
from tests.support.finished import finished_items

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_cut_version_is_published_with_a_whole_folder(
    done: Cast, publish: Publish
) -> None:
    release = publish(done, note="The first.")
    assert release.status == "published"
    assert [entry.action for entry in list_entries_of_object(release)] == [
        "build",
        "publish",
    ]
    found = verify_release(folder_of(release), sha256=release.manifest_sha256)
    assert found.problems == []
    assert release.summary["questions"] == 12
    assert release.summary["licences"] == [{"licence": "CC0-1.0", "images": 6}]
    assert release.published_at is not None


def test_an_evaluation_worker_reads_it_by_its_address(
    done: Cast, publish: Publish
) -> None:
    release = publish(done)
    uri = release_uri(release)
    assert uri.startswith("file:///")
    benchmark = read_benchmark(uri, sha256=release.manifest_sha256)
    assert len(benchmark.questions) == 12
    assert benchmark.read_image(benchmark.questions[0].images[0])


def test_pairs_of_images_with_three_options_are_released_too(
    toy_cast: Cast, publish: Publish
) -> None:
    finished_items(toy_cast, 4)
    release = publish(toy_cast)
    questions = read_benchmark(release_uri(release)).questions
    assert {len(question.images) for question in questions} == {2}
    assert {question.letters for question in questions} == {"ABC"}
    assert {question.split for question in questions} == {"practice", "main"}


def test_what_happens_later_does_not_reach_a_release(
    done: Cast, publish: Publish
) -> None:
    release = publish(done)
    rows = list(FrozenRow.objects.filter(release=release).values_list("digest"))
    case = Case.objects.filter(project=done.project).earliest("pk")
    case.record["labels"]["domain"] = ["art"]
    case.save()
    QuestionRevision.objects.all().update(stem="Changed?")
    again = build_release(release_id=release.pk, progress=lambda done, total: None)
    assert again["sha256"] == release.manifest_sha256
    assert rows == list(FrozenRow.objects.filter(release=release).values_list("digest"))
    assert verify_release(folder_of(release), sha256=release.manifest_sha256).is_intact


def test_the_same_rows_built_again_are_the_same_bytes(
    done: Cast, publish: Publish, tmp_path: Path
) -> None:
    release = publish(done)
    stored = folder_of(release)
    sha256 = write_release(
        frozen_release(release),
        tmp_path,
        read_image=lambda image: (stored / image.path).read_bytes(),
    )
    assert sha256 == release.manifest_sha256
    sums = (tmp_path / "SHA256SUMS").read_bytes()
    assert sums == (stored / "SHA256SUMS").read_bytes()


def test_rows_from_a_database_give_the_bytes_of_what_was_frozen(
    cast: Cast, tmp_path: Path
) -> None:
    # Whatever the database does to JSON, the folder is that of the frozen values.
    frozen = samples.frozen_release(cast.project.protocol)
    item = Item.objects.create(
        project=cast.project, number=1, protocol_version=cast.project.current_protocol
    )
    release = Release.objects.create(
        project=cast.project,
        version=frozen.version,
        name=frozen.name,
        protocol_version=cast.project.current_protocol,
        seed=frozen.seed,
        frozen_at=timezone.now(),
    )
    freeze_rows(
        release, frozen.items, {one.key: item.pk for one in reversed(frozen.items)}
    )
    from_rows = frozen_release(Release.objects.get(pk=release.pk))
    assert samples.written(from_rows, tmp_path / "a") == samples.written(
        frozen, tmp_path / "b"
    )


def test_the_job_freezes_what_is_validated_when_it_judges(done: Cast) -> None:
    release = create_release(
        project=done.project, version="1.0.0", actor=done.actor(done.maintainer)
    )
    assert not release.rows.exists()
    finished_items(done, 1)
    build_release(release_id=release.pk, progress=lambda done, total: None)
    assert release.rows.count() == 7


def test_a_freeze_that_was_killed_begins_again(done: Cast) -> None:
    release = create_release(
        project=done.project, version="1.0.0", actor=done.actor(done.maintainer)
    )

    def killed(done: int, total: int | None) -> None:
        if done > 0:
            raise JobLostError

    with pytest.raises(JobLostError):
        build_release(release_id=release.pk, progress=killed)
    release.refresh_from_db()
    assert (release.status, release.frozen_at) == ("building", None)
    with pytest.raises(NotFoundError, match="not frozen yet"):
        release_statistics(release)
    finished_items(done, 1)
    build_release(release_id=release.pk, progress=lambda done, total: None)
    release.refresh_from_db()
    assert (release.status, release.rows.count()) == ("published", 7)


def test_a_second_release_at_the_same_time_is_a_conflict(done: Cast) -> None:
    actor = done.actor(done.maintainer)
    create_release(project=done.project, version="1.0.0", actor=actor)
    for version in ("1.0.0", "1.1.0"):
        with pytest.raises(ConflictError, match="Another release"):
            create_release(project=done.project, version=version, actor=actor)
    assert Release.objects.count() == 1


def test_making_a_release_asks_no_more_for_more_items(
    done: Cast, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with django_assert_max_num_queries(20):
        create_release(
            project=done.project, version="1.0.0", actor=done.actor(done.maintainer)
        )


def test_versions_only_go_up(done: Cast, publish: Publish) -> None:
    publish(done, "1.1.0")
    for version in ("1.1.0", "1.0.9", "2"):
        with pytest.raises(InvalidInputError) as refused:
            create_release(
                project=done.project,
                version=version,
                actor=done.actor(done.maintainer),
            )
        assert refused.value.fields[0].field == "version"


def test_only_a_maintainer_cuts(done: Cast) -> None:
    with pytest.raises(NotAllowedError):
        create_release(
            project=done.project, version="1.0.0", actor=done.actor(done.organizer)
        )


def test_one_build_at_a_time(done: Cast) -> None:
    actor = done.actor(done.maintainer)
    create_release(project=done.project, version="1.0.0", actor=actor)
    for version in ("1.0.0", "1.0.1"):
        with pytest.raises(ConflictError):
            create_release(project=done.project, version=version, actor=actor)
    assert Release.objects.count() == 1


def test_a_failed_build_says_why_and_can_be_cut_again(
    done: Cast, publish: Publish
) -> None:
    image = Image.objects.filter(project=done.project).earliest("pk")
    with default_storage.open(image.published) as file:
        content = file.read()
    default_storage.delete(image.published)
    release = create_release(
        project=done.project, version="1.0.0", actor=done.actor(done.maintainer)
    )
    assert release.job is not None
    assert run_job(release.job.pk).status == JobStatus.FAILED
    release.refresh_from_db()
    assert release.status == "failed"
    entry = list_entries_of_object(release).last()
    assert entry is not None
    assert "the stored image is missing" in entry.reason
    default_storage.save(image.published, ContentFile(content))
    again = publish(done)
    assert (again.pk, again.status) == (release.pk, "published")
    assert again.rows.count() == 6


def test_a_killed_build_is_taken_up_where_it_was(done: Cast) -> None:
    release = create_release(
        project=done.project, version="1.0.0", actor=done.actor(done.maintainer)
    )

    def killed(done: int, total: int | None) -> None:
        if done > 15:
            raise JobLostError

    with pytest.raises(JobLostError):
        build_release(release_id=release.pk, progress=killed)
    release.refresh_from_db()
    assert release.status == "building"
    prefix = release_prefix(release)
    assert not default_storage.exists(f"{prefix}/manifest.json")
    # Half a file, and one of an earlier try that is no longer part of it.
    default_storage.save(f"{prefix}/README.md", ContentFile(b"half"))
    default_storage.save(f"{prefix}/images/old.png", ContentFile(b"old"))
    build_release(release_id=release.pk, progress=lambda done, total: None)
    release.refresh_from_db()
    assert release.status == "published"
    assert verify_release(folder_of(release), sha256=release.manifest_sha256).is_intact


def test_an_altered_frozen_row_is_not_published(done: Cast) -> None:
    release = create_release(
        project=done.project, version="1.0.0", actor=done.actor(done.maintainer)
    )
    freeze_release(release, lambda done, total: None)
    row = release.rows.earliest("pk")
    row.payload["texts"]["explanation"] = "Slipped in."
    row.save()
    with pytest.raises(InvalidInputError, match="was changed after the release"):
        build_release(release_id=release.pk, progress=lambda done, total: None)


def test_items_stay_in_their_splits_and_the_difference_is_told(
    done: Cast, publish: Publish
) -> None:
    first = publish(done)
    gone = Case.objects.filter(project=done.project).earliest("pk")
    Case.objects.filter(pk=gone.pk).update(status=IN_VALIDATION)
    changed = Case.objects.filter(project=done.project).latest("pk")
    changed.record["labels"]["emotion"] = ["positive"]
    changed.record["texts"]["explanation"] = "Better said."
    changed.save()
    finished_items(done, 8)
    second = publish(done, "2.0.0")
    before = dict(first.rows.values_list("key", "split"))
    after = dict(second.rows.values_list("key", "split"))
    shared = before.keys() & after.keys()
    assert {key: before[key] for key in shared} == {key: after[key] for key in shared}
    found = release_difference(second)
    assert (len(found.added), len(found.removed)) == (8, 1)
    (item,) = found.changed
    assert ("text", "Better said.") in [(c.what, c.after) for c in item.changes]
    assert second.changes == {"added": 8, "removed": 1, "changed": 1}
    assert second.previous == first


def test_withheld_bytes_are_in_no_file(cast: Cast, publish: Publish) -> None:
    finished_items(cast, 2)
    finished_items(cast, 1, rights="address_only", licence="All rights reserved")
    release = publish(cast)
    assert release.summary["withheld"] == 1
    assert len(list((folder_of(release) / "images").iterdir())) == 2
    images = json.loads(
        next(
            line
            for split in ("dev", "val", "test")
            if (folder_of(release) / f"questions/{split}.jsonl").exists()
            for line in (folder_of(release) / f"questions/{split}.jsonl")
            .read_text()
            .splitlines()
            if "withheld" in line
        )
    )["images"]
    assert images[0]["licence"] == "All rights reserved"


def test_a_yanked_release_keeps_its_files(done: Cast, publish: Publish) -> None:
    release = publish(done)
    assert released_count(done.project) == asked_through_the_port(done.project) == 6
    with pytest.raises(InvalidInputError):
        yank_release(release=release, actor=done.actor(done.maintainer), reason=" ")
    yank_release(
        release=release, actor=done.actor(done.maintainer), reason="A key is wrong."
    )
    assert verify_release(folder_of(release), sha256=release.manifest_sha256).is_intact
    assert released_count(done.project) == 0
    with pytest.raises(InvalidInputError):
        create_release(
            project=done.project, version="1.0.0", actor=done.actor(done.maintainer)
        )


def test_releases_name_nobody(done: Cast, publish: Publish) -> None:
    folder = folder_of(publish(done))
    people = [done.maintainer, done.organizer, *done.annotators]
    names = {name for one in people for name in (one.username, one.display_name)}
    assert all(names)
    assert (folder / "manifest.json").is_file()
    for file in folder.rglob("*"):
        assert not any(name in file.name for name in names)
        if file.is_file():
            content = file.read_bytes()
            assert not any(name.encode() in content for name in names)


def test_an_export_is_checked_and_never_overwrites(
    done: Cast, publish: Publish, tmp_path: Path
) -> None:
    release = publish(done)
    assert (
        export_release(release=release, folder=tmp_path / "out")
        == (release.summary["files"])
    )
    assert verify_release(tmp_path / "out", sha256=release.manifest_sha256).is_intact
    with pytest.raises(InvalidInputError, match="not an empty folder"):
        export_release(release=release, folder=tmp_path / "out")
    (folder_of(release) / "STATISTICS.md").write_text("rosier")
    with pytest.raises(InvalidInputError, match=r"damaged: STATISTICS\.md"):
        export_release(release=release, folder=tmp_path / "again")


def test_after_a_release_the_next_thing_is_to_look_at_its_scores(
    done: Cast, publish: Publish
) -> None:
    assert project_overview(done.project).next.kind == "release"
    publish(done)
    assert project_overview(done.project).next.kind == "evaluate"
    finished_items(done, 1)
    assert project_overview(done.project).next.kind == "release"
