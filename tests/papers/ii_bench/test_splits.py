"""Splits as II-Bench draws them.

§3.3: "II-Bench comprises 1,222 images, each accompanied by 1 to 3 multiple-choice
questions, totaling 1,434 questions. We randomly select 35 of these questions to construct
a few-shot development set and validation set." Table 3 scores 1,399.
"""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from releases.content.domain.splits import SplitItem, split_items
from releases.gate.selectors.candidates import assign_splits
from releases.gate.selectors.lines import split_lines
from releases.records.models import Release
from subtext_protocol.shipped import shipped_protocol
from tests.releases.samples import frozen_item, frozen_release, written

IMAGES, QUESTIONS = 1222, 1434
PROTOCOL = shipped_protocol("ii-bench")


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_exactly_35_questions_are_drawn_for_any_seed(seed: int) -> None:
    more = QUESTIONS - IMAGES
    items = {
        f"{number:012x}": SplitItem(2 if number < more else 1)
        for number in range(IMAGES)
    }
    splits = PROTOCOL.release.splits
    chosen = split_items(items, splits, seed=seed, kept_splits={}, shots=3)
    counts = Counter[str]()
    for key, split in chosen.items():
        counts[split] += items[key].questions
    assert counts == {"dev": 15, "val": 20, "test": 1399}


@pytest.mark.django_db
def test_a_random_draw_looks_at_no_label(
    ii_bench: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[SplitItem] = []

    def split_all(items: dict[str, SplitItem], *_: object, **__: object) -> object:
        seen.extend(items.values())
        return dict.fromkeys(items, "test")

    monkeypatch.setattr("releases.gate.selectors.candidates.split_items", split_all)
    item = frozen_item(PROTOCOL, 1, split="")
    candidate = _Candidate(item)
    assign_splits(ii_bench.project, [candidate], seed=0, clusters={})  # type: ignore[list-item]
    assert [one.stratum for one in seen] == [()]


class _Candidate:
    """What the draw reads of an item."""

    def __init__(self, frozen: object) -> None:
        self.frozen = frozen

    def _replace(self, frozen: object) -> "_Candidate":
        return _Candidate(frozen)


@pytest.mark.parametrize(("exact", "level"), [(False, "warn"), (True, "block")])
def test_a_smaller_split_is_said_or_refused(exact: bool, level: str) -> None:
    release = PROTOCOL.release.model_copy(update={"exact_splits": exact})
    protocol = PROTOCOL.model_copy(update={"release": release})
    line = next(iter(split_lines(protocol, [], {"dev": 7, "val": 20, "test": 40})))
    assert (line.id, line.level) == ("splits", level)
    assert "dev 7/15" in str(line)


def test_the_card_prints_seed_sampling_and_smaller_splits(tmp_path: Path) -> None:
    items = [
        frozen_item(PROTOCOL, n, split="dev" if n < 8 else "test") for n in range(1, 16)
    ]
    written(frozen_release(PROTOCOL, items, seed=42), tmp_path)
    card = (tmp_path / "README.md").read_text("utf-8")
    assert "drawn at random with seed 42" in card
    assert "| dev | 15 | 7 |" in card
    assert "| val | 20 | 0 |" in card
