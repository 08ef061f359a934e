"""Error analysis as II-Bench did it (§4.3, Figure 4, Appendix G).

"we randomly select 100 erroneous samples from each domain, in proportion to their
representation in the dataset. These samples are meticulously analyzed by expert
annotators." Appendix G shows 49 wrong and 28 correct answers.
"""

import re
from typing import Any

import pytest

from evaluation.marking.domain.sampling import sample_sizes
from evaluation.marking.models.error_analyses import (
    ErrorAnalysis,
    ErrorMark,
    ErrorSample,
)
from evaluation.runs.models.runs import Run
from projects.models import User
from projects.roles import Role
from releases.records.models import FrozenRow, Release
from tests.evaluation.scoring import key, right_on, scored
from tests.papers.runs import accuracy, finished_run
from tests.support.cast import browser, join

pytestmark = pytest.mark.django_db
FIGURE_4 = {
    "metaphorical_misunderstanding": 36,
    "detail_misunderstanding": 21,
    "detail_ignorance": 11,
    "surface_level_interpretation": 15,
    "reasoning_error": 12,
    "reject_to_answer": 4,
    "answer_extraction_error": 1,
}
BASE = "/api/projects/bench/evaluation/"


def people(release: Release, number: int) -> list[User]:
    return [join(release.project, Role.RATER) for _ in range(number)]


def organizer(release: Release) -> User:
    member = release.project.memberships.filter(role=Role.ORGANIZER).first()
    assert member is not None
    return member.user


def drawn(release: Release, run: Run, **design: Any) -> Any:
    client = browser(organizer(release))
    answer = client.post(BASE + "analyses/", {"run": run.pk, **design}, format="json")
    assert answer.status_code == 201, answer.data
    return answer.json()


def samples(person: User, analysis: int) -> list[Any]:
    address = f"{BASE}analyses/{analysis}/samples/"
    rows: list[Any] = browser(person).get(address).json()["results"]
    return rows


def mark(person: User, analysis: int, sample: Any, *categories: str) -> int:
    address = f"{BASE}analyses/{analysis}/samples/{sample['id']}/mark/"
    body = {"categories": categories, "note": "Looked at twice."}
    return int(browser(person).put(address, body, format="json").status_code)


def findings(release: Release, analysis: int) -> Any:
    client = browser(organizer(release))
    return client.get(f"{BASE}analyses/{analysis}/").json()["findings"]


def marked_as_printed(release: Release) -> ErrorAnalysis:
    """An analysis of 100 answers whose marks are those of Figure 4."""
    run = finished_run(release, "GPT-4V", accuracy(65.9, 1399))
    analysis = ErrorAnalysis.objects.create(
        project=release.project,
        run=run,
        field="domain",
        seed=0,
        markers=1,
        created_by=organizer(release),
    )
    number = 0
    for category, count in FIGURE_4.items():
        for _ in range(count):
            number += 1
            sample = ErrorSample.objects.create(
                analysis=analysis, question_id=f"q{number}"
            )
            ErrorMark.objects.create(
                sample=sample,
                place=1,
                person=organizer(release),
                categories=[category],
            )
    return analysis


@pytest.mark.parametrize("file", ["latex", "csv"])
def test_the_shares_are_those_of_figure_4(ii_bench: Release, file: str) -> None:
    analysis = marked_as_printed(ii_bench)
    client = browser(organizer(ii_bench))
    text = client.get(f"{BASE}analyses/{analysis.pk}/table/{file}/").content.decode()
    between = " & " if file == "latex" else ","
    protocol = ii_bench.protocol_version.protocol
    kinds = {kind.id: kind.title["en"] for kind in protocol.evaluation.error_categories}
    assert set(kinds) == set(FIGURE_4)
    for category, count in FIGURE_4.items():
        assert f"{kinds[category]}{between}{count}.0{between}{count}" in text
    chinese = f"{BASE}analyses/{analysis.pk}/table/{file}/?language=zh"
    assert "错误类型" in client.get(chinese).content.decode()


def test_an_answer_may_have_several_kinds_of_error(ii_bench: Release) -> None:
    run = scored(ii_bench, right_on())
    [rater] = people(ii_bench, 1)
    analysis = drawn(ii_bench, run, size=2)["id"]
    one, two = samples(rater, analysis)
    assert mark(rater, analysis, one, "detail_ignorance", "reasoning_error") == 200
    assert mark(rater, analysis, two, "reasoning_error") == 200
    assert mark(rater, analysis, two) == 400
    found = findings(ii_bench, analysis)
    assert found["distribution"]["detail_ignorance"] == 0.25
    assert found["distribution"]["reasoning_error"] == 0.75
    assert sum(found["distribution"].values()) == 1
    assert found["responses"]["reasoning_error"] == 2


