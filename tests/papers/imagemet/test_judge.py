"""The judge of captions, and how metrics agree with people.

ImageMet, Appendix D: "LLM-based evaluation metric" Prometheus, and Pearson's r of each
metric with the labels of semantic consistency over the outputs of several models.
"""

import numpy as np
import pytest

from core.services import Actor
from evaluation.dispatch.services.runs import create_run, run_in_this_process
from evaluation.marking.models.ratings import RatingMark, RatingSample
from evaluation.marking.selectors.correlations import correlations
from evaluation.marking.selectors.ratings import get_rating
from evaluation.marking.services.ratings import draw_rating
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Run
from evaluation.tables.selectors.paper_tables import paper_tables
from projects.roles import Role
from releases.records.models import Release
from tests.papers.imagemet.test_tables import METRICS
from tests.papers.printed import table_of
from tests.papers.runs import captions, finished_run, rating
from tests.support.cast import join
from tests.support.model_server import ChatRequest, Reply, model_server

pytestmark = pytest.mark.django_db

JUDGE = "prometheus-7b-v2.0"
# Appendix D, Table 8, whose last column is the judge's.
TABLE_8 = {
    "Qwen2": [5.28, 43.72, 7.67, 59.51, 58.19, 62.23],
    "Qwen2 IM": [12.55, 55.48, 13.76, 62.29, 61.01, 63.16],
    "GPT4o MS + CoT": [20.95, 61.90, 19.60, 70.06, 64.78, 75.87],
    "Human": [15.91, 51.58, 18.43, 68.19, 63.84, 65.15],
}
SBERT = {"Qwen2": (0.2, 0.5, 0.4, 0.9), "GPT4o": (0.8, 0.7, 0.3, 0.6)}
JUDGED = {"Qwen2": (1, 4, 2, 5), "GPT4o": (5, 3, 4, 1)}
CONSISTENT = {
    "Qwen2": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "GPT4o": ((1, 1), (1, 1), (0, 1), (0, 0)),
}
"""Of each caption: similarity, score of the judge, and marks of two people."""
# The template of Prometheus 2 for absolute grading with a reference, between its parts.
TEMPLATE = (
    "You are a fair judge assistant tasked with providing clear, objective feedback",
    "###Task Description:\nAn instruction (might include an Input inside it), a response "
    "to evaluate, a reference answer that gets a score of 5, and a score rubric",
    "###The instruction to evaluate:\nCaption the image in one sentence using a simile.",
    "\n\n###Response to evaluate:\nQwen2 says 0.\n\n###Reference Answer (Score 5):\n",
    "\n\n###Score Rubrics:\n[",
    "]\nScore 1: ",
    "\nScore 5: ",
    "\n\n###Feedback:",
)


def text_of(asked: ChatRequest) -> str:
    (message,) = asked.body["messages"]
    return "".join(part["text"] for part in message["content"])


def captioned(release: Release, model: str) -> Run:
    """A finished run with a caption and its similarity for four items."""
    keys = list(release.rows.order_by("key").values_list("key", flat=True))[:4]
    similarities = dict(zip(keys, SBERT[model], strict=True))
    run = finished_run(
        release,
        model,
        captions({"sbert": 50}, items=similarities),
        setting="simile-caption",
        splits=["dev", "test"],
        total=4,
    )
    for number, key in enumerate(keys):
        record = {"question_id": key, "text": f"{model} says {number}."}
        run.responses.create(question_id=key, record=record)
    return run


def judged(run: Run) -> tuple[Run, list[str]]:
    """A run of the judge on a served model, and the prompts it received."""

    def behaviour(asked: ChatRequest) -> Reply:
        number = int(text_of(asked).split(f"{run.model} says ")[1][0])
        score = JUDGED[run.model][number]
        return Reply(f"Feedback: a score of 5 is the highest. [RESULT] {score}")

    with model_server(behaviour) as server:
        judge = create_run(
            release=run.release,
            model=ServedModel(
                name=JUDGE,
                backend="openai",
                base_url=server.base_url,
                by_operator=True,
            ),
            setting="caption-judge",
            judges=run,
            actor=Actor.system(),
        )
        judge = run_in_this_process(run=judge)
    assert judge.status == "finished", judge.result
    return judge, [text_of(one) for one in server.asked]


