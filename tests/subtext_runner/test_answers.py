"""Answers of earlier runs: used for the same question to the same model, never else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from subtext_runner.records import Response
from subtext_runner.worker import run_evaluation
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_of
from tests.support.model_server import ChatRequest, ModelServer, Reply, model_server
from tests.support.tiny_release import (
    protocol_document,
    twelve_questions,
    write_release,
)


def _says_who_is_asked(asked: ChatRequest) -> Reply:
    return Reply(f"(B) {asked.body['model']}")


@pytest.fixture
def ask(
    release: TinyRelease, tmp_path: Path
) -> Callable[..., tuple[list[Response], int]]:
    """Runs one spec and counts what the server was asked for it."""

    def asked(
        server: ModelServer, of: TinyRelease | None = None, **changes: Any
    ) -> tuple[list[Response], int]:
        before = len(server.asked)
        kept: list[Response] = []
        given = {"name": "m", "revision": "2026-11", "base_url": server.base_url}
        spec = spec_of(of or release, **(given | changes))
        assert (
            run_evaluation(spec, keep=kept.append, cache=tmp_path / "cache").state
            == "finished"
        )
        return sorted(kept, key=lambda r: r.question_id), len(server.asked) - before

    return asked


def test_the_same_run_is_asked_once(
    ask: Callable[..., tuple[list[Response], int]],
) -> None:
    with model_server(_says_who_is_asked) as server:
        first, asked = ask(server)
        again, asked_again = ask(server)
    assert (asked, asked_again) == (8, 0)
    assert [r.text for r in again] == [r.text for r in first]
    assert {r.reused for r in first} == {False}
    assert {r.reused for r in again} == {True}


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "other"},
        {"revision": "2026-12"},
        {"setting": "text-only"},
        {"setting": "rhetoric"},
        {"setting": "shuffled", "seed": 9},
        {"parameters": {"maximum_tokens": 9}},
        {"parameters": {"reasoning_effort": "low"}},
        {"parameters": {"extra_body": {"top_k": 1}}},
    ],
)
def test_another_model_revision_or_prompt_is_asked_itself(
    ask: Callable[..., tuple[list[Response], int]], changes: dict[str, Any]
) -> None:
    with model_server(_says_who_is_asked) as server:
        ask(server)
        ask(server, name="bystander")
        found, asked = ask(server, **changes)
    assert asked == 8
    assert {r.text for r in found} == {f"(B) {changes.get('name', 'm')}"}


def test_the_same_name_at_another_address_is_another_model(
    ask: Callable[..., tuple[list[Response], int]],
) -> None:
    with (
        model_server(lambda _: Reply("A")) as one,
        model_server(lambda _: Reply("B")) as other,
    ):
        ask(one)
        found, asked = ask(other)
    assert asked == 8
    assert {r.text for r in found} == {"B"}


@pytest.mark.parametrize(
    "changes",
    [
        {"revision": None},
        {"parameters": {"temperature": 0.7}},
        {"parameters": {"temperature": "none"}},
    ],
)
def test_what_may_not_repeat_itself_is_not_kept(
    ask: Callable[..., tuple[list[Response], int]], changes: dict[str, Any]
) -> None:
    with model_server(_says_who_is_asked) as server:
        assert ask(server, **changes)[1] == ask(server, **changes)[1] == 8


def test_a_changed_image_or_limit_is_asked_again_and_the_rest_is_not(
    ask: Callable[..., tuple[list[Response], int]], tmp_path: Path
) -> None:
    lines = twelve_questions()
    lines[4] = {**lines[4], "images": lines[11]["images"], "item_id": "i-new"}
    folder = tmp_path / "tiny-1.1.0"
    changed = TinyRelease(folder, write_release(folder, questions=lines))
    document = protocol_document()
    document["evaluation"]["settings"][0]["maximum_tokens"] = 9
    folder = tmp_path / "tiny-1.2.0"
    limited = TinyRelease(folder, write_release(folder, protocol=document))
    with model_server(_says_who_is_asked) as server:
        ask(server)
        assert ask(server, of=changed)[1] == 1
        assert ask(server, of=limited)[1] == 8


def test_an_error_is_not_kept(
    ask: Callable[..., tuple[list[Response], int]],
) -> None:
    failing = True
    with model_server(
        lambda _: Reply("no", status=400) if failing else Reply("B")
    ) as server:
        ask(server)
        failing = False
        found, asked = ask(server)
    assert asked == 8
    assert {r.text for r in found} == {"B"}


def test_half_a_file_is_asked_again(
    ask: Callable[..., tuple[list[Response], int]], tmp_path: Path
) -> None:
    with model_server(_says_who_is_asked) as server:
        ask(server)
        [one, other, *_] = sorted((tmp_path / "cache" / "answers").rglob("*.json"))
        one.write_text(one.read_text()[:40])
        other.write_text(json.dumps({"question_id": 3}))
        assert ask(server)[1] == 2


@pytest.mark.parametrize(
    "ill",
    [
        Reply(""),
        Reply(" \n"),
        Reply("B", finish_reason="length"),
        Reply("B", finish_reason="content_filter"),
        Reply("B", finish_reason="MAX_TOKENS"),
    ],
)
def test_what_is_empty_or_not_whole_is_asked_again(
    ask: Callable[..., tuple[list[Response], int]], ill: Reply
) -> None:
    replies = [ill]
    with model_server(lambda _: replies[-1]) as server:
        first, _ = ask(server)
        replies.append(Reply("C"))
        found, asked = ask(server)
    assert {r.text for r in first} == {ill.text}
    assert (asked, {r.text for r in found}) == (8, {"C"})


def test_what_an_earlier_version_cached_empty_counts_as_absent(
    ask: Callable[..., tuple[list[Response], int]], tmp_path: Path
) -> None:
    with model_server(_says_who_is_asked) as server:
        ask(server)
        for path in (tmp_path / "cache" / "answers").rglob("*.json"):
            path.write_text(json.dumps({**json.loads(path.read_text()), "text": ""}))
        found, asked = ask(server)
    assert (asked, {r.reused for r in found}) == (8, {False})
