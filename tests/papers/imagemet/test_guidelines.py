"""What people are told, and how many captions they mark.

Typed from ImageMet, Appendix J.1 (annotation, rounds 1 and 2), J.2 (validation of the
synthetic set), §5.2 and J.3 ("each annotator was given 100 instances").
"""

from typing import Any

import pytest

from evaluation.runs.models.runs import Run
from projects.roles import Role
from releases.records.models import Release
from subtext_protocol.shipped import shipped_protocol
from tests.papers.runs import captions, finished_run
from tests.support.cast import browser, join

PROTOCOL = shipped_protocol("imagemet")
ROUND_1 = (
    "Each image contains a metaphorical comparison. Your task is to understand the "
    "intended meaning of the visual metaphor present in the image. Then, you must write it "
    "in a single sentence while capturing the essence of the comparison.",
    "You must stick to the following format: A is as B as C. Some of the instances might "
    "be difficult to fit in the format, however you must caption it as closely as possible "
    "while sticking to the format.",
)
ROUND_2 = (
    "if the Primary, Attribute, and Secondary concepts are all similar for both "
    "(considering synonyms), choose whichever you unanimously decide to be more natural "
    "and suitable. If you differ on even one of the three elements, you must discuss and "
    "reach a consensus among yourselves as to which caption suits the image better. If "
    "you're unable to reach a consensus even after discussing, discard the instance."
)


def test_annotators_read_the_guidelines_of_appendix_j1() -> None:
    paragraphs = PROTOCOL.annotation.guidelines["en"].split("\n\n")
    assert tuple(paragraphs[:2]) == ROUND_1
    assert paragraphs[-1] == f"Then compare: {ROUND_2}"
    assert (PROTOCOL.annotation.people, PROTOCOL.review.decided_by) == (2, "together")


def test_100_images_are_rated_by_two_people() -> None:
    for task in ("caption", "caption-cot", "caption-ms", "caption-ms-cot"):
        rating = PROTOCOL.evaluation.rating(f"{task}-marks")
        assert rating is not None
        assert (rating.sample_size(350), rating.people) == (100, 2)
        assert rating.sample_size(60) == 60
        assert [scale.id for scale in rating.scales] == [
            "fluency",
            "creativity",
            "concept_consistency",
            "semantic_consistency",
        ]


# Appendix J.2, "Synthetic Simile Validation Guidelines".
COHERENCE = (
    "Rate the following similes on a scale of 1–5 based on their coherence. Follow the "
    "following label descriptions as a guidance.",
    {
        1: ("No coherence", "The sentence makes no sense."),
        2: (
            "Poor coherence",
            "The simile makes sense but is confusing or irrelevant.",
        ),
        3: (
            "Moderate coherence",
            "The simile is understandable but loosely connected.",
        ),
        4: ("Good coherence", "The simile is relevant but lacks creativity."),
        5: ("Excellent coherence", "The simile is clear, vivid, and creative."),
    },
)
# Appendix J.2, "Synthetic Image-Simile Pair Validation Guidelines".
ALIGNMENT = (
    "Rate the following image-text pairs on a scale of 1–5 based on their metaphorical "
    "alignment. Each text is a simile, and each image is intended to be a meaningful "
    "visual metaphor representing the comparison expressed in the simile. Follow the "
    "label descriptions below as guidance.",
    {
        1: (
            "No alignment",
            "The image does not relate to the simile's comparison in any meaningful way.",
        ),
        2: (
            "Weak alignment",
            "The image loosely connects to the simile but fails to visually convey the "
            "metaphor.",
        ),
        3: (
            "Moderate alignment",
            "The image somewhat reflects the metaphor in the simile but lacks clarity, "
            "creativity, or precision.",
        ),
        4: (
            "Strong alignment",
            "The image clearly represents the metaphorical comparison made in the simile "
            "with relevant visual cues.",
        ),
        5: (
            "Excellent alignment",
            "The image vividly and creatively embodies the metaphor in the simile, "
            "enhancing its meaning through visual storytelling.",
        ),
    },
)
# Appendix J.3, "Human Evaluation Guidelines".
EVALUATION = (
    "Label each caption with 4 binary labels (1 or 0) for the 4 metrics defined below."
)
METRICS = {
    "Fluency": (
        "Is the caption grammatically correct? Does the caption stick to the simile "
        "syntax A is as B as C? If yes to both, mark 1. Else 0."
    ),
    "Creativity": (
        "Are 'A' and 'C' similar? For example, apple and cherry can be considered similar "
        "since they are both fruits, but apple and ruby are dissimilar. If they are "
        "similar, mark 0. Else 1."
    ),
    "Concept consistency": (
        "Do the Primary, Attribute and Secondary concepts appear in the caption? If all "
        "present, mark 1. If all absent, mark 0. If some present, the decision is up to "
        "you. Mark suitably."
    ),
    "Semantic consistency": (
        "Does the caption capture the essence of the visual metaphor? If yes, mark 1. "
        "Else 0."
    ),
}