def marked(run: Run) -> int:
    """A rating by two people, whose marks of semantic consistency are given."""
    maker = run.project.memberships.get(role=Role.ORGANIZER).user
    task = draw_rating(
        release=run.release,
        rating_id="caption-marks",
        run=run,
        seed=1,
        actor=Actor(user=maker, role=Role.ORGANIZER),
    )
    people = [join(run.project, Role.RATER) for _ in range(2)]
    samples = RatingSample.objects.filter(task=task).order_by("item_key")
    for sample, given in zip(samples, CONSISTENT[run.model], strict=True):
        for place, (person, mark) in enumerate(zip(people, given, strict=True)):
            marks = dict.fromkeys(("fluency", "creativity", "concept_consistency"), 1)
            RatingMark.objects.create(
                sample=sample,
                place=place,
                person=person,
                marks={**marks, "semantic_consistency": mark},
            )
    return task.pk


def test_the_judge_receives_the_template_of_prometheus(imagemet: Release) -> None:
    _, prompts = judged(captioned(imagemet, "Qwen2"))
    text = next(prompt for prompt in prompts if "Qwen2 says 0." in prompt)
    positions = [text.index(part) for part in TEMPLATE]
    assert positions == sorted(positions)
    assert text.endswith("###Feedback:")


def test_the_judge_has_a_row_for_each_model(imagemet: Release) -> None:
    runs = {model: captioned(imagemet, model) for model in JUDGED}
    judges = {model: judged(run)[0] for model, run in runs.items()}
    (table,) = [
        table for table in paper_tables(imagemet) if table.id == "rating-caption-judge"
    ]
    (group,) = table.groups
    assert JUDGE in group.title
    for row in group.rows:
        assert row.values[0] == sum(JUDGED[row.label]) / 4
        assert row.runs == (runs[row.label].pk, judges[row.label].pk)
    assert {row.label for row in group.rows} == set(JUDGED)


def test_metrics_and_judge_correlate_with_semantic_consistency(
    imagemet: Release,
) -> None:
    tasks = []
    for model in JUDGED:
        run = captioned(imagemet, model)
        judged(run)
        tasks.append(get_rating(run.project, marked(run)))
    people = [sum(pair) / 2 for pairs in CONSISTENT.values() for pair in pairs]
    found = {
        correlation.metric: correlation
        for correlation in correlations(tasks)
        if correlation.scale == "semantic_consistency"
    }
    for metric, by_model in (("sbert", SBERT), (JUDGE, JUDGED)):
        values = [value for row in by_model.values() for value in row]
        assert found[metric].n == 8
        assert found[metric].clusters == 4
        pearson = found[metric].pearson
        assert pearson
        assert pearson.value == pytest.approx(np.corrcoef(people, values)[0, 1])
    table = next(one for one in paper_tables(imagemet) if one.id == "correlation-1")
    for group in table.groups:
        assert {row.label for row in group.rows} == {"SBERT-Similarity", JUDGE}


def test_table_8_has_metrics_and_judge_in_one_table(imagemet: Release) -> None:
    for name, (*metrics, prometheus) in TABLE_8.items():
        model = name.removesuffix(" MS + CoT")
        technique = "-ms-cot" if model != name else ""
        people = {"origin": "people"} if name == "Human" else {}
        run = finished_run(
            imagemet,
            model,
            captions(dict(zip(METRICS, metrics, strict=True))),
            setting=f"simile-caption{technique}",
            total=350,
            **people,
        )
        # The scale ends at 5; the paper prints the judge's scores from 0 to 100.
        marks = rating(350, prometheus / 20, {})
        judge = f"caption{technique}-judge"
        finished_run(imagemet, JUDGE, marks, setting=judge, judges=run, total=350)
    table = table_of(imagemet, "captions-judged-prometheus-7b-v2-0")
    assert table.columns == [
        *("BLEU-4", "ROUGE-L", "CIDEr", "SBERT-Similarity", "ACD"),
        f"{JUDGE} (350)",
    ]
    [models, humans] = table.groups
    assert [row.label for row in humans.rows] == ["Human"]
    shown = {
        row.label: table.figures(row) for group in table.groups for row in group.rows
    }
    assert shown == {
        name: [f"{figure:.2f}" for figure in row] for name, row in TABLE_8.items()
    }
    assert table.leaders(models, 5) == ["75.87", "63.16"]
    assert all(len(row.runs) == 2 for row in models.rows)
    assert "highest mark, 5" in table.note
