"""Splits as CMMMU draws them.

§3.3: "The few-shot development set comprises 5 questions for each topic, the validation
set aids in hyperparameter selection with 900 questions". Figure 3: 30 subjects. Table 2:
12,012 questions; it prints 112 for development, which is not 5 a topic.
"""

from collections import Counter

from releases.content.domain.splits import SplitItem, split_items
from subtext_protocol.shipped import shipped_protocol

PROTOCOL = shipped_protocol("cmmmu")


def test_five_questions_a_subject_and_exactly_900() -> None:
    subjects = [choice.id for choice in PROTOCOL.label("subject").choices]
    assert len(subjects) == 30
    items = {
        f"{number:012x}": SplitItem(
            1,
            (subjects[number % 30],),
            {"subject": [subjects[number % 30]]},
        )
        for number in range(12_012)
    }
    chosen = split_items(
        items, PROTOCOL.release.splits, seed=1, kept_splits={}, shots=0
    )
    assert Counter(chosen.values()) == {"dev": 150, "val": 900, "test": 10_962}
    development = Counter(
        items[key].labels["subject"][0]
        for key, split in chosen.items()
        if split == "dev"
    )
    assert set(development.values()) == {5}
