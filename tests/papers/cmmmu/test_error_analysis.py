"""Error analysis as CMMMU did it (§1, §4.3, Figure 4).

"a comprehensive error analysis of 300 samples, which GPT-4V(vision) answers incorrectly,
evenly distributed among 30 subjects"; the appendix has 141 incorrect and 65 correct ones.
"""

from collections import Counter

import pytest

from evaluation.domain.sampling import draw_sample
from evaluation.services.analyses import SampleDesign, draw_error_analysis
from projects.domain.shipped import shipped_protocol
from releases.models import FrozenRow, Release
from tests.evaluation.scoring import right_on, scored
from tests.papers.conftest import release_under
from workflow.services import Actor


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
