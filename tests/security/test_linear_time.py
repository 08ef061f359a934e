"""What a text costs grows with its length, never with its square."""

import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest

from annotation.records.domain.checks import installed_checks, record_findings
from annotation.records.domain.personal_data import find_personal_data
from annotation.records.domain.record import Record, normalize_record
from annotation.records.domain.validation import find_record_problems
from published.audit.domain.checks.base import AuditMaterial, Check
from published.audit.domain.checks.registry import CHECKS
from published.reading.benchmark import Benchmark, BenchmarkQuestion
from subtext_protocol.document import Protocol
from subtext_protocol.formats.answer_matching import BlankKey, is_accepted
from subtext_protocol.guideline_images import image_references
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

SIZES = (1_000, 10_000, 100_000)
HOSTILE = {
    "letters": lambda size: "a" * size,
    "words": lambda size: " ".join(f"word{at}" for at in range(size // 8)),
    "digits": lambda size: "1" * size,
    "addresses": lambda size: "a@" * (size // 2),
    "marks": lambda size: "a" + "\u0327\u0301\u0323" * (size // 3),
    "Chinese": lambda size: "王图画中的人" * (size // 6),
    "spaces": lambda size: "a" + " " * size + "b",
    "brackets": lambda size: "![" * (size // 2),
    "openings": lambda size: "![](" * (size // 4),
}
"""Texts on which a regular expression or a comparison may try each part again."""


class Work:
    """Counts the lines of Python that run in a ``with`` block.

    What runs in C is not counted: there, one text of 100 kB in quadratic time would
    take minutes, beyond the time limit of a test.
    """

    lines = 0

    def __enter__(self) -> "Work":
        sys.settrace(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _count(self, frame: FrameType, event: str, argument: object) -> Any:
        self.lines += event == "line"
        return self._count


def grows_at_most_with_its_length(call: Callable[[int], object]) -> None:
    counts = []
    for size in SIZES:
        with Work() as work:
            call(size)
        counts.append(work.lines)
    for smaller, larger in pairwise(counts):
        assert larger <= 12 * smaller + 2_000, counts


def a_record(text: Callable[[int], str], size: int) -> Record:
    """Six options that differ by their last letter, a stem and an explanation."""
    part = text(size // 8)
    questions = [
        {
            "uid": "one",
            "format": "single_choice",
            "fixed": None,
            "stem": part,
            "options": [f"{part}{letter}" for letter in "bcdefg"],
            "answer": 0,
        }
    ]
    content = {
        "labels": {},
        "texts": {"explanation": part, "knowledge": part},
        "sentences": {"concepts": {"a": part, "b": f"{part}x"}},
        "questions": questions,
    }
    return normalize_record(PROTOCOL, content)


PROTOCOL: Protocol = shipped_protocol("ii-bench")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
@pytest.mark.parametrize("check", installed_checks())
def test_a_check_of_a_record(check: str, text: Callable[[int], str]) -> None:
    grows_at_most_with_its_length(
        lambda size: record_findings(PROTOCOL, a_record(text, size), checks=[check])
    )


@pytest.mark.parametrize("check", installed_checks())
def test_a_check_of_many_options(check: str) -> None:
    def call(size: int) -> object:
        record = a_record(HOSTILE["letters"], 80)
        record["questions"][0]["options"] = [f"o{at}" for at in range(size // 6)]
        return record_findings(PROTOCOL, record, checks=[check])

    grows_at_most_with_its_length(call)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_check_of_an_audit(check: Check, text: Callable[[int], str]) -> None:
    def call(size: int) -> object:
        part = text(size // 8)
        questions = [
            BenchmarkQuestion(
                id=str(at),
                file="test.json",
                record=str(at),
                split="test",
                image=None,
                stem=part,
                options=tuple(f"{part}{letter}" for letter in "bcdefg"),
                key=part,
                labels={"kind": (part,)},
                texts={"explanation": part},
            )
            for at in range(2)
        ]
        benchmark = Benchmark(
            name="b", layout="l", questions=questions, images={}, documents={"a": part}
        )
        return list(check(AuditMaterial(benchmark, {})))

    grows_at_most_with_its_length(call)


def options_of(number: int) -> Sequence[str]:
    return tuple(f"option number {at}" for at in range(number))


def test_an_audit_of_many_options() -> None:
    def call(size: int) -> object:
        question = BenchmarkQuestion(
            id="1",
            file="test.json",
            record="1",
            split="test",
            image=None,
            stem="Which?",
            options=tuple(options_of(size // 16)),
            key="9" * size,
        )
        benchmark = Benchmark(name="b", layout="l", questions=[question], images={})
        return [list(check(AuditMaterial(benchmark, {}))) for check in CHECKS]

    grows_at_most_with_its_length(call)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_other_readers_of_free_text(text: Callable[[int], str]) -> None:
    def call(size: int) -> None:
        find_personal_data(text(size))
        image_references(text(size))
        is_accepted(text(size), BlankKey((text(size), "3")))

    grows_at_most_with_its_length(call)


@pytest.fixture
def annotating(cast: Cast) -> tuple[Any, str, dict[str, Any]]:
    """A browser, the address of its slot and the draft."""
    accepted_images(cast.project, 1)
    client = browser(cast.annotators[0])
    slot = client.post("/api/projects/bench/annotate/next/").data["slot"]
    return (
        client,
        f"/api/projects/bench/annotate/slots/{slot['id']}",
        slot["draft"],
    )


@pytest.mark.django_db
def test_a_text_that_no_person_writes_is_refused_with_its_limit(
    annotating: tuple[Any, str, dict[str, Any]],
) -> None:
    client, address, draft = annotating
    content = draft["content"]
    content["questions"][0]["options"] = ["a" * 2_000] * 6
    answer = client.post(f"{address}/check/", {"content": content})
    assert answer.status_code == 200
    content["questions"][0]["options"][1] = "a" * 20_001
    body = {"content": content, "version": draft["version"]}
    for method, end in (
        (client.post, "check/"),
        (client.put, "draft/"),
        (client.post, "submit/"),
    ):
        refused = method(f"{address}/{end}", body)
        assert refused.status_code == 400, end
        [problem] = refused.data["errors"]
        assert problem["field"] == "content.questions.0.options.1"
        assert "20,001 characters. The maximum is 20,000" in problem["message"]


@pytest.mark.django_db
def test_every_operation_refuses_a_text_without_an_end(cast: Cast) -> None:
    """Those of other people's work and of the project itself included."""
    endless = "a" * 20_001
    boss = browser(cast.maintainer)
    for method, path, body in (
        (boss.post, "threads/open/", {"text": endless}),
        (boss.post, "delete/", {"slug": endless}),
        (boss.post, "invitations/", {"role": endless}),
        (boss.post, "protocol/change/", {"yaml": "id: a", "note": endless}),
        (boss.post, "releases/cut/", {"version": "1.0.0", "note": endless}),
    ):
        answer = method(f"/api/projects/bench/{path}", body)
        assert (answer.status_code, len(answer.data["errors"])) == (400, 1), path
        assert "20,000" in answer.data["errors"][0]["message"], path


@pytest.mark.parametrize(
    ("change", "field", "limit"),
    [
        ({"texts": {str(at): "a" * 19_000 for at in range(11)}}, "", "200,000"),
        ({"questions": [{}] * 101}, "questions", "100"),
    ],
)
def test_a_record_has_limits_as_a_whole(
    change: dict[str, Any], field: str, limit: str
) -> None:
    content = {"labels": {}, "texts": {}, "sentences": {}, "questions": [], **change}
    problem = find_record_problems(PROTOCOL, content, complete=False)[0]
    assert (problem.field, limit in problem.message["en"]) == (field, True)
