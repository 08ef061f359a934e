"""Every cell of the tables of captions and ratings, counted a second time with pandas.

Captions are copies of their reference, share no word with it or failed; a judge model
gives a mark or none; people mark at random. Their figures then follow from a count. Vectors
of letters take the place of the language models, which no test downloads.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core.environment.models import SENTENCE_MODEL, TOKEN_MODEL
from core.services import Actor
from evaluation.dispatch.services.runs import create_run, run_in_this_process
from evaluation.entrants.services.external_results import ExternalFile, import_results
from evaluation.marking.models.ratings import RatingMark, RatingTask
from evaluation.marking.selectors.generated_images import candidate_tables
from evaluation.marking.services.ratings import draw_rating
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Run
from evaluation.runs.services.responses import record_responses
from evaluation.tables.selectors.paper_tables import paper_tables
from projects.roles import Role
from releases.records.models import FrozenRow, Release
from reporting.tables import Row, Table
from subtext_protocol.document import Protocol
from subtext_runner.captions import scoring
from tests.evaluation.marking.test_generated_images import OTHER, OURS, drawn, studio
from tests.papers.recount import (
    bleu_of_copies,
    coefficients,
    dissimilarity,
    letters,
    marks_by_rater,
    mean_mark,
    percent,
    similarity,
    with_label,
    words,
)
from tests.papers.test_recount import MODELS, released
from tests.support.cast import Cast, join

pytestmark = pytest.mark.django_db

__all__ = ["studio"]

NO_CAPTION = "?"
TASKS = {
    "cii-bench": ("painting-description", "painting-standard"),
    "imagemet": ("simile-caption", "caption-judge"),
}
"""Open task and the rating of its captions by a judge, by protocol."""
PEOPLE = {"cii-bench": "painting-standard", "imagemet": "caption-marks"}


def references(release: Release, protocol: Protocol, task_id: str) -> dict[str, str]:
    """Return the reference caption of each item that the task is about."""
    task = next(one for one in protocol.evaluation.open_tasks if one.id == task_id)
    texts = {}
    for row in FrozenRow.objects.filter(release=release).order_by("key"):
        labels = row.payload["labels"]
        if any(not set(labels[f]) & set(values) for f, values in task.only.items()):
            continue
        sentence = row.payload["sentences"].get(task.reference)
        texts[row.key] = (
            "{primary} is as {attribute} as {secondary}".format(**sentence)
            if sentence
            else row.payload["texts"][task.reference]
        )
    return texts


class LettersModel:
    """Model whose vectors are counts of letters."""

    def embed_sentences(self, texts: Sequence[str]) -> list[list[float]]:
        return [letters(text) for text in texts]

    def embed_tokens(self, texts: Sequence[str]) -> list[list[list[float]]]:
        return [self.embed_sentences(words(text)) for text in texts]


@pytest.fixture
def letters_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.json").write_text("{}", "utf-8")
    monkeypatch.setenv(SENTENCE_MODEL.name, str(tmp_path))
    monkeypatch.setenv(TOKEN_MODEL.name, str(tmp_path))
    monkeypatch.setattr(scoring, "load_encoder", lambda _folder: LettersModel())


def import_captions(
    release: Release, model: str, captions: dict[str, str | None], setting: str
) -> Run:
    """Import captions of a model; None is a request that failed."""
    lines = [
        json.dumps({"id": item, "response": text or {"error": "The server is busy."}})
        for item, text in captions.items()
    ]
    return import_results(
        release=release,
        file=ExternalFile("\n".join(lines).encode(), "c.jsonl", model, setting=setting),
        actor=Actor.system(),
    )


def respond(
    release: Release, model: str, responses: dict[str, str], **options: Any
) -> Run:
    """Create a finished run with these responses."""
    splits = [split.id for split in release.protocol_version.protocol.release.splits]
    run = create_run(
        release=release,
        model=ServedModel(
            name=model,
            backend="openai",
            base_url="http://127.0.0.1:9",
            by_operator=True,
        ),
        splits=splits,
        actor=Actor.system(),
        **options,
    )
    batch = [
        {"question_id": item, "text": text, "finish_reason": "stop"}
        for item, text in responses.items()
    ]
    record_responses(run_id=run.pk, responses=batch)
    run = run_in_this_process(run=run)
    assert run.status == "finished", run.result
    return run


def rate(run: Run, rating_id: str, chance: random.Random) -> None:
    """Mark every caption of a run at random, by as many people as the protocol asks."""
    organizer = run.project.memberships.get(role=Role.ORGANIZER).user
    actor = Actor(user=organizer, role=Role.ORGANIZER)
    task = draw_rating(
        release=run.release, rating_id=rating_id, run=run, seed=1, actor=actor
    )
    rating = task.protocol.evaluation.rating(rating_id)
    assert rating
    people = [join(run.project, Role.RATER) for _ in range(rating.people)]
    for sample in task.samples.all():
        for place, person in enumerate(people):
            marks = {scale.id: chance.choice(scale.values) for scale in rating.scales}
            RatingMark.objects.create(
                sample=sample, place=place, person=person, marks=marks
            )


@pytest.mark.parametrize("protocol_id", TASKS)
@pytest.mark.usefixtures("letters_model")
def test_captions_and_ratings_are_counted_again(
    protocol_id: str, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    release = released(protocol_id)
    protocol = release.protocol_version.protocol
    task, judged = TASKS[protocol_id]
    texts = references(release, protocol, task)
    written: dict[str, pd.DataFrame] = {}
    for model in MODELS:
        chance = random.Random(model)  # noqa: S311 - repeatable
        captions = {
            item: chance.choice([text, text, NO_CAPTION, None])
            for item, text in texts.items()
        }
        assert {None, NO_CAPTION} < set(captions.values())
        written[model] = pd.DataFrame({"text": captions, "reference": texts}).fillna("")
        with django_capture_on_commit_callbacks(execute=True):
            run = import_captions(release, model, captions, task)
        run.refresh_from_db()
        assert run.status == "finished", run.result
        marks = {
            item: chance.choice(["[1]", "[3]", "[5]", "Hm."])
            for item, text in captions.items()
        }
        respond(release, "judge", marks, setting=judged, judges=run)
        rate(run, PEOPLE[protocol_id], chance)

    tables = {table.id: table for table in paper_tables(release, "en")}
    (table,) = [one for one in tables.values() if re.match(r"captions-\d", one.id)]
    rows = {row.label: row for group in table.groups for row in group.rows}
    assert set(rows) == set(MODELS)
    for model, row in rows.items():
        frame = written[model]
        copied = frame["text"] == frame["reference"]
        again = {
            "BLEU-4": f"{100 * bleu_of_copies(frame):.2f}",
            "ROUGE-L": percent(copied, 2),
            "CIDEr": percent(copied, 2),
            "SBERT-Similarity": percent(similarity(frame), 2),
        }
        if protocol_id == "imagemet":
            again["ACD"] = percent(dissimilarity(frame), 2)
        assert dict(zip(table.columns, table.figures(row), strict=True)) == again

    counted = 0
    rated = marks_by_rater(release)
    for rating in protocol.evaluation.ratings:
        for scale in rating.scales:
            suffix = "" if len(rating.scales) == 1 else f"-{scale.id}"
            of_scale = rated[
                (rated["rating"] == rating.id) & (rated["scale"] == scale.id)
            ]
            columns = [None] + [
                (field, choice.id)
                for field in rating.slices
                for choice in protocol.label(field).choices
            ]
            pattern = re.compile(rf"rating-{rating.id}{suffix}(-\d+)?")
            for table in filter(lambda one: pattern.fullmatch(one.id), tables.values()):
                for group in table.groups:
                    by_judge = "judge" in group.title
                    for row in group.rows:
                        if not row.runs:
                            continue
                        of_row = of_scale[
                            (of_scale["model"] == row.label)
                            & (of_scale["by_judge"] == by_judge)
                        ]
                        parts = [
                            of_row if column is None else with_label(of_row, *column)
                            for column in columns
                        ]
                        assert table.figures(row) == [*map(mean_mark, parts)]
                        numbers = [part["item"].nunique() for part in parts]
                        assert [
                            int(re.findall(r"\d+", heading)[-1])
                            for heading in table.columns
                        ] == numbers
                        counted += len(parts)
    assert counted >= 8
    recount_judged_captions(tables, rated, rows)
    recount_consistency(tables, rated)
    recount_correlation(tables, rated, written, protocol_id)


def recount_judged_captions(
    tables: dict[str, Table], marks: pd.DataFrame, rows: dict[str, Row]
) -> None:
    """Count the judge's column again; the metrics are those of the captions' table."""
    judged = [table for name, table in tables.items() if "captions-judged" in name]
    labels = [row.label for table in judged for g in table.groups for row in g.rows]
    assert sorted(labels) == sorted(rows)
    for table in judged:
        for group in table.groups:
            for row in group.rows:
                of_row = marks[(marks["model"] == row.label) & marks["by_judge"]]
                mean = of_row.groupby("item")["mark"].mean().mean()
                assert table.figures(row)[-1] == f"{100 * mean / 5:.2f}"
                assert list(row.values[:-1]) == list(rows[row.label].values)
                assert table.columns[-1] == f"judge ({of_row['item'].nunique()})"


def recount_consistency(tables: dict[str, Table], marks: pd.DataFrame) -> None:
    """Count equal marks and marks at most one apart, over pairs of judge and person."""
    for rating in set(marks[marks["by_judge"]]["rating"]):
        of_rating = marks[marks["rating"] == rating]
        judged = of_rating[of_rating["by_judge"]]
        people = of_rating[~of_rating["by_judge"]]
        pairs = judged.merge(people, on=["model", "item"], suffixes=("", "_of_person"))
        table = tables.get(f"consistency-{rating}")
        assert (table is None) == pairs.empty
        if table is None:
            continue
        for group in table.groups:
            model = next(name for name in MODELS if name in group.title)
            of_model = pairs[pairs["model"] == model]
            distance = (of_model["mark"] - of_model["mark_of_person"]).abs()
            [row] = group.rows
            assert row.label == f"judge ({of_model['item'].nunique()} items)"
            assert table.figures(row) == [
                percent(distance == 0),
                percent(distance <= 1),
            ]


def recount_correlation(
    tables: dict[str, Table],
    marks: pd.DataFrame,
    written: dict[str, pd.DataFrame],
    protocol_id: str,
) -> None:
    """Count the correlation of similarity, and of the judge, with each scale of people."""
    table = tables["correlation-1"]
    people = marks[~marks["by_judge"]]
    by_item = people.groupby(["scale", "model", "item"], sort=False)["mark"].mean()
    captions = pd.concat(written, names=["model", "item"])
    measured = pd.DataFrame(
        {"SBERT-Similarity": similarity(captions).set_axis(captions.index)}
    )
    judged = marks[marks["by_judge"] & ~marks["rating"].isin(people["rating"])]
    measured["judge"] = judged.set_index(["model", "item"])["mark"]
    for scale, group in zip(by_item.index.unique("scale"), table.groups, strict=True):
        rows = {row.label: table.figures(row) for row in group.rows}
        names = {"SBERT-Similarity", "judge"} & set(rows)
        # Under CII-Bench people rate by the judge's rubric: consistency is printed.
        assert len(names) == (2 if protocol_id == "imagemet" else 1)
        for name in names:
            pairs = pd.concat([by_item[scale], measured[name]], axis=1).dropna()
            assert rows[name] == coefficients(pairs)


def test_candidates_are_counted_again(studio: Cast) -> None:
    chance = random.Random(1)  # noqa: S311 - repeatable
    task = RatingTask.objects.get(pk=drawn(studio, [OURS, OTHER])["id"])
    people = [join(studio.project, Role.RATER) for _ in range(task.people)]
    records = []
    for number, sample in enumerate(task.samples.order_by("pk")):
        # One person has not rated the last image: it does not count.
        raters = people[:1] if number == task.samples.count() - 1 else people
        for place, person in enumerate(raters):
            mark = chance.randint(1, 5)
            RatingMark.objects.create(
                sample=sample, place=place, person=person, marks={"coherence": mark}
            )
            records.append((sample.part_of, sample.pk, mark))
    frame = pd.DataFrame(records, columns=["set", "item", "mark"])
    rated = frame[frame.groupby("item")["mark"].transform("size") == task.people]
    [table] = candidate_tables(studio.project, studio.project.protocol)
    figures = {row.label: table.figures(row) for row in table.groups[0].rows}
    assert figures == {
        f"{name} ({marks['item'].nunique()})": [mean_mark(marks)]
        for name, marks in rated.groupby("set")
    }
    assert len(figures) == 2
