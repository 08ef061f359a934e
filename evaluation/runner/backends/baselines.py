"""Baselines without a model: random choice and frequent choice (CMMMU, §4.1)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from evaluation.runner.backends.base import Request
from evaluation.runner.benchmark import Benchmark
from evaluation.runner.errors import BackendUnusableError
from evaluation.runner.formats.base import drawn_number
from evaluation.runner.formats.registry import asked_format
from evaluation.runner.questions import Question
from evaluation.runner.records import Response

_Key = tuple[str, str]
"""Question format and correct answer as text."""


class _Baseline:
    """Base of the baselines, which take no time, so that nothing is worth caching."""

    details: Mapping[str, str | int | float] = {}
    scope: str | None = None


class RandomChoice(_Baseline):
    """Random answer, drawn by the seed and the question's id.

    Where none can be drawn, as for a blank, the response is empty, which is a miss.
    """

    def __init__(self, *, seed: int) -> None:
        self._seed = seed

    def answer(self, requests: Iterable[Request]) -> Iterator[Response]:
        for question in (request.question for request in requests):
            drawn = drawn_number(self._seed, question.id)
            yield _said(question, asked_format(question.format).guess(question, drawn))


class FrequentChoice(_Baseline):
    """The most frequent correct answer of a question's format in the other splits.

    Frequencies are counted within each choice of the protocol's ``frequent_by`` field,
    if it names one (CMMMU: within the subject), and overall where that choice has no
    correct answer. The main split and the evaluated splits are never used.
    """

    def __init__(self, benchmark: Benchmark, *, evaluated: Sequence[str]) -> None:
        protocol = benchmark.protocol
        hidden = {*evaluated} | {
            split.id for split in protocol.release.splits if split.questions == "rest"
        }
        self._field = protocol.evaluation.frequent_by
        self._overall: Counter[_Key] = Counter()
        self._within: defaultdict[str, Counter[_Key]] = defaultdict(Counter)
        for question in benchmark.questions:
            if question.split in hidden or question.answer is None:
                continue
            key = question.format, asked_format(question.format).key_text(question)
            self._overall[key] += 1
            for choice in self._choices(question):
                self._within[choice][key] += 1
        if not self._overall:
            raise BackendUnusableError(
                "frequent choice needs correct answers in a split other than "
                f"{', '.join(sorted(hidden))}"
            )

    def answer(self, requests: Iterable[Request]) -> Iterator[Response]:
        for question in (request.question for request in requests):
            counts: Counter[_Key] = Counter()
            for choice in self._choices(question):
                counts.update(self._within[choice])
            offered = _offered(counts, question) or _offered(self._overall, question)
            # Ties are broken alphabetically.
            said = min(offered, key=lambda key: (-offered[key], key), default="")
            yield _said(question, said)

    def _choices(self, question: Question) -> Sequence[str]:
        return question.labels.get(self._field, ()) if self._field else ()


def _offered(counts: Counter[_Key], question: Question) -> dict[str, int]:
    """Return the frequency of each answer that is possible for this question."""
    kind = asked_format(question.format)
    return {
        text: count
        for (format_id, text), count in counts.items()
        if format_id == question.format and kind.offers(question, text)
    }


def _said(question: Question, text: str) -> Response:
    return Response(question_id=question.id, text=text, finish_reason="stop")
