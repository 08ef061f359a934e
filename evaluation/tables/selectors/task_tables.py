"""Captions and component questions of the same models (ImageMet, Table 7)."""

from collections.abc import Collection
from typing import Any

from evaluation.runs.domain.result_phrases import phrase
from evaluation.scores.selectors.caption_scores import caption_rows
from evaluation.tables.selectors.leaderboard_rows import (
    is_baseline,
    name_of,
    rate_reader,
    runs_of,
)
from releases.records.models import Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.publication import Setting
from subtext_protocol.text import in_language

_METRIC = "sbert"


def task_table(
    release: Release,
    board: dict[str, Any],
    plain: Setting,
    protocol: Protocol,
    left_out: Collection[int] = (),
) -> Table | None:
    """Return SBERT similarity of captions and accuracy on each fixed question, by model.

    It has the models with both, in the first open task that measures the similarity and
    in the ``plain`` setting; None where there are none.
    """
    language = protocol.language
    fixed = protocol.questions.fixed
    task = next(
        (t for t in protocol.evaluation.open_tasks if _METRIC in t.metrics), None
    )
    if task is None or not fixed:
        return None
    captions = {
        (row.model, row.revision, row.parameters): row
        for row in caption_rows(release, task, board["splits"], left_out)
        if _METRIC in row.means and not row.by_people
    }
    rows = []
    for row in sorted(board["rows"], key=name_of):
        of_captions = captions.get((row["model"], row["revision"], row["parameters"]))
        scores = [
            rate_reader(plain.id, "fixed", question.id)(row) for question in fixed
        ]
        if of_captions is None or is_baseline(row) or None in scores:
            continue
        rows.append(
            Row(
                name_of(row),
                (of_captions.means[_METRIC], *scores),
                runs=[*of_captions.runs, *runs_of(row, [plain.id])],
            )
        )
    if not rows:
        return None
    return Table(
        id="captions-and-questions",
        title=phrase(
            "captions_and_questions", language, task=in_language(task.title, language)
        ),
        head=phrase("model", language),
        columns=(
            phrase(_METRIC, language),
            *(
                in_language(question.title, language) if question.title else question.id
                for question in fixed
            ),
        ),
        groups=[Group("", rows, 2)],
        decimals=2,
    )
