from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core.jobs import run_job
from evaluation.dispatch.services.runs import run_in_this_process
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import released_questions
from projects.models import User
from releases.building.services.creation import create_release
from releases.records.models import Release
from tests.evaluation.ordering import ordered
from tests.evaluation.scoring import another, key, people_answer, right_on, scored
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/"


def asked(release: Release) -> list[str]:
    return sorted(released_questions(release, splits=["test"]))


def get(cast: Cast, path: str, **query: Any) -> Any:
    answer = browser(cast.organizer).get(BASE + path, query)
    assert answer.status_code == 200, answer.data
    return answer.json()


def test_two_runs_beside_each_other(cast: Cast, release: Release) -> None:
    ids = asked(release)
    one = scored(release, right_on(*ids[:3]), model="one")
    other = scored(release, right_on(ids[0]), model="other")
    found = get(cast, f"runs/{one.pk}/against/{other.pk}/")
    overall = found["overall"]
    assert overall["n"] == len(ids)
    assert overall["counts"] == {
        "both": 1,
        "only_one": 2,
        "only_other": 0,
        "neither": len(ids) - 3,
    }
    assert overall["p"] == 0.5
    assert overall["small"] is True
    assert (found["one"]["model"], found["other"]["model"]) == ("one", "other")
    assert set(found["slices"]) == {label["field"] for label in found["labels"]}
    cells = [cell for field in found["slices"].values() for cell in field.values()]
    assert all(cell["p_adjusted"] is None for cell in cells if cell["n"] == 0)
    assert all(cell["p_adjusted"] >= cell["p"] for cell in cells if cell["n"])


def test_every_count_opens_its_questions(cast: Cast, release: Release) -> None:
    ids = asked(release)
    one = scored(release, right_on(*ids[:3]), model="one")
    other = scored(release, right_on(ids[0]), model="other")
    counts = get(cast, f"runs/{one.pk}/against/{other.pk}/")["overall"]["counts"]
    for side, count in counts.items():
        query = {"against": other.pk, "side": side}
        shown = get(cast, f"runs/{one.pk}/samples/", **query)["results"]
        assert len(shown) == count
    only = {"against": other.pk, "side": "only_one"}
    shown = get(cast, f"runs/{one.pk}/samples/", **only)["results"]
    assert {sample["question_id"] for sample in shown} == set(ids[1:3])


def test_a_run_without_scores_cannot_be_compared(cast: Cast, release: Release) -> None:
    one = scored(release, key, model="one")
    waiting = ordered(release, model="waiting")
    answer = browser(cast.organizer).get(f"{BASE}runs/{one.pk}/against/{waiting.pk}/")
    assert answer.status_code == 409


def test_models_against_people(cast: Cast, release: Release) -> None:
    ids = asked(release)
    people_answer(release, cast.annotators[4], lambda _: True)
    people_answer(release, cast.annotators[5], lambda question: question.id == ids[0])
    run = scored(release, another)
    found = get(cast, f"runs/{run.pk}/against-people/")
    assert found["other"] is None
    shares = [1.0] + [0.5] * (len(ids) - 1)
    assert found["overall"]["other"] == pytest.approx(sum(shares) / len(ids))
    assert found["overall"]["one"] == 0
    assert found["overall"]["p"] is None
    human = get(cast, "leaderboard/1.0.0/")["human"]
    assert (human["best"], human["people"]) == (1.0, 2)
    assert human["mean"] == pytest.approx((1 + 1 / len(ids)) / 2)
    for field in human["slices"].values():
        assert {one["best"] for one in field.values() if one["answers"]} == {1.0}


def test_answers_to_other_words_are_not_people_s_answers(
    cast: Cast, release: Release
) -> None:
    people_answer(release, cast.annotators[4], lambda _: True)
    row = release.rows.filter(split="test").order_by("key").first()
    assert row is not None
    row.payload["questions"][0]["stem"] = "Something else?"
    row.save(update_fields=["payload"])
    human = get(cast, "leaderboard/1.0.0/")["human"]
    assert human["answers"] == len(asked(release)) - 1


