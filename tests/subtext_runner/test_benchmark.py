import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto.server import ThreadedMotoServer

from subtext_runner.benchmark import read_benchmark
from subtext_runner.errors import ReleaseError
from tests.subtext_runner.conftest import TinyRelease
from tests.support.tiny_release import question, write_release


def test_reads_questions_with_keys_labels_and_images(release: TinyRelease) -> None:
    benchmark = read_benchmark(str(release.folder))
    assert benchmark.sha256 == release.sha256
    assert [q.id for q in benchmark.questions_in_splits(["test"])][:2] == [
        "q-004",
        "q-005",
    ]
    first, second = benchmark.questions_in_splits(["test"])[:2]
    assert (first.answer, first.letters) == ("A", "ABCDEF")
    assert first.labels["rhetoric"] == ("metaphor", "contrast")
    assert first.cluster_key == second.cluster_key
    assert benchmark.read_image(first.images[0]).startswith(b"\x89PNG")


def test_a_private_key_is_none(tmp_path: Path) -> None:
    write_release(tmp_path, questions=[question(1, answer=None)])
    assert read_benchmark(str(tmp_path)).questions[0].answer is None


def test_another_release_than_ordered_is_refused(release: TinyRelease) -> None:
    with pytest.raises(ReleaseError, match=r"manifest\.json: is another release"):
        read_benchmark(release.uri, sha256="0" * 64)


def test_an_altered_file_is_named(release: TinyRelease) -> None:
    file = release.folder / "questions" / "test.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"answer": "A"', b'"answer": "B"'))
    with pytest.raises(ReleaseError, match=r"questions/test\.jsonl: was changed"):
        read_benchmark(release.uri)


def test_an_altered_image_is_named_when_it_is_read(release: TinyRelease) -> None:
    benchmark = release.read()
    image = benchmark.questions[0].images[0]
    (release.folder / image.path).write_bytes(b"other")
    with pytest.raises(ReleaseError, match=f"{image.sha256}.png: was changed"):
        benchmark.read_image(image)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"nowhere/manifest\.json: No such file"):
        read_benchmark(str(tmp_path / "nowhere"))


def test_an_unknown_kind_of_address_is_refused() -> None:
    with pytest.raises(ReleaseError, match="ftp://host/x: is neither"):
        read_benchmark("ftp://host/x")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"answer": "G"}, "answer: 'G' is not an option letter"),
        ({"options": ["one"]}, "options: there are 1"),
        ({"format": "essay"}, "'essay' is not supported"),
        ({"labels": {"mood": ["glad"]}}, "no field 'mood'"),
        ({"labels": {"domain": ["sport"]}}, r"labels\.domain: no value 'sport'"),
        ({"stem": ""}, "stem: String should have at least 1 character"),
        ({"images": None}, "images: Input should be a valid tuple"),
        ({"split": "test", "id": "q-001"}, "'q-001' appears twice"),
    ],
)
def test_a_bad_question_names_file_line_and_field(
    tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    write_release(tmp_path, questions=[question(1), question(2) | change])
    with pytest.raises(ReleaseError, match=rf"test\.jsonl, line 2.*{reason}"):
        read_benchmark(str(tmp_path))


def test_a_bad_protocol_is_named(tmp_path: Path) -> None:
    write_release(tmp_path, protocol={"id": "tiny"})
    with pytest.raises(ReleaseError, match=r"benchmark\.json.*evaluation"):
        read_benchmark(str(tmp_path))


def test_an_unknown_split_is_refused(release: TinyRelease) -> None:
    with pytest.raises(
        ReleaseError, match=r"no split 'train': choose one of dev, test"
    ):
        release.read().questions_in_splits(["train"])


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://{host}:{port}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    boto3.client("s3").create_bucket(Bucket="releases")
    yield "releases"
    server.stop()


def _upload(folder: Path, bucket: str) -> None:
    client = boto3.client("s3")
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            key = f"tiny/{file.relative_to(folder).as_posix()}"
            client.upload_file(str(file), bucket, key)


def test_a_release_in_a_bucket_is_cached(
    release: TinyRelease, bucket: str, tmp_path: Path
) -> None:
    _upload(release.folder, bucket)
    uri, cache = f"s3://{bucket}/tiny", tmp_path / "cache"
    benchmark = read_benchmark(uri, sha256=release.sha256, cache=cache)
    image = benchmark.questions[0].images[0]
    content = benchmark.read_image(image)
    client = boto3.client("s3")
    client.delete_object(Bucket=bucket, Key=f"tiny/{image.path}")
    assert read_benchmark(uri, cache=cache).read_image(image) == content
    kept = next(path for path in cache.rglob(image.sha256))
    kept.write_bytes(b"damaged")
    with pytest.raises(ReleaseError, match=image.path):
        read_benchmark(uri, cache=cache).read_image(image)


def test_what_a_bucket_lacks_is_named(bucket: str) -> None:
    with pytest.raises(ReleaseError, match=f"s3://{bucket}/gone/manifest.json"):
        read_benchmark(f"s3://{bucket}/gone")


def test_a_manifest_of_another_schema_is_refused(release: TinyRelease) -> None:
    file = release.folder / "manifest.json"
    manifest = json.loads(file.read_text())
    file.write_text(json.dumps(manifest | {"schema": "else/9"}))
    with pytest.raises(ReleaseError, match="schema is 'else/9'"):
        read_benchmark(os.fspath(release.folder))