def test_correct_answers_are_drawn_apart_and_count_in_no_share(
    ii_bench: Release,
) -> None:
    rows = FrozenRow.objects.filter(release=ii_bench, split="test")
    questions = sorted(q["id"] for row in rows for q in row.payload["questions"])
    run = scored(ii_bench, right_on(*questions[::2]))
    [rater] = people(ii_bench, 1)
    analysis = drawn(ii_bench, run, size=49, correct=28)["id"]
    everything = samples(rater, analysis)
    assert len(everything) == len(questions)
    for sample in everything:
        outcome = "correct" if sample["correct"] else "incorrect"
        assert sample["sample"]["outcome"] == outcome
        kinds = [] if sample["correct"] else ["reasoning_error"]
        assert mark(rater, analysis, sample, *kinds) == 200
    found = findings(ii_bench, analysis)
    assert found["marked"] == len(questions)
    assert found["counted"] == sum(not sample["correct"] for sample in everything)
    assert found["distribution"]["reasoning_error"] == 1
    sheet = browser(organizer(ii_bench)).get(f"{BASE}analyses/{analysis}/sheet/")
    assert sheet.content.decode().count("<article>") == len(questions)


def test_cases_are_listed_by_domain_with_their_kinds_of_error(
    ii_bench: Release,
) -> None:
    """List of case study figures: "Life 1: Correct Case", "Society 12: Metaphorical
    Misunderstanding, Surface-Level Interpretation"."""
    rows = FrozenRow.objects.filter(release=ii_bench, split="test").order_by("key")
    for at, row in enumerate(rows):
        row.payload["labels"]["domain"] = ["society" if at % 2 else "life"]
        row.save(update_fields=["payload"])
    by_domain: dict[str, list[str]] = {"life": [], "society": []}
    for row in rows:
        ids = [question["id"] for question in row.payload["questions"]]
        by_domain[row.payload["labels"]["domain"][0]] += ids
    run = scored(ii_bench, right_on(*by_domain["life"]))
    [rater] = people(ii_bench, 1)
    analysis = drawn(ii_bench, run, size=77, correct=77)["id"]
    both = ["metaphorical_misunderstanding", "surface_level_interpretation"]
    for sample in samples(rater, analysis):
        assert (
            mark(rater, analysis, sample, *([] if sample["correct"] else both)) == 200
        )
    address = f"{BASE}analyses/{analysis}/sheet/"
    sheet = browser(organizer(ii_bench)).get(address).content.decode()
    listed, _, cases = sheet.partition("</nav>")
    kinds = "Metaphorical misunderstanding, Surface-level interpretation"
    lines = re.findall(r"<li><a href=\"#case-\d+\">(.*?)</li>", listed)
    assert [line.replace("</a>", "") for line in lines] == [
        *(f"Life {n + 1}: Correct answer" for n in range(len(by_domain["life"]))),
        *(f"Society {n + 1}: {kinds}" for n in range(len(by_domain["society"]))),
    ]
    assert re.findall(r"<h2 id=\"case-\d+\">(.*?)</h2>", cases) == [
        line.partition("</a>")[0] for line in lines
    ]


def test_a_hundred_answers_are_in_proportion_to_the_domains() -> None:
    """§4.3, with the numbers of questions of Table 3: each share is its own, rounded."""
    questions = {"life": 585, "art": 85, "society": 461, "psychology": 152}
    questions |= {"environment": 51, "others": 65}
    sizes = sample_sizes(100, weights=questions, available=questions)
    assert sum(sizes.values()) == 100
    for domain, number in questions.items():
        assert abs(sizes[domain] - 100 * number / 1399) < 1


def test_raters_mark_without_the_rights_of_organizers(ii_bench: Release) -> None:
    run = scored(ii_bench, right_on())
    raters = people(ii_bench, 3)
    analysis = drawn(ii_bench, run, size=2, markers=3)["id"]
    for rater in raters:
        client = browser(rater)
        [task] = client.get(BASE + "marking/").json()
        assert (task["kind"], task["size"], task["waiting"]) == ("errors", 2, 2)
        for sample in samples(rater, analysis):
            assert sample["others"] == []
            [image] = sample["sample"]["images"]
            assert client.get(image).status_code == 200
            kind = "reasoning_error" if rater != raters[2] else "detail_ignorance"
            assert mark(rater, analysis, sample, kind) == 200
            break
        for path in ("analyses/", f"analyses/{analysis}/sheet/", "runs/"):
            assert client.get(BASE + path).status_code == 403
        for path in ("", "overview/", "annotate/next/", "threads/", "cases/queue/"):
            status = client.get(f"/api/projects/bench/{path}").status_code
            assert status == (200 if path == "" else 403), path
        client = browser(rater)
        [task] = client.get(BASE + "marking/").json()
        assert task["waiting"] == 1
    found = findings(ii_bench, analysis)
    assert found["marked"] == 1
    assert found["distribution"]["detail_ignorance"] == pytest.approx(1 / 3)
    assert found["agreement"]["used"] == 1
    assert found["agreement"]["percent"] == pytest.approx(1 / 3)


def test_a_perfect_run_has_nothing_to_draw(ii_bench: Release) -> None:
    run = scored(ii_bench, key)
    client = browser(organizer(ii_bench))
    answer = client.post(BASE + "analyses/", {"run": run.pk, "size": 1}, format="json")
    assert answer.status_code == 400
