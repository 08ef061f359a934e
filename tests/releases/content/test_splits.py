from hypothesis import given
from hypothesis import strategies as st

from releases.content.domain.splits import SplitItem, split_items, split_quotas
from subtext_protocol.publication import Split

SPLITS = (
    Split(id="dev", questions=15, shots=True),
    Split(id="val", questions=20),
    Split(id="test", questions="rest"),
)
items = st.dictionaries(
    st.text("0123456789abcdef", min_size=12, max_size=12),
    st.integers(1, 3),
    max_size=120,
)


def plain(questions: dict[str, int]) -> dict[str, SplitItem]:
    """Items that differ in nothing but their number of questions."""
    return {key: SplitItem(number) for key, number in questions.items()}


def sizes(chosen: dict[str, str], questions: dict[str, int]) -> dict[str, int]:
    counts = dict.fromkeys(("dev", "val", "test"), 0)
    for key, split in chosen.items():
        counts[split] += questions[key]
    return counts


@given(items, st.integers(0, 1000))
def test_every_item_is_in_one_split_and_no_quota_is_exceeded(
    questions: dict[str, int], seed: int
) -> None:
    chosen = split_items(plain(questions), SPLITS, seed=seed, kept_splits={})
    assert chosen.keys() == questions.keys()
    counts = sizes(chosen, questions)
    assert counts["dev"] <= 15
    assert counts["val"] <= 20
    assert counts["dev"] + counts["val"] <= sum(questions.values()) / 2


@given(items, st.randoms())
def test_the_order_of_the_items_does_not_matter(
    questions: dict[str, int], shuffler: object
) -> None:
    keys = list(questions)
    shuffler.shuffle(keys)  # type: ignore[attr-defined]
    shuffled = {key: questions[key] for key in keys}
    assert split_items(plain(questions), SPLITS, seed=3, kept_splits={}) == split_items(
        plain(shuffled), SPLITS, seed=3, kept_splits={}
    )


@given(items, items)
def test_what_was_released_stays_where_it_was(
    earlier: dict[str, int], later: dict[str, int]
) -> None:
    kept = split_items(plain(earlier), SPLITS, seed=0, kept_splits={})
    chosen = split_items(plain({**later, **earlier}), SPLITS, seed=0, kept_splits=kept)
    assert {key: chosen[key] for key in earlier} == kept


def test_a_large_benchmark_gets_its_full_splits() -> None:
    questions = {f"{n:012x}": 1 for n in range(1434)}
    counts = sizes(
        split_items(plain(questions), SPLITS, seed=0, kept_splits={}), questions
    )
    assert counts == {"dev": 15, "val": 20, "test": 1399}


def test_a_small_benchmark_shrinks_its_fixed_splits_in_proportion() -> None:
    assert split_quotas(SPLITS, 70) == {"dev": 15, "val": 20}
    assert split_quotas(SPLITS, 35) == {"dev": 7, "val": 9}
    assert split_quotas(SPLITS, 2) == {"dev": 0, "val": 0}


def test_another_seed_draws_others() -> None:
    questions = {f"{n:012x}": 1 for n in range(200)}
    one = split_items(plain(questions), SPLITS, seed=0, kept_splits={})
    assert one != split_items(plain(questions), SPLITS, seed=1, kept_splits={})


def test_a_split_that_the_protocol_no_longer_has_is_drawn_anew() -> None:
    chosen = split_items(
        {"a": SplitItem(1)}, SPLITS, seed=0, kept_splits={"a": "holdout"}
    )
    assert chosen == {"a": "test"}


@given(items, st.integers(0, 1000), st.data())
def test_copies_are_never_apart(
    questions: dict[str, int], seed: int, data: st.DataObject
) -> None:
    names = st.sampled_from(["one", "two", "three", ""])
    drawn = {key: data.draw(names) for key in sorted(questions)}
    clusters = {key: name for key, name in drawn.items() if name}
    chosen = split_items(
        plain(questions), SPLITS, seed=seed, kept_splits={}, clusters=clusters
    )
    for name in set(clusters.values()):
        assert len({chosen[key] for key in clusters if clusters[key] == name}) == 1


def test_a_copy_joins_what_was_released_even_if_that_is_gone() -> None:
    questions = plain({f"{n:012x}": 1 for n in range(200)} | {"new": 1})
    clusters = {"gone": "gone", "new": "gone"}
    for split in ("dev", "test"):
        chosen = split_items(
            questions, SPLITS, seed=1, kept_splits={"gone": split}, clusters=clusters
        )
        assert chosen["new"] == split
        assert "gone" not in chosen


@given(st.integers(0, 200))
def test_every_stratum_has_its_share_of_a_split(seed: int) -> None:
    shares = {"life": 700, "art": 400, "logo": 300}
    items_ = {
        f"{domain}-{n}": SplitItem(1, (domain,))
        for domain, count in shares.items()
        for n in range(count)
    }
    splits = (Split(id="dev", questions=28), Split(id="test", questions="rest"))
    chosen = split_items(items_, splits, seed=seed, kept_splits={})
    dev = [key for key, split in chosen.items() if split == "dev"]
    assert len(dev) == 28
    for domain, expected in (("life", 14), ("art", 8), ("logo", 6)):
        there = sum(key.startswith(domain) for key in dev)
        assert abs(there - expected) <= 1


def test_a_tiny_benchmark_still_has_its_examples() -> None:
    questions = plain({"a": 2, "b": 3, "c": 1, "d": 2, "e": 3, "f": 1})
    chosen = split_items(questions, SPLITS, seed=0, kept_splits={}, shots=3)
    assert sum(split == "dev" for split in chosen.values()) == 3
    assert sum(questions[k].questions for k, s in chosen.items() if s == "test") >= 6


def test_a_split_takes_so_many_of_each_choice() -> None:
    splits = [
        Split(id="dev", questions=2, per="subject"),
        Split(id="test", questions="rest"),
    ]
    items_ = {
        f"{subject}-{n}": SplitItem(1, (subject,), {"subject": [subject]})
        for subject, count in (("physics", 20), ("music", 8), ("rare", 1))
        for n in range(count)
    }
    chosen = split_items(items_, splits, seed=0, kept_splits={})
    dev = [key.split("-")[0] for key, split in chosen.items() if split == "dev"]
    assert (dev.count("physics"), dev.count("music"), dev.count("rare")) == (2, 2, 1)
    # A later version fills up what it has, and moves nothing.
    more = {**items_, "rare-1": SplitItem(1, ("rare",), {"subject": ["rare"]})}
    again = split_items(more, splits, seed=5, kept_splits=chosen)
    assert again["rare-1"] == "dev"
    assert {key: again[key] for key in chosen} == chosen


def test_where_there_is_little_each_choice_gets_as_much() -> None:
    splits = [
        Split(id="dev", questions=5, per="subject"),
        Split(id="test", questions="rest"),
    ]
    items_ = {
        f"{n}": SplitItem(1, (), {"subject": ["a" if n % 2 else "b"]}) for n in range(8)
    }
    chosen = split_items(items_, splits, seed=0, kept_splits={})
    dev = [items_[key].labels["subject"][0] for key in chosen if chosen[key] == "dev"]
    assert sorted(dev) == ["a", "a", "b", "b"]
