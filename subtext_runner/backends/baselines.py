"""Baselines without a model: random choice and frequent choice (CMMMU, §4.1)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.domain.texts import _
from subtext_runner.backends.base import PromptRequest
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import BackendUnusableError
from subtext_runner.formats.base import draw_number
from subtext_runner.formats.registry import get_scorer
from subtext_runner.questions import Question
from subtext_runner.records import Response

_Key = tuple[str, str]
"""Question format and correct answer as text."""


class _Baseline:
    """Base of the baselines, which take no time, so that nothing is worth caching."""

    report_details: Mapping[str, str | int | float] = {}
    cache_scope: str | None = None


class RandomChoice(_Baseline):
    """Random answer, drawn by the seed and the question's id.

    Where none can be drawn, as for a blank, the response is empty, which is a miss.
    """

    def __init__(self, *, seed: int) -> None:
        self._seed = seed

    def answer(self, requests: Iterable[PromptRequest]) -> Iterator[Response]:
        for question in (request.question for request in requests):
            number = draw_number(self._seed, question.id)
            yield _response(
                question, get_scorer(question.format).random_response(question, number)
            )


class FrequentChoice(_Baseline):
    """The most frequent correct answer of a question's format in other questions.

    Frequencies are counted within each choice of the protocol's ``frequent_by`` field,
    if it names one (CMMMU: within the subject), and overall where that choice has no
    correct answer. They come from the protocol's ``frequent_in`` split, also where that
    split is evaluated (CMMMU, Table 4: a score on validation); by default, from all
    splits but the main one and the evaluated ones.
    """

    def __init__(self, benchmark: Benchmark, *, evaluated: Sequence[str]) -> None:
        protocol = benchmark.protocol
        split_ids = [split.id for split in protocol.release.splits]
        chosen = protocol.evaluation.frequent_in
        hidden = {*evaluated, protocol.release.main_split}
        counted = {chosen} if chosen else {*split_ids} - hidden
        self._field = protocol.evaluation.frequent_by
        self._overall: Counter[_Key] = Counter()
        self._within: defaultdict[str, Counter[_Key]] = defaultdict(Counter)
        for question in benchmark.questions:
            if question.split not in counted or question.answer is None:
                continue
            key = question.format, get_scorer(question.format).key_text(question)
            self._overall[key] += 1
            for choice in self._choices(question):
                self._within[choice][key] += 1
        if not self._overall:
            where = chosen or f"a split other than {', '.join(sorted(hidden))}"
            raise BackendUnusableError(
                _("frequent choice needs correct answers in {where}", where=where)
            )

    def answer(self, requests: Iterable[PromptRequest]) -> Iterator[Response]:
        for question in (request.question for request in requests):
            counts: Counter[_Key] = Counter()
            for choice in self._choices(question):
                counts.update(self._within[choice])
            possible_counts = _count_possible(counts, question) or _count_possible(
                self._overall, question
            )
            # Ties are broken alphabetically.
            answer_key = min(
                possible_counts,
                key=lambda key: (-possible_counts[key], key),
                default="",
            )
            yield _response(question, answer_key)

    def _choices(self, question: Question) -> Sequence[str]:
        return question.labels.get(self._field, ()) if self._field else ()


def _count_possible(counts: Counter[_Key], question: Question) -> dict[str, int]:
    """Return the frequency of each answer that is possible for this question."""
    kind = get_scorer(question.format)
    return {
        text: count
        for (format_id, text), count in counts.items()
        if format_id == question.format and kind.is_possible_response(question, text)
    }


def _response(question: Question, text: str) -> Response:
    return Response(question_id=question.id, text=text, finish_reason="stop")