def test_simulated_people_are_no_human_row(cast: Cast, release: Release) -> None:
    people_answer(release, cast.annotators[4], lambda _: True)
    people_answer(release, cast.annotators[5], lambda _: False)
    User.objects.filter(pk=cast.annotators[5].pk).update(is_simulated=True)
    human = get(cast, "leaderboard/1.0.0/")["human"]
    assert (human["people"], human["mean"]) == (1, 1.0)


def test_what_a_setting_does(cast: Cast, release: Release) -> None:
    ids = asked(release)
    plain = scored(release, right_on(*ids[:2]), model="m")
    thinking = scored(release, key, model="m", setting="cot")
    scored(release, key, model="never plainly asked", setting="cot")
    [effect] = get(cast, "effects/1.0.0/")
    assert (effect["run"], effect["plain_run"]) == (thinking.pk, plain.pk)
    assert effect["difference"]["difference"] == pytest.approx(1 - 2 / len(ids))
    assert effect["difference"]["p_adjusted"] == effect["difference"]["p"]


def test_a_new_version_beside_the_old_one(cast: Cast, release: Release) -> None:
    ids = asked(release)
    before = scored(release, right_on(ids[0]), model="m")
    scored(release, key, model="gone")
    finished_items(cast, 2)
    cut = create_release(
        project=cast.project, version="1.1.0", actor=cast.actor(cast.maintainer)
    )
    assert cut.job is not None
    run_job(cut.job.pk)
    newer = Release.objects.get(pk=cut.pk)
    after = scored(newer, key, model="m")
    found = get(cast, "releases/1.0.0/1.1.0/")
    assert found["unchanged"] == len(released_questions(release))
    assert found["added"] == len(released_questions(newer)) - found["unchanged"]
    assert (found["changed"], found["removed"]) == (0, 0)
    [row] = found["rows"]
    assert (row["before"]["id"], row["after"]["id"]) == (before.pk, after.pk)
    assert (row["before"]["stale"], row["after"]["stale"]) == (True, False)
    assert row["unchanged"]["n"] == len(ids)
    assert row["unchanged"]["difference"] == pytest.approx(1 - 1 / len(ids))
    assert [run["model"] for run in found["only_before"]] == ["gone"]


def test_what_is_chosen_in_place_of_what(cast: Cast, release: Release) -> None:
    run = scored(release, another)
    letters = get(cast, f"runs/{run.pk}/confusion/")["letters"]
    counts = {
        (row, column): letters["counts"][r][c]
        for r, row in enumerate(letters["rows"])
        for c, column in enumerate(letters["columns"])
    }
    assert sum(counts.values()) == run.total
    for (row, column), count in counts.items():
        query = {"key": row, "letter": column} if len(column) == 1 else None
        if count:
            assert query is not None
            shown = get(cast, f"runs/{run.pk}/samples/", **query)["results"]
            assert len(shown) == count
            assert {(one["answer"], one["letter"]) for one in shown} == {(row, column)}


def test_a_filter_that_makes_no_sense_is_named(cast: Cast, release: Release) -> None:
    run = scored(release, key)
    answer = browser(cast.organizer).get(
        f"{BASE}runs/{run.pk}/samples/", {"side": "left"}
    )
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "side"


