"""What a model says is marked by a judge model and, blind, by people."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from core.errors import InvalidInputError
from core.services import Actor
from evaluation.dispatch.selectors.run_specs import run_spec
from evaluation.dispatch.services.runs import create_run, run_in_this_process
from evaluation.entrants.services.external_results import ExternalFile, import_results
from evaluation.marking.domain.consistency import consistency
from evaluation.marking.models.ratings import RatingMark, RatingSample
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Run
from evaluation.runs.services.responses import record_responses
from evaluation.scores.selectors.leaderboard import leaderboard
from evaluation.scores.services.response_scoring import rescore_run
from evaluation.scores.services.run_scoring import score_run
from evaluation.tables.selectors.paper_tables import paper_tables
from projects.models import User
from projects.roles import Role
from releases.records.models import Release
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.evaluation.ordering import cut_release
from tests.support.cast import Cast, browser, join

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/ratings/"
DESCRIBE, RATING, SCALE = "painting-description", "painting-standard", "understanding"


def painted(share: float = 1) -> Protocol:
    """CII-Bench's protocol with every picture a painting."""
    data = shipped_protocol("cii-bench").model_dump(mode="json")
    evaluation = data["evaluation"]
    evaluation["open_tasks"][0]["only"] = {}
    evaluation["ratings"][0]["share"] = share
    return Protocol.model_validate(data)


@pytest.fixture
def gallery(db: None) -> Cast:
    return Cast(protocol=painted())


@pytest.fixture
def paintings(gallery: Cast) -> Release:
    return cut_release(gallery, items=6)


def answered(release: Release, text: Callable[[str], str], **options: Any) -> Run:
    """A finished run that said ``text`` of each item."""
    run = create_run(
        release=release,
        model=ServedModel(
            name=options.pop("model", "painter"),
            backend="openai",
            base_url="http://127.0.0.1:9",
            by_operator=True,
        ),
        actor=Actor.system(),
        splits=options.pop("splits", ["dev", "val", "test"]),
        **options,
    )
    items = release.rows.filter(split__in=run.splits).values_list("key", flat=True)
    asked = (run_spec(run)["judged"] or {"replies": items})["replies"]
    batch = [
        {"question_id": item, "text": text(item), "finish_reason": "stop"}
        for item in asked
    ]
    record_responses(run_id=run.pk, responses=batch)
    run = run_in_this_process(run=run)
    assert run.status == "finished", run.result
    return run


@pytest.fixture
def described(paintings: Release) -> Run:
    return answered(paintings, lambda item: f"{item} 山水。", setting=DESCRIBE)


def judged(described: Run, mark: Callable[[str], str], model: str = "judge") -> Run:
    return answered(
        described.release, mark, setting=RATING, judges=described, model=model
    )


def marks_of(number: int) -> dict[str, int]:
    return {SCALE: number}


def rate(person: User, task: int, marks: dict[str, int]) -> list[int]:
    """Everything of a task is marked alike by one person; the statuses."""
    client = browser(person)
    samples = client.get(f"{BASE}{task}/samples/").json()["results"]
    return [
        client.put(
            f"{BASE}{task}/samples/{one['id']}/mark/",
            {"marks": marks, "note": f"so says {person.username}"},
            format="json",
        ).status_code
        for one in samples
    ]


def drawn(cast: Cast, run: Run, **options: Any) -> int:
    body = {"version": "1.0.0", "rating": RATING, "run": run.pk, **options}
    answer = browser(cast.organizer).post(BASE, body, format="json")
    assert answer.status_code == 201, answer.data
    number: int = answer.json()["id"]
    return number


def test_what_was_described_is_judged(described: Run) -> None:
    run = judged(described, lambda _: "[4]")
    spec = run_spec(run)["judged"]
    assert spec["what"] == f"painter, {DESCRIBE}, run {described.pk}"
    assert len(spec["replies"]) == described.total == run.total == 6
    scores = run.result["scores"]
    assert scores["overall_mark"] == {"n": 6, "mean": 4}
    easy = scores["slices"]["difficulty"]["easy"]
    assert easy["n"] > 0
    assert easy["mean"] == 4
    # Neither has questions that the leaderboard or a better rule could speak of.
    assert leaderboard(described.release).rows == []
    assert not rescore_run(run=run, actor=Actor.system())
    assert not rescore_run(run=described, actor=Actor.system())


def test_the_table_of_the_standard_is_printed(described: Run) -> None:
    judged(described, lambda _: "[4]", model="strict")
    tables = {table.id: table for table in paper_tables(described.release)}
    table = tables[f"rating-{RATING}"]
    assert table.columns[0] == "总体（6）"
    (group,) = table.groups
    (row,) = group.rows
    assert (row.label, row.values[0]) == ("painter", 4)
    assert "strict" in group.title


