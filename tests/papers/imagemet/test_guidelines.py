"""What people are told, and how many captions they mark.

Typed from ImageMet, Appendix J.1 (annotation, rounds 1 and 2), §5.2 and Appendix J.3
("each annotator was given 100 instances").
"""

from projects.domain.shipped import shipped_protocol

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
