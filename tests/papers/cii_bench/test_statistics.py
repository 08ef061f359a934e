"""General statistics of CII-Bench (Table 5), typed from the paper.

Table 5 counts 247 neutral and 231 negative images, the headings of Table 1 the reverse.
"""

from releases.content.domain.counts import CountedItem, CountedRelease
from releases.content.domain.statistics import summarize_counts
from releases.content.domain.statistics_tables import statistics_text
from subtext_protocol.shipped import shipped_protocol
from tests.papers.compositions import overlapping, questions, spread, texts

IMAGES, QUESTIONS = 698, {"dev": 15, "val": 20, "test": 765}
DIFFICULTY = {"easy": 305, "middle": 282, "hard": 111}
RHETORIC = {
    "metaphor": 562,
    "exaggerate": 121,
    "symbolism": 236,
    "visual_dislocation": 42,
    "antithesis": 13,
    "analogy": 19,
    "personification": 73,
    "contrast": 87,
}
SHARES = {
    "domain": {
        "life": (216, "30.95%"),
        "art": (123, "17.62%"),
        "society": (157, "22.49%"),
        "environment": (51, "7.31%"),
        "politics": (21, "3.01%"),
        "chinese_traditional_culture": (130, "18.62%"),
    },
    "emotion": {
        "positive": (220, "31.52%"),
        "neutral": (247, "35.39%"),
        "negative": (231, "33.09%"),
    },
    # 706 types of 698 images: some have two.
    "image_type": {
        "illustration": (178, "25.50%"),
        "meme": (145, "20.77%"),
        "poster": (87, "12.46%"),
        "multi_panel_comic": (34, "4.87%"),
        "single_panel_comic": (143, "20.49%"),
        "painting": (119, "17.05%"),
    },
}


def counted() -> CountedRelease:
    labels = {
        field: spread({choice: count for choice, (count, _) in shares.items()}, IMAGES)
        for field, shares in SHARES.items()
    }
    labels["difficulty"] = spread(DIFFICULTY, IMAGES)
    rhetoric = overlapping(RHETORIC, IMAGES)
    splits = ["dev"] * 15 + ["val"] * 20 + ["test"] * (IMAGES - 35)
    # 663 test images have 765 questions.
    numbers = [1] * 35 + [2] * 102 + [1] * (IMAGES - 137)
    of_items = questions(numbers, 10.54, 28.31, "characters")
    explanations = texts(IMAGES, 121.06, "characters")
    items = [
        CountedItem(
            splits[at],
            [f"image-{at}"],
            {field: of_images[at] for field, of_images in labels.items()}
            | {"rhetoric": rhetoric[at]},
            {"explanation": explanations[at]},
            of_items[at],
        )
        for at in range(IMAGES)
    ]
    return CountedRelease(items, [*QUESTIONS], shipped_protocol("cii-bench"))


def test_table_5_is_printed_with_the_paper_s_numbers() -> None:
    statistics = summarize_counts(counted())
    assert (statistics.questions, statistics.images) == (800, 698)
    splits = {split.split: split.questions for split in statistics.splits}
    assert splits == QUESTIONS
    fields = {field.id: field.choices for field in statistics.fields}
    for name, shares in SHARES.items():
        printed = {one.id: (one.items, f"{one.share:.2%}") for one in fields[name]}
        assert printed == shares
    for name, counts in (("difficulty", DIFFICULTY), ("rhetoric", RHETORIC)):
        found = {one.id: one.items for one in fields[name]}
        assert counts.items() <= found.items()
    text = statistics_text(statistics, "CII-Bench", "markdown")
    assert "15 : 20 : 765" in text
    assert "305 : 282 : 111" in text


def test_mean_lengths_in_characters() -> None:
    lengths = {one.what: one for one in summarize_counts(counted()).lengths}
    printed = {"stem": "10.54", "option": "28.31", "explanation": "121.06"}
    assert {what: f"{lengths[what].mean:.2f}" for what in printed} == printed
    assert {lengths[what].unit for what in printed} == {"characters"}
