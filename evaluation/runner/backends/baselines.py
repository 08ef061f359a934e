"""Answers without a model: what chance and habit reach (CMMMU §4.1)."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from evaluation.runner.backends.base import Request
from evaluation.runner.benchmark import Benchmark, Question
from evaluation.runner.errors import BackendUnusable
from evaluation.runner.records import Response


class _Baseline:
    """It runs in no time: nothing to reuse, nothing to add."""

    details: Mapping[str, str | int | float] = {}
    scope: str | None = None


class RandomChoice(_Baseline):
    """A letter drawn for each question by the seed and the question's id."""

    def __init__(self, *, seed: int) -> None:
        self._seed = seed

    def answer(self, requests: Iterable[Request]) -> Iterator[Response]:
        for question in (request.question for request in requests):
            digest = hashlib.sha256(f"{self._seed}:{question.id}".encode()).digest()
            drawn = int.from_bytes(digest[:8], "big") % len(question.options)
            yield _said(question, question.letters[drawn])


class FrequentChoice(_Baseline):
    """The most frequent key of the splits that are not evaluated.

    Counted within each choice of the protocol's ``frequent_by`` field where it names
    one (CMMMU: within the subject) and overall where that choice has no key. The
    benchmark's main split and the evaluated ones are never looked at.
    """

    def __init__(self, benchmark: Benchmark, *, evaluated: Sequence[str]) -> None:
        protocol = benchmark.protocol
        hidden = {*evaluated} | {
            split.id for split in protocol.release.splits if split.questions == "rest"
        }
        self._field = protocol.evaluation.frequent_by
        self._overall: Counter[str] = Counter()
        self._within: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for question in benchmark.questions:
            if question.split in hidden or question.answer is None:
                continue
            self._overall[question.answer] += 1
            for choice in self._choices(question):
                self._within[choice][question.answer] += 1
        if not self._overall:
            raise BackendUnusable(
                "frequent choice needs keys in a split besides "
                f"{', '.join(sorted(hidden))}"
            )

    def answer(self, requests: Iterable[Request]) -> Iterator[Response]:
        for question in (request.question for request in requests):
            counts: Counter[str] = Counter()
            for choice in self._choices(question):
                counts.update(self._within[choice])
            offered = _offered(counts, question) or _offered(self._overall, question)
            # Of equally frequent letters the first in the alphabet.
            yield _said(
                question, min(offered, key=lambda letter: (-offered[letter], letter))
            )

    def _choices(self, question: Question) -> Sequence[str]:
        return question.labels.get(self._field, ()) if self._field else ()


def _offered(counts: Counter[str], question: Question) -> dict[str, int]:
    return {k: n for k, n in counts.items() if k in question.letters}


def _said(question: Question, letter: str) -> Response:
    return Response(question_id=question.id, text=letter, finish_reason="stop")
