"""General statistics of II-Bench (Table 1) and its Figure 5, typed from the paper.

Table 1's "Dev : Validation : Test 15 : 20 : 1,187" counts images; Table 3 scores 1,399
questions.
"""

import pytest

from releases.content.domain.counts import CountedItem, CountedRelease
from releases.content.domain.statistics import Statistics, summarize_counts
from releases.content.domain.statistics_tables import statistics_tables, statistics_text
from reporting.tables import Table
from subtext_protocol.shipped import shipped_protocol
from tests.papers.compositions import overlapping, questions, spread, texts

IMAGES, QUESTIONS = 1222, 1434
DIFFICULTY = {"easy": 708, "middle": 385, "hard": 129}
RHETORIC = {
    "metaphor": 955,
    "exaggerate": 191,
    "symbolism": 236,
    "visual_dislocation": 71,
    "antithesis": 27,
    "analogy": 38,
    "personification": 108,
    "contrast": 226,
    "others": 47,
}
DOMAINS = {
    "life": (516, "42.23%"),
    "art": (70, "5.73%"),
    "society": (408, "33.39%"),
    "psychology": (127, "10.39%"),
    "environment": (44, "3.60%"),
    "others": (57, "4.66%"),
}
EMOTIONS = {
    "positive": (169, "13.83%"),
    "neutral": (702, "57.45%"),
    "negative": (351, "28.72%"),
}
TYPES = {
    "illustration": (374, "28.70%"),
    "meme": (269, "20.64%"),
    "poster": (111, "8.52%"),
    "multi_panel_comic": (311, "23.87%"),
    "single_panel_comic": (90, "6.91%"),
    "logo": (59, "4.53%"),
    "painting": (89, "6.83%"),
}
LENGTHS = {"stem": "16.91", "option": "14.05", "explanation": "170.47"}
FIGURE_5 = {
    "illustration": (197, 13, 88, 40, 26, 10),
    "meme": (132, 4, 94, 4, 7, 28),
    "poster": (21, 11, 60, 10, 4, 5),
    "multi_panel_comic": (133, 3, 114, 39, 9, 13),
    "single_panel_comic": (25, 4, 29, 26, 2, 4),
    "logo": (6, 37, 7, 0, 4, 5),
    "painting": (30, 1, 39, 15, 2, 2),
}
"""Labels by domain, in the order of ``DOMAINS``. An image of two types counts twice: there
are 1,303 labels, of which 374 are 28.70 %."""
SHARES = {
    "illustration": ("52.67%", "3.48%", "23.53%", "10.70%", "6.95%", "2.67%"),
    "meme": ("49.07%", "1.49%", "34.94%", "1.49%", "2.60%", "10.41%"),
    "poster": ("18.92%", "9.91%", "54.05%", "9.01%", "3.60%", "4.50%"),
    "multi_panel_comic": ("42.77%", "0.96%", "36.66%", "12.54%", "2.89%", "4.18%"),
    "single_panel_comic": ("27.78%", "4.44%", "32.22%", "28.89%", "2.22%", "4.44%"),
    "logo": ("10.17%", "62.71%", "11.86%", "0.00%", "6.78%", "8.47%"),
    "painting": ("33.71%", "1.12%", "43.82%", "16.85%", "2.25%", "2.25%"),
}


def counted() -> CountedRelease:
    """Return 1,222 images whose types and domains cross as in Figure 5."""
    domains: list[str] = []
    types: list[list[str]] = []
    for at, (domain, (images, _)) in enumerate(DOMAINS.items()):
        of_domain = {kind: numbers[at] for kind, numbers in FIGURE_5.items()}
        domains += [domain] * images
        types += spread(of_domain, images)
    emotions = spread({name: n for name, (n, _) in EMOTIONS.items()}, IMAGES)
    levels, rhetoric = spread(DIFFICULTY, IMAGES), overlapping(RHETORIC, IMAGES)
    # The 35 images of dev and validation have one question each.
    numbers = [1] * 35 + [2] * (QUESTIONS - IMAGES)
    numbers += [1] * (IMAGES - len(numbers))
    of_items = questions(numbers, 16.91, 14.05, "words")
    explanations = texts(IMAGES, 170.47, "words")
    splits = ["dev"] * 15 + ["val"] * 20 + ["test"] * (IMAGES - 35)
    items = [
        CountedItem(
            splits[at],
            [f"image-{at}"],
            {
                "domain": [domains[at]],
                "image_type": types[at],
                "emotion": emotions[at],
                "difficulty": levels[at],
                "rhetoric": rhetoric[at],
            },
            {"explanation": explanations[at]},
            of_items[at],
        )
        for at in range(IMAGES)
    ]
    return CountedRelease(items, ["dev", "val", "test"], shipped_protocol("ii-bench"))


@pytest.fixture(scope="module")
def statistics() -> Statistics:
    return summarize_counts(counted())


def rows_of(table: Table) -> dict[str, list[str]]:
    return {
        row.label: [str(value) for value in row.values]
        for group in table.groups
        for row in group.rows
    }


def test_totals_splits_and_difficulty(statistics: Statistics) -> None:
    text = statistics_text(statistics, "II-Bench", "markdown")
    assert "| Total questions | 1,434 |" in text
    assert "| Total images | 1,222 |" in text
    assert "| dev : val : test (images) | 15 : 20 : 1,187 |" in text
    assert "| dev : val : test (questions) | 15 : 20 : 1,399 |" in text
    assert "| Easy : Middle : Hard | 708 : 385 : 129 |" in text


def test_mean_lengths_in_words(statistics: Statistics) -> None:
    lengths = {length.what: length for length in statistics.lengths}
    assert {what: length.unit for what, length in lengths.items()} == dict.fromkeys(
        LENGTHS, "words"
    )
    assert {what: f"{length.mean:.2f}" for what, length in lengths.items()} == LENGTHS


@pytest.mark.parametrize(
    ("field", "typed"),
    [("domain", DOMAINS), ("emotion", EMOTIONS), ("image_type", TYPES)],
)
def test_counts_and_percentages_of_a_label(
    statistics: Statistics, field: str, typed: dict[str, tuple[int, str]]
) -> None:
    (counts,) = (one for one in statistics.fields if one.id == field)
    assert {
        choice.id: (choice.items, f"{choice.share:.2%}") for choice in counts.choices
    } == typed
    table = next(
        one for one in statistics_tables(statistics) if one.title == counts.title
    )
    printed = rows_of(table)
    for choice in counts.choices:
        number, share = typed[choice.id]
        assert printed[choice.title][:2] == [f"{number:,}", share]


def test_rhetoric_counts_every_device(statistics: Statistics) -> None:
    (counts,) = (one for one in statistics.fields if one.id == "rhetoric")
    assert {choice.id: choice.items for choice in counts.choices} == RHETORIC


def test_types_by_domain_with_percentages_within_the_type(
    statistics: Statistics,
) -> None:
    crossing = next(c for c in statistics.crossings if c.rows_field == "image_type")
    assert crossing.columns_field == "domain"
    for row in crossing.rows:
        assert tuple(row.counts) == FIGURE_5[row.id]
        assert tuple(f"{share:.2%}" for share in row.shares) == SHARES[row.id]