@pytest.mark.parametrize(
    "options",
    [
        {"setting": RATING},
        {"setting": "none", "judges": True},
        {"setting": DESCRIBE, "judges": True},
    ],
)
def test_a_judge_needs_replies_and_nobody_else_has_them(
    described: Run, options: dict[str, Any]
) -> None:
    options = {**options, "judges": described if options.get("judges") else None}
    with pytest.raises(InvalidInputError):
        create_run(
            release=described.release,
            model=ServedModel(name="judge", backend="openai"),
            actor=Actor.system(),
            **options,
        )


def test_three_people_mark_blind(gallery: Cast, described: Run) -> None:
    judged(described, lambda _: "[3]", model="strict")
    task = drawn(gallery, described)
    raters = [join(gallery.project, Role.ORGANIZER, f"rater-{n}") for n in range(3)]
    for number, person in enumerate(raters):
        before = browser(person).get(f"{BASE}{task}/").json()
        assert (before["waiting"], before["findings"]) == (6, None)
        seen = browser(person).get(f"{BASE}{task}/samples/").content.decode()
        assert "so says" not in seen
        assert "painter" not in seen
        assert set(rate(person, task, marks_of(3 + (number == 2)))) == {200}
    # Nobody is one too many.
    left = browser(gallery.maintainer).get(f"{BASE}{task}/samples/").json()["results"]
    assert {one["waiting"] for one in left} == {False}
    assert set(rate(gallery.maintainer, task, marks_of(1))) == {409}
    found = browser(gallery.organizer).get(f"{BASE}{task}/").json()["findings"]
    assert found["marked"] == 6
    (scale,) = found["scales"]
    assert scale["overall"]["mean"] == pytest.approx(10 / 3)
    assert scale["counts"] == {"1": 0, "2": 0, "3": 12, "4": 6, "5": 0}
    assert scale["agreement"]["percent"] == pytest.approx(1 / 3)
    (judge,) = found["judges"]
    assert judge["run"]["model"] == "strict"
    assert judge["consistency"]["equal"] == pytest.approx(2 / 3)
    assert judge["consistency"]["within_one"] == 1
    # One's own marks may be changed, and are nobody's but one's own.
    assert set(rate(raters[0], task, marks_of(5))) == {200}
    assert RatingMark.objects.count() == 18


def test_what_is_drawn_is_the_protocols_share_by_seed(db: None) -> None:
    cast = Cast(protocol=painted(share=0.4))
    run = answered(cut_release(cast, items=6), lambda item: item, setting=DESCRIBE)
    first, again, other = (
        [
            one["item_id"]
            for one in browser(cast.organizer)
            .get(f"{BASE}{drawn(cast, run, seed=seed)}/samples/")
            .json()["results"]
        ]
        for seed in (1, 1, 2)
    )
    assert first == again != other
    assert len(first) == 3


def test_a_rating_reads_the_items_of_its_sample_only(db: None) -> None:
    half = Cast(protocol=painted(share=0.5))
    release = cut_release(half, items=6)
    run = answered(release, lambda item: f"{item} 山水。", setting=DESCRIBE)
    task = drawn(half, run)
    sampled = RatingSample.objects.filter(task=task).values("item_key")
    # Another item cannot be read.
    assert release.rows.exclude(key__in=sampled).update(payload={})
    shown = browser(half.organizer).get(f"{BASE}{task}/samples/").json()["results"]
    assert len(shown) == sampled.count()
    assert rate(half.organizer, task, marks_of(4)) == [200] * len(shown)
    assert browser(half.organizer).get(f"{BASE}{task}/").status_code == 200


@pytest.mark.parametrize(
    ("marks", "field"),
    [
        ({}, f"marks.{SCALE}"),
        ({SCALE: 6}, f"marks.{SCALE}"),
        ({SCALE: 3, "charm": 2}, "marks.charm"),
    ],
)
def test_a_mark_off_its_scale_is_refused(
    gallery: Cast, described: Run, marks: dict[str, int], field: str
) -> None:
    task = drawn(gallery, described)
    client = browser(gallery.organizer)
    (sample, *_) = client.get(f"{BASE}{task}/samples/").json()["results"]
    answer = client.put(
        f"{BASE}{task}/samples/{sample['id']}/mark/", {"marks": marks}, format="json"
    )
    assert answer.status_code == 400
    assert field in answer.content.decode()


def test_the_list_says_what_may_be_drawn(gallery: Cast, described: Run) -> None:
    task = drawn(gallery, described)
    listed = browser(gallery.organizer).get(BASE, {"version": "1.0.0"}).json()
    (rating,) = listed["ratings"]
    # Its run has neither questions nor samples to show.
    runs = "/api/projects/bench/evaluation/runs/"
    client = browser(gallery.organizer)
    assert client.get(f"{runs}{described.pk}/").json()["result"] is None
    assert client.get(f"{runs}{described.pk}/samples/").json()["results"] == []
    assert [run["id"] for run in rating["runs"]] == [described.pk]
    assert [one["id"] for one in listed["tasks"]] == [task]
    answer = browser(gallery.annotators[0]).get(BASE, {"version": "1.0.0"})
    assert answer.status_code == 403


