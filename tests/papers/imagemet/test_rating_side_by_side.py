"""All captions of an image are rated in one task (ImageMet, §5.2, Appendix J.3, Figure 3).

"each annotator was given 100 instances, where each instance included an image and 5
model-generated captions [...] Label each caption with 4 binary labels(1 or 0)". "The
models considered for manual evaluation are (i) GPT4o MS + CoT, (ii) GPT4o, (iii) Qwen2
IM, (iv) Qwen2 and (v) Human." The paper prints the means in a chart without figures, so
that the shares here are chosen and counted by hand.
"""

from typing import Any

import pytest

from evaluation.marking.models.ratings import RatingMark, RatingTask
from evaluation.runs.models.runs import Run
from evaluation.tables.selectors.figures import get_paper_figure
from projects.models import User
from projects.roles import Role
from releases.records.models import Release
from reporting.charts import BarChart
from tests.papers.printed import figures_by_row, table_of
from tests.papers.runs import captions, finished_run
from tests.support.cast import browser, join

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/ratings/"
ROWS = {
    "GPT4o MS + CoT": ("GPT4o", "simile-caption-ms-cot", "model"),
    "GPT4o": ("GPT4o", "simile-caption", "model"),
    "Qwen2 IM": ("Qwen2 IM", "simile-caption", "model"),
    "Qwen2": ("Qwen2", "simile-caption", "model"),
    "Human": ("Human", "simile-caption", "people"),
}
SCALES = ("fluency", "creativity", "concept_consistency", "semantic_consistency")


@pytest.fixture
def runs(imagemet: Release) -> dict[str, Run]:
    """Five runs on the same items; a caption begins with the name of its row."""
    made = {}
    items = imagemet.rows.filter(split="test").values_list("key", flat=True)
    for name, (model, setting, origin) in ROWS.items():
        options = {"origin": origin, "backend": "replay"} if origin == "people" else {}
        run = finished_run(
            imagemet,
            model,
            captions({"sbert": 50}),
            setting=setting,
            total=len(items),
            **options,
        )
        for item in items:
            text = f"{name}: A is as B as C"
            record = {"question_id": item, "text": text, "finish_reason": "stop"}
            run.responses.create(question_id=item, record=record)
        made[name] = run
    return made


@pytest.fixture
def task(imagemet: Release, runs: dict[str, Run]) -> int:
    first, *others = runs.values()
    body = {
        "version": imagemet.version,
        "rating": "caption-ms-cot-marks",
        "run": first.pk,
        "beside": [run.pk for run in others],
    }
    organizer = browser(join(imagemet.project, Role.ORGANIZER, "starter"))
    answer = organizer.post(BASE, body, format="json")
    assert answer.status_code == 201, answer.data
    assert [run["model"] for run in answer.json()["beside"]] == [
        "GPT4o",
        "Qwen2 IM",
        "Qwen2",
        "Human",
    ]
    number: int = answer.json()["id"]
    return number


def marks_for(text: str, person: int) -> dict[str, int]:
    """Captions of Human capture the essence for both raters, of GPT4o for the first."""
    name = text.partition(":")[0]
    essence = name == "Human" or (name == "GPT4o" and person == 0)
    return dict.fromkeys(SCALES[:3], 1) | {SCALES[3]: int(essence)}


def rate_all(task: int, rater: User, person: int) -> list[dict[str, Any]]:
    client = browser(rater)
    samples: list[dict[str, Any]] = client.get(f"{BASE}{task}/samples/").json()[
        "results"
    ]
    for sample in samples:
        body = {
            "replies": [marks_for(one["text"], person) for one in sample["replies"]]
        }
        address = f"{BASE}{task}/samples/{sample['id']}/mark/"
        answer = client.put(address, body, format="json")
        assert answer.status_code == 200, answer.data
    return samples


def test_at_most_a_hundred_captions_are_rated(imagemet: Release) -> None:
    organizer = browser(join(imagemet.project, Role.ORGANIZER, "organizer"))
    answer = organizer.get(BASE, {"version": imagemet.version})
    numbers = {one["id"]: one["number"] for one in answer.json()["ratings"]}
    assert (numbers["caption-marks"], numbers["alignment"]) == (100, None)


