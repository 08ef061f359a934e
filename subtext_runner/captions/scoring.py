"""Scores of a run in an open task."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from core.domain.texts import _
from core.environment.models import SENTENCE_MODEL, TOKEN_MODEL
from core.environment.variables import Folder
from subtext_protocol.fields import SlotField
from subtext_protocol.publication import OpenTask
from subtext_protocol.text import Language
from subtext_runner.benchmark import Benchmark
from subtext_runner.captions.embeddings import load_encoder, model_folder
from subtext_runner.captions.items import describe_then_ask
from subtext_runner.captions.overlap_metrics import (
    CaptionPair,
    caption_bleu4_scores,
    cider_scores,
    corpus_bleu4,
    rouge_l_scores,
)
from subtext_runner.captions.semantic_metrics import (
    SentenceModel,
    TokenModel,
    acd_scores,
    sbert_similarities,
)
from subtext_runner.errors import SpecError
from subtext_runner.records import Response

_METRICS: Mapping[str, Callable[[Sequence[CaptionPair], Language], list[float]]] = {
    "bleu4": caption_bleu4_scores,
    "rouge_l": rouge_l_scores,
    "cider": cider_scores,
}


@dataclass(frozen=True)
class CaptionScores:
    """Scores of one run in an open task, as shares (0 to 1)."""

    n: int
    errors: int
    """Items without a response because the call failed; they count as empty
    captions."""
    metrics: Mapping[str, float]
    skipped: Mapping[str, str]
    """Metrics without a value here, with the reason; they never count as zero."""
    models: Mapping[str, str]
    """By metric: names of the model folders that it was computed with."""
    items: Mapping[str, Mapping[str, float]]
    """By metric: value of each item's caption, for comparison with human ratings."""


def score_captions(
    benchmark: Benchmark, task: OpenTask, responses: Sequence[Response]
) -> CaptionScores:
    """Compare the last response about each item with the release's reference.

    Raises SpecError for an item that the release does not have.
    """
    splits = [split.id for split in benchmark.protocol.release.splits]
    references = {
        question.id: question.answer
        for question in describe_then_ask(benchmark, task, splits)
    }
    for response in responses:
        if response.question_id not in references:
            raise SpecError(
                _(
                    "{question_id}: the release has no such item",
                    question_id=response.question_id,
                )
            )
    captions = [
        CaptionPair(
            " ".join((response.text or "").split()), references[response.question_id]
        )
        for response in responses
    ]
    skipped: dict[str, str] = {}
    if all(response.error is not None for response in responses):
        skipped = dict.fromkeys([*_METRICS, *_BY_MODEL], "no item has a caption")
    elif len(captions) == 1:
        skipped = {"cider": "CIDEr needs at least two items"}
    language = benchmark.protocol.language
    scores = {
        name: metric(captions, language)
        for name, metric in _METRICS.items()
        if name not in skipped
    }
    models: dict[str, str] = {}
    for name, (variables, _measure) in _BY_MODEL.items():
        if name in skipped:
            continue
        try:
            scores[name] = _model_scores(name, captions, benchmark, task)
            models[name] = ", ".join(
                model_folder(variable).name for variable in variables
            )
        except SpecError as error:
            skipped[name] = str(error)
    metrics = {name: fmean(values) for name, values in scores.items()}
    if "bleu4" in metrics:
        metrics["bleu4"] = corpus_bleu4(captions, language)
    item_ids = [response.question_id for response in responses]
    return CaptionScores(
        n=len(captions),
        errors=sum(response.error is not None for response in responses),
        metrics=metrics,
        skipped=skipped,
        models=models,
        items={
            name: dict(zip(item_ids, values, strict=True))
            for name, values in scores.items()
        },
    )


def _model_scores(
    name: str, captions: Sequence[CaptionPair], benchmark: Benchmark, task: OpenTask
) -> list[float]:
    """Return the values of a metric that needs models.

    Raises SpecError if one is missing.
    """
    variables, metric = _BY_MODEL[name]
    field = next(
        (
            sentence_field
            for sentence_field in benchmark.protocol.sentences
            if sentence_field.id == task.reference
        ),
        None,
    )
    models = [load_encoder(str(model_folder(variable))) for variable in variables]
    return metric(captions, field, *models)


def _sbert(
    captions: Sequence[CaptionPair], field: SlotField | None, model: SentenceModel
) -> list[float]:
    return sbert_similarities(captions, model)


def _acd(
    captions: Sequence[CaptionPair],
    field: SlotField | None,
    sentences: SentenceModel,
    tokens: TokenModel,
) -> list[float]:
    if field is None or len(field.unlike) != 2:
        raise SpecError(_("the reference is not a sentence that compares two concepts"))
    return acd_scores(captions, field, sentences, tokens)


_BY_MODEL: Mapping[str, tuple[Sequence[Folder], Callable[..., list[float]]]] = {
    "sbert": ((SENTENCE_MODEL,), _sbert),
    "acd": ((SENTENCE_MODEL, TOKEN_MODEL), _acd),
}
"""Metrics that need models, with the variables of the model folders."""