@pytest.fixture
def captioned(db: None) -> tuple[Cast, Release]:
    """Descriptions of paintings, whose reference is a text, marked by one person."""
    data = painted().model_dump(mode="json")
    data["evaluation"]["ratings"][0] |= {"people": 1, "judge": None}
    cast = Cast(protocol=Protocol.model_validate(data))
    return cast, cut_release(cast, items=6)


def captions_of_people(release: Release, name: str) -> Run:
    """Of six, two say what the reference says, four say something else."""
    items = list(release.rows.order_by("key"))
    answers = [
        {
            "id": row.key,
            "response": row.payload["texts"]["explanation"] if at < 2 else f"别 {at}",
        }
        for at, row in enumerate(items)
        if row.split == "test"
    ]
    run = import_results(
        release=release,
        file=ExternalFile(
            "\n".join(map(json.dumps, answers)).encode(),
            "captions.jsonl",
            name,
            setting=DESCRIBE,
            by_people=True,
        ),
        actor=Actor.system(),
    )
    score_run(run_id=run.pk)
    run.refresh_from_db()
    return run


def test_what_people_wrote_is_a_row_and_is_marked_beside_its_metrics(
    captioned: tuple[Cast, Release],
) -> None:
    cast, release = captioned
    run = captions_of_people(release, "Human")
    said = answered(
        release, lambda item: f"{item} 山水。", setting=DESCRIBE, splits=["test"]
    )
    tables = {table.id: table for table in paper_tables(release)}
    models, people = tables["captions-1"].groups
    assert [row.label for row in models.rows] == [said.model]
    assert "人类" in people.title
    assert (people.marked, [row.label for row in people.rows]) == (0, ["Human"])
    board = "/api/projects/bench/evaluation/leaderboard/1.0.0/"
    shown = browser(cast.organizer).get(board).json()
    (scored,) = shown["open_tasks"]
    assert {row["model"]: row["origin"] for row in scored["rows"]} == {
        "Human": "people",
        "painter": "own",
    }
    assert "correlation-1" not in tables

    task = drawn(cast, run)
    client = browser(cast.organizer)
    samples = client.get(f"{BASE}{task}/samples/").json()["results"]
    found = run.result["scores"]["items"]["rouge_l"]
    for one in samples:
        mark = 5 if found[one["item_id"]] > 0.5 else 1
        body = {"marks": marks_of(mark), "note": ""}
        client.put(f"{BASE}{task}/samples/{one['id']}/mark/", body, format="json")
    measured = client.get(f"{BASE}{task}/").json()["findings"]["correlations"]
    rouge = next(one for one in measured if one["metric"] == "rouge_l")
    assert (rouge["scale"], rouge["n"]) == (SCALE, run.total)
    assert rouge["pearson"]["value"] > 0.9
    tables = {table.id: table for table in paper_tables(release)}
    (group,) = tables["correlation-1"].groups
    assert f"{run.total} 个条目" in group.title
    assert {row.label for row in group.rows} >= {"BLEU-4", "ROUGE-L"}


def test_the_mean_of_three_runs_is_shown_with_its_spread(
    captioned: tuple[Cast, Release],
) -> None:
    cast, release = captioned
    written = {
        row.key: row.payload["texts"]["explanation"] for row in release.rows.all()
    }
    # One run says what the references say, two say nothing of it: 1, 0, 0.
    texts = [written.__getitem__, lambda _: "?", lambda _: "!"]
    runs = [
        answered(release, text, setting=DESCRIBE, seed=seed).pk
        for seed, text in enumerate(texts)
    ]
    client = browser(cast.organizer)
    board = "/api/projects/bench/evaluation/leaderboard/1.0.0/"
    (task,) = client.get(board).json()["open_tasks"]
    (row,) = task["rows"]
    assert row["runs"] == runs
    assert row["means"]["rouge_l"] == pytest.approx(1 / 3)
    assert row["spreads"]["rouge_l"] == pytest.approx(3**-0.5)
    printed = client.get("/api/projects/bench/evaluation/tables/1.0.0/").json()
    table = next(one for one in printed if one["id"] == "captions-1-dev-val-test")
    (line,) = table["groups"][0]["rows"]
    at = table["columns"].index("ROUGE-L")
    assert line["figures"][at] == "33.33 ± 57.74"
    assert "33.33 ± 57.74" in table["texts"]["markdown"]


def test_consistency_by_hand() -> None:
    found = consistency(
        {"a": 1, "b": 3, "c": 5, "d": 2},
        {"a": [1, 2], "b": [3, 3], "c": [3, 4]},
        scale=range(1, 6),
    )
    assert found.items == 3
    assert found.equal == pytest.approx(3 / 6)
    assert found.within_one == pytest.approx(5 / 6)
    assert found.rank_correlation == pytest.approx(1)
