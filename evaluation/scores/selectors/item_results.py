"""The releases that contain one item, and what models answered to its questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from annotation.items.models.items import Item
from annotation.items.models.questions import Question
from core.domain.grouping import group_by_key
from evaluation.runs.models.runs import Response, Run
from evaluation.scores.selectors.outcome_arrays import outcome_columns, question_columns
from evaluation.scores.selectors.outcomes import JudgedQuestion, outcomes_by_question
from releases.records.models import FrozenRow


@dataclass(frozen=True)
class ModelAnswer:
    """A model's latest response to one question, as it was read and scored."""

    id: int
    run: Run
    question: str
    """The question's id."""
    text: str
    answer: str
    """The answer that was read from the response; empty if none could be read."""
    outcome: str
    """Empty before it is scored."""


@dataclass(frozen=True)
class ItemInRelease:
    """An item in one release, with the models' answers to it."""

    version: str
    status: str
    split: str
    published_at: datetime | None
    answers: Sequence[ModelAnswer]


def item_results(item: Item) -> list[ItemInRelease]:
    """Return the releases that contain the item, the newest first."""
    rows = FrozenRow.objects.filter(item=item).select_related("release")
    answers = group_by_key(
        (answer.run.release_id, answer) for answer in _answers_to(item)
    )
    return [
        ItemInRelease(
            row.release.version,
            row.release.status,
            row.split,
            row.release.published_at,
            answers.get(row.release_id, []),
        )
        for row in rows.defer("payload").order_by("-release")
    ]


def _answers_to(item: Item) -> list[ModelAnswer]:
    uids = list(Question.objects.filter(item=item).values_list("uid", flat=True))
    later = Response.objects.filter(
        run=OuterRef("run"),
        question_id=OuterRef("question_id"),
        attempt__gt=OuterRef("attempt"),
    )
    latest = list(
        Response.objects.filter(
            ~Exists(later), question_id__in=uids, run__project=item.project_id
        )
        .select_related("run__release__protocol_version")
        .order_by("run__model", "run", "question_id")
    )
    judged = _judged({response.run_id: response.run for response in latest}, uids)
    return [
        _answer(response, judged[response.run_id].get(response.question_id))
        for response in latest
    ]


def _judged(
    runs: Mapping[int, Run], uids: Sequence[str]
) -> dict[int, dict[str, JudgedQuestion]]:
    """Return the outcomes of these questions by run, with one query a release."""
    by_release = group_by_key((run.release, run) for run in runs.values())
    judged: dict[int, dict[str, JudgedQuestion]] = {}
    for release, same_release in by_release.items():
        questions = question_columns(release)
        columns = outcome_columns(same_release, questions)
        for run in same_release:
            all_judged = outcomes_by_question(columns[run.pk], questions)
            judged[run.pk] = {uid: all_judged[uid] for uid in uids if uid in all_judged}
    return judged


def _answer(response: Response, judged: JudgedQuestion | None) -> ModelAnswer:
    return ModelAnswer(
        response.pk,
        response.run,
        response.question_id,
        response.record.get("text") or "",
        judged.letter if judged else "",
        judged.outcome if judged else "",
    )