def test_an_entry_shows_every_caption_without_its_model(
    imagemet: Release, task: int
) -> None:
    client = browser(join(imagemet.project, Role.RATER, "rater"))
    detail = client.get(f"{BASE}{task}/").json()
    assert (detail["run"], detail["beside"], detail["findings"]) == (None, [], None)
    samples = client.get(f"{BASE}{task}/samples/").json()["results"]
    assert len(samples) == imagemet.rows.filter(split="test").count()
    orders = set()
    for sample in samples:
        assert len(sample["images"]) == 1
        assert (sample["reply"], sample["mine"]) == (None, None)
        assert all(set(reply) == {"text", "mine"} for reply in sample["replies"])
        names = [reply["text"].partition(":")[0] for reply in sample["replies"]]
        assert sorted(names) == sorted(ROWS)
        orders.add(tuple(names))
    # The order is drawn for each image.
    assert len(orders) > 1
    marking = client.get("/api/projects/bench/evaluation/marking/").json()
    assert [one["id"] for one in marking if one["kind"] == "rating"] == [task]


def test_two_raters_fill_figure_3(imagemet: Release, task: int) -> None:
    for person in range(2):
        rater = join(imagemet.project, Role.RATER, f"rater-{person}")
        samples = rate_all(task, rater, person)
    table = table_of(imagemet, "beside-1")
    assert table.columns == [
        "Fluency",
        "Creativity",
        "Concept consistency",
        "Semantic consistency",
    ]
    full = ["100.0"] * 3
    assert figures_by_row(table) == {
        "GPT4o MS + CoT": [*full, "0.0"],
        "GPT4o": [*full, "50.0"],
        "Qwen2 IM": [*full, "0.0"],
        "Qwen2": [*full, "0.0"],
        "Human": [*full, "100.0"],
    }
    chart = get_paper_figure(imagemet, "beside-1").chart
    assert isinstance(chart, BarChart)
    assert [group.title for group in chart.groups] == table.columns
    assert {bar.label: bar.share for bar in chart.groups[3].bars}["GPT4o"] == 0.5
    # What a rater marked comes back in the order shown.
    again = browser(rater).get(f"{BASE}{task}/samples/").json()["results"]
    for sample in again:
        for reply in sample["replies"]:
            assert reply["mine"] == marks_for(reply["text"], 1)
    detail = browser(rater).get(f"{BASE}{task}/").json()
    assert detail["run"]["model"] == "GPT4o"
    assert {row["set"] for row in detail["findings"]["sets"]} == set(ROWS)
    # The tables of each model's captions count the same marks.
    alone = table_of(imagemet, "rating-caption-marks-semantic_consistency")
    assert figures_by_row(alone)["GPT4o"] == ["0.50"]
    assert RatingMark.objects.count() == 2 * len(ROWS) * len(samples)


def test_marks_of_all_captions_are_required(imagemet: Release, task: int) -> None:
    client = browser(join(imagemet.project, Role.RATER, "rater"))
    sample = client.get(f"{BASE}{task}/samples/").json()["results"][0]
    address = f"{BASE}{task}/samples/{sample['id']}/mark/"
    full = dict.fromkeys(SCALES, 1)
    for replies in ([full] * 4, [*[full] * 4, {"fluency": 1}]):
        answer = client.put(address, {"replies": replies}, format="json")
        assert answer.status_code == 400
    assert not RatingMark.objects.exists()


def test_only_responses_on_the_same_scales_are_rated_together(
    imagemet: Release, runs: dict[str, Run]
) -> None:
    organizer = browser(join(imagemet.project, Role.ORGANIZER, "starter"))
    opened = finished_run(
        imagemet, "Qwen2", captions({"sbert": 50}), setting="open-caption"
    )
    for beside in ([opened.pk], [runs["GPT4o"].pk]):
        body = {
            "version": imagemet.version,
            "rating": "caption-marks",
            "run": runs["GPT4o"].pk,
            "beside": beside,
        }
        answer = organizer.post(BASE, body, format="json")
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["field"] == "beside"
    assert not RatingTask.objects.exists()