def test_tables_of_a_results_section(
    cast: Cast, release: Release, tmp_path: Path
) -> None:
    scored(release, key, model="best_model")
    scored(release, another, model="worst")
    scored(release, another, model="best_model", setting="cot")
    scored(release, key, model="worst", setting="1-shot")
    scored(release, another, model="dice", backend="random")
    scored(release, key, model="reads_only", setting="text-only")
    people_answer(release, cast.annotators[4], lambda _: True)
    tables = {one["id"]: one for one in get(cast, "tables/1.0.0/")}
    assert list(tables) == [
        "labels-1",
        "groups",
        "prompts",
        "shots",
        "published-rule",
        "labels-2",
        "labels-3",
        "outcomes-1",
    ]
    main = tables["labels-1"]
    n = len(asked(release))
    assert main["columns"][0] == f"Overall ({n})"
    assert [group["title"] for group in main["groups"]] == [
        "Models",
        "Baselines",
        "Text only (no picture)",
        "Humans (1 person who validated every question)",
    ]
    assert [row["name"] for row in main["groups"][2]["rows"]] == ["reads_only"]
    # Every table by labels begins with the whole (CII-Bench, Tables 6 to 8).
    assert tables["labels-2"]["columns"][0] == tables["labels-3"]["columns"][0]
    assert tables["labels-3"]["columns"][0] == f"Overall ({n})"
    assert main["groups"][3]["rows"][0] == {
        "name": "Human_avg",
        "values": [
            1.0,
            *(None if "(0)" in column else 1.0 for column in main["columns"][1:]),
        ],
        "figures": [
            "100.0",
            *("-" if "(0)" in column else "100.0" for column in main["columns"][1:]),
        ],
        "runs": [],
    }
    assert r"| best\_model | **100.0** |" in main["texts"]["markdown"]
    assert tables["prompts"]["columns"] == [
        "None",
        "CoT",
        "Text only (no picture)",
    ]
    assert tables["shots"]["columns"] == ["None", "1-shot"]
    outcomes = [row["name"] for row in tables["outcomes-1"]["groups"][0]["rows"]]
    assert {"Acc", "Error", "Miss"} <= set(outcomes)
    file = browser(cast.organizer).get(BASE + "tables/1.0.0/latex/")
    assert file.content.decode().count(r"\begin{table}") == len(tables)
    file = browser(cast.organizer).get(BASE + "tables/1.0.0/csv/")
    titles = {f'"{table["title"]}"' for table in tables.values()}
    assert titles <= set(file.content.decode("utf-8-sig").splitlines())
    assert browser(cast.organizer).get(BASE + "tables/1.0.0/doc/").status_code == 404

    out = StringIO()
    folder = str(tmp_path / "tables")
    call_command("evaluation_tables", "bench", "1.0.0", f"--out={folder}", stdout=out)
    written = sorted(file.stem for file in Path(folder).glob("*.md"))
    assert written == sorted(tables)
    assert (tmp_path / "tables" / "prompts.md").read_text(encoding="utf-8") == tables[
        "prompts"
    ]["texts"]["markdown"]


def test_a_run_on_another_split_stands_beside_the_one_that_counts(
    cast: Cast, release: Release
) -> None:
    counts = scored(release, another, model="m")
    assert counts.splits == ["test"]
    scored(release, key, model="m", splits=["val"])
    [row] = get(cast, "leaderboard/1.0.0/")["rows"]
    assert row["cells"]["none"]["run"] == counts.pk
    table = get(cast, "tables/1.0.0/")[0]
    there = len(released_questions(release, splits=["val"]))
    assert table["columns"][0] == f"Overall, val ({there})"
    [shown] = table["groups"][0]["rows"]
    assert shown["values"][:2] == [1.0, 0.0]


def test_no_tables_without_scores(cast: Cast, release: Release) -> None:
    assert get(cast, "tables/1.0.0/") == []
    with pytest.raises(CommandError, match="no scores"):
        call_command("evaluation_tables", "bench", "1.0.0")


@pytest.mark.parametrize(
    "path",
    [
        "runs/{run}/against/{run}/",
        "runs/{run}/against-people/",
        "runs/{run}/confusion/",
        "effects/1.0.0/",
        "releases/1.0.0/1.0.0/",
        "tables/1.0.0/",
        "tables/1.0.0/csv/",
    ],
)
def test_comparisons_are_for_organizers(
    cast: Cast, release: Release, path: str
) -> None:
    address = BASE + path.format(run=scored(release, key).pk)
    assert browser(cast.annotators[0]).get(address).status_code == 403
    assert browser(cast.stranger).get(address).status_code == 404
    assert browser(cast.organizer).get(address).status_code == 200


def test_tables_name_baselines_in_the_language_chosen(
    cast: Cast, release: Release
) -> None:
    scored(release, key, model="m")
    ordered(release, model="Random choice", backend="random", seed=1)
    run_in_this_process(run=Run.objects.get(release=release, seed=1))
    chinese = get(cast, "tables/1.0.0/", language="zh")[0]["groups"]
    english = get(cast, "tables/1.0.0/", language="en")[0]["groups"]
    assert [row["name"] for row in chinese[1]["rows"]] == ["随机选择"]
    assert [row["name"] for row in english[1]["rows"]] == ["Random choice"]
