"""Error analysis as CMMMU did it (§1, §4.3, Figure 4).

"a comprehensive error analysis of 300 samples, which GPT-4V(vision) answers incorrectly,
evenly distributed among 30 subjects"; the appendix has 141 incorrect and 65 correct ones.
"""

from collections import Counter

import pytest

from core.services import Actor
from evaluation.marking.domain.sampling import draw_sample
from evaluation.marking.models.error_analyses import (
    ErrorAnalysis,
    ErrorMark,
    ErrorSample,
)
from evaluation.marking.services.error_analyses import SampleDesign, draw_error_analysis
from evaluation.tables.selectors.figures import error_chart
from releases.records.models import FrozenRow, Release
from subtext_protocol.shipped import shipped_protocol
from tests.evaluation.scoring import right_on, scored
from tests.papers.conftest import release_under
from tests.papers.runs import accuracy, finished_run
from tests.support.cast import browser


def test_300_samples_are_even_over_30_subjects() -> None:
    sizes = {f"subject-{n}": 12 + n for n in range(30)}
    strata = {name: [f"{name}-{at}" for at in range(n)] for name, n in sizes.items()}
    sample = draw_sample(strata, 300, weights=dict.fromkeys(strata, 1), seed=0)
    assert set(Counter(name for name, _ in sample).values()) == {10}


@pytest.fixture
def release(db: None) -> Release:
    return release_under("cmmmu")


@pytest.mark.parametrize(("even", "sizes"), [(True, [2, 2]), (False, [3, 1])])
def test_any_label_makes_the_strata(
    release: Release, even: bool, sizes: list[int]
) -> None:
    protocol = release.protocol_version.protocol
    few, many = protocol.label("subject").choices[:2]
    rows = list(FrozenRow.objects.filter(release=release).order_by("key"))
    for at, row in enumerate(rows):
        row.payload["labels"]["subject"] = [(few if at % 4 == 0 else many).id]
        row.split = "test"
        row.save(update_fields=["payload", "split"])
    assert len(rows) > 5
    run = scored(release, right_on(), splits=["test"])
    person = release.project.memberships.get(role="organizer").user
    analysis = draw_error_analysis(
        run=run,
        design=SampleDesign(size=4, field="subject", even=even),
        actor=Actor(person, "organizer"),
    )
    drawn = Counter(analysis.samples.values_list("stratum", flat=True))
    assert sorted(drawn.values(), reverse=True) == sizes


def test_the_kinds_of_error_are_those_of_figure_4() -> None:
    """Typed from §4.3."""
    categories = shipped_protocol("cmmmu").evaluation.error_categories
    assert [category.title["en"] for category in categories] == [
        "Perceptual error",
        "Reasoning error",
        "Lack of knowledge",
        "Rejection",
        "Text comprehension error",
        "Annotation error",
        "Answer extraction error",
    ]


# §4.3, Figure 4: counts of 141 whose shares print as the paper's.
FIGURE_4 = {
    "perceptual_error": (36, "26"),
    "reasoning_error": (37, "26"),
    "lack_of_knowledge": (31, "22"),
    "rejection": (17, "12"),
    "text_comprehension": (10, "7"),
    "annotation_error": (3, "2"),
    "answer_extraction": (7, "5"),
}


def marked_as_printed(release: Release) -> ErrorAnalysis:
    """An analysis of 141 answers whose marks are those of Figure 4."""
    person = release.project.memberships.get(role="organizer").user
    analysis = ErrorAnalysis.objects.create(
        project=release.project,
        run=finished_run(release, "GPT-4V", accuracy(43.7, 11_000)),
        field="subject",
        seed=0,
        markers=1,
        created_by=person,
    )
    kinds = [kind for kind, (n, _) in FIGURE_4.items() for _ in range(n)]
    assert len(kinds) == 141
    for number, kind in enumerate(kinds):
        sample = ErrorSample.objects.create(analysis=analysis, question_id=f"q{number}")
        ErrorMark.objects.create(
            sample=sample, place=1, person=person, categories=[kind]
        )
    return analysis


def test_the_shares_of_141_answers_are_those_of_figure_4(release: Release) -> None:
    analysis = marked_as_printed(release)
    chart = error_chart(analysis, "en")
    [group] = chart.groups
    categories = release.protocol_version.protocol.evaluation.error_categories
    titles = {category.title["en"]: category.id for category in categories}
    shares = {titles[bar.label]: f"{100 * bar.share:.0f}" for bar in group.bars}
    assert shares == {kind: share for kind, (_, share) in FIGURE_4.items()}
    assert [bar.share for bar in group.bars] == sorted(
        (bar.share for bar in group.bars), reverse=True
    )


def test_a_case_has_response_kind_reason_and_truth(release: Release) -> None:
    # Figures 5 and 6: subject, question, options, response, "Error Category", "Error
    # Reason" and "Ground Truth".
    reason = "The model did not fully understand the image."
    run = scored(release, lambda _: "最可能正确的选项是 (C)", splits=["test"])
    person = release.project.memberships.get(role="organizer").user
    client = browser(person)
    base = f"/api/projects/{release.project.slug}/evaluation/analyses/"
    analysis = client.post(base, {"run": run.pk, "size": 1}, format="json").json()["id"]
    [sample] = client.get(f"{base}{analysis}/samples/").json()["results"]
    body = {"categories": ["perceptual_error"], "note": reason}
    address = f"{base}{analysis}/samples/{sample['id']}/mark/"
    assert client.put(address, body, format="json").status_code == 200
    sheet = client.get(f"{base}{analysis}/sheet/").content.decode()
    shown = sample["sample"]
    for text in (shown["stem"], "最可能正确的选项是 (C)", "感知错误", reason):
        assert text in sheet
    for option in shown["options"]:
        assert option in sheet
    assert "data:image/webp;base64," in sheet