def shown_to_a_rater(release: Release, rating: str, run: Run | None = None) -> Any:
    """Return what a rater reads above the entries of a rating."""
    base = f"/api/projects/{release.project.slug}/evaluation/ratings/"
    body = {"version": release.version, "rating": rating}
    if run is not None:
        body["run"] = run.pk
    organizer = browser(join(release.project, Role.ORGANIZER))
    answer = organizer.post(base, body, format="json")
    assert answer.status_code == 201, answer.data
    rater = browser(join(release.project, Role.RATER))
    return rater.get(f"{base}{answer.json()['id']}/").json()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rating", "text"), [("simile-coherence", COHERENCE), ("alignment", ALIGNMENT)]
)
def test_raters_of_the_synthetic_set_read_appendix_j2(
    imagemet: Release, rating: str, text: tuple[str, dict[int, tuple[str, str]]]
) -> None:
    shown = shown_to_a_rater(imagemet, rating)
    [scale] = shown["scales"]
    points = {
        point["value"]: (point["title"]["en"], point["help"]["en"])
        for point in scale["points"]
    }
    assert (shown["help"]["en"], points) == text


@pytest.mark.django_db
def test_raters_of_captions_read_appendix_j3(imagemet: Release) -> None:
    items = imagemet.rows.filter(split="test").values_list("key", flat=True)
    run = finished_run(
        imagemet,
        "Qwen2",
        captions({"sbert": 50}),
        setting="simile-caption",
        total=len(items),
    )
    for item in items:
        record = {
            "question_id": item,
            "text": "A is as B as C",
            "finish_reason": "stop",
        }
        run.responses.create(question_id=item, record=record)
    shown = shown_to_a_rater(imagemet, "caption-marks", run)
    assert shown["help"]["en"] == EVALUATION
    scales = {scale["title"]["en"]: scale["help"]["en"] for scale in shown["scales"]}
    assert scales == METRICS
    for scale in shown["scales"]:
        assert [point["title"]["en"] for point in scale["points"]] == ["0", "1"]


def test_the_published_means_stand_beside_those_of_other_sets() -> None:
    # §3: "ImageMet achieved an average score of 4.19, while VFLUTE scored 4.25 [...]
    # ImageMet scored 4.17 and VFLUTE 4.53", of 10% of either set.
    published = {}
    for name in ("simile-coherence", "alignment"):
        rating = PROTOCOL.evaluation.rating(name)
        assert rating is not None
        assert rating.sample_size(2177) == 218
        published[name] = {one.set: one.mean for one in rating.published}
    assert published == {
        "simile-coherence": {"ImageMet (synthetic)": 4.19, "VFLUTE": 4.25},
        "alignment": {"ImageMet (synthetic)": 4.17, "VFLUTE": 4.53},
    }
