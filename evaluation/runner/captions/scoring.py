"""From what a model said of items in an open task to the scores of its run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from evaluation.runner.benchmark import Benchmark
from evaluation.runner.captions.conversation import described
from evaluation.runner.captions.overlap import Caption, bleu4, cider, rouge_l
from evaluation.runner.errors import SpecError
from evaluation.runner.records import Response
from projects.domain.protocol.publication import OpenTask
from projects.domain.protocol.text import Language

RULE = "captions-1"
"""Version of how captions are compared."""

_METRICS: Mapping[str, Callable[[Sequence[Caption], Language], float]] = {
    "bleu4": bleu4,
    "rouge_l": rouge_l,
    "cider": cider,
}


@dataclass(frozen=True)
class CaptionScores:
    """The scores of one run in an open task, as shares, 0 to 1."""

    n: int
    errors: int
    """Items without a reply, because the call failed: they count as saying nothing."""
    metrics: Mapping[str, float]
    skipped: Mapping[str, str]
    """Metrics that have no value here, and why: they are never taken for zero."""

    def to_data(self) -> dict[str, Any]:
        return asdict(self)


def score_captions(
    benchmark: Benchmark, task: OpenTask, responses: Sequence[Response]
) -> CaptionScores:
    """Compare each last reply with the release's reference, item by item.

    Raises SpecError for an item that the release does not have.
    """
    splits = [split.id for split in benchmark.protocol.release.splits]
    references = {one.id: one.answer for one in described(benchmark, task, splits)}
    for response in responses:
        if response.question_id not in references:
            raise SpecError(f"{response.question_id}: the release has no such item")
    captions = [
        Caption(
            " ".join((response.text or "").split()), references[response.question_id]
        )
        for response in responses
    ]
    skipped: dict[str, str] = {}
    if not captions:
        skipped = dict.fromkeys(_METRICS, "nothing was said of any item")
    elif len(captions) == 1:
        skipped = {"cider": "one item alone says nothing of how telling its words are"}
    language = benchmark.protocol.language
    return CaptionScores(
        n=len(captions),
        errors=sum(response.error is not None for response in responses),
        metrics={
            name: metric(captions, language)
            for name, metric in _METRICS.items()
            if name not in skipped
        },
        skipped=skipped,
    )
