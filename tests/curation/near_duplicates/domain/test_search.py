"""Near-duplicates are found and named, and relatives are told apart."""

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont, ImageOps

from curation.images.domain.description import ImageDescription, describe_image
from curation.near_duplicates.domain.match import (
    DUPLICATE,
    MOST_CANDIDATES,
    POSSIBLE,
    Alteration,
)
from curation.near_duplicates.domain.proposal import DuplicateIndex
from curation.near_duplicates.domain.search import FoundPair, find_pairs
from tests.curation.drawing import COPIES, scene, words

SEEDS = range(20, 28)

Edit = Callable[[Image.Image], Image.Image]


@cache
def description_of(seed: int) -> ImageDescription:
    return describe_image(scene(seed))


def search(*images: Image.Image) -> list[FoundPair]:
    return find_pairs([describe_image(image) for image in images])


def search_edited(seed: int, edit: Edit) -> list[FoundPair]:
    """Search a scene and its edited copy."""
    return find_pairs([description_of(seed), describe_image(edit(scene(seed)))])


def certainty(pairs: list[FoundPair]) -> float:
    return next((pair.certainty for pair in pairs), 0.0)


FAST_COPIES = {"re-encoded", "smaller", "cropped", "grey", "watermarked", "bannered"}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=[] if kind in FAST_COPIES else pytest.mark.slow)
        for kind in COPIES
    ],
)
def test_a_mild_copy_is_a_duplicate(kind: str) -> None:
    certainties = [certainty(search_edited(seed, COPIES[kind])) for seed in SEEDS]
    # A banner hides a part, so that a person decides on most of them.
    if kind == "bannered":
        assert sum(value >= POSSIBLE for value in certainties) >= len(SEEDS) - 1
    else:
        assert sum(value >= DUPLICATE for value in certainties) >= len(SEEDS) - 1


def inside_another(image: Image.Image) -> Image.Image:
    page = scene(900, (600, 450))
    page.paste(image.resize((300, 225)), (120, 100))
    return page


def with_text(image: Image.Image) -> Image.Image:
    image = image.copy()
    font = ImageFont.load_default(size=50)
    ImageDraw.Draw(image).text(
        (image.width / 2, image.height / 2),
        "me on monday",
        "white",
        font,
        "mm",
        stroke_width=3,
        stroke_fill="black",
    )
    return image


HARD_EDITS: dict[str, tuple[Alteration, Edit]] = {
    "cropped to half": (
        Alteration.INSIDE,
        lambda image: image.crop((60, 50, 400, 305)),
    ),
    "turned": (
        Alteration.TURNED,
        lambda image: image.rotate(8, expand=True, fillcolor="white"),
    ),
    "turned by a quarter": (
        Alteration.TURNED,
        lambda image: image.rotate(90, expand=True),
    ),
    "mirrored": (Alteration.MIRRORED, ImageOps.mirror),
    "inside another image": (Alteration.INSIDE, inside_another),
    "text over the middle": (Alteration.OVERLAID, with_text),
}
FAST = {"cropped to half", "mirrored"}


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(edit, marks=[] if edit in FAST else pytest.mark.slow)
        for edit in HARD_EDITS
    ],
)
def test_a_hard_edit_is_found_and_named(edit: str) -> None:
    kind, change = HARD_EDITS[edit]
    results = [search_edited(seed, change) for seed in SEEDS]
    pairs = [pair for result in results for pair in result]
    assert len(pairs) >= len(SEEDS) - 2
    assert sum(kind in pair.kinds for pair in pairs) >= len(pairs) - 2


NAMED = {
    "darker": Alteration.RETONED,
    "less contrast": Alteration.RETONED,
    "grey": Alteration.RECOLOURED,
    "bannered": Alteration.OVERLAID,
}


@pytest.mark.parametrize("copy", NAMED)
def test_a_mild_copy_is_named(copy: str) -> None:
    (pair,) = search_edited(21, COPIES[copy])
    assert NAMED[copy] in pair.kinds
    (same,) = search_edited(21, COPIES["smaller"])
    assert same.kinds == ()


def test_different_scenes_are_no_duplicates() -> None:
    assert find_pairs([description_of(seed) for seed in range(20, 50)]) == []


def test_plain_images_are_no_duplicates_of_drawings() -> None:
    plain = Image.new("RGB", (300, 200), "white")
    assert search(plain, scene(1), words("ARROW")) == []


@pytest.mark.slow
def test_an_image_with_many_copies_is_found_with_each() -> None:
    chance = random.Random(3)  # noqa: S311
    original = scene(5)
    copies = [
        original.resize((chance.randrange(200, 400), chance.randrange(150, 300)))
        for _ in range(24)
    ]
    descriptions = [describe_image(image) for image in (original, *copies)]
    others = [description_of(seed) for seed in range(20, 30)]
    pairs = find_pairs([*descriptions, *others])
    assert {pair.right for pair in pairs} | {pair.left for pair in pairs} == set(
        range(25)
    )


def test_candidates_are_bounded_and_survive_storing() -> None:
    copies = [scene(5).resize((200 + 4 * step, 150 + 3 * step)) for step in range(30)]
    descriptions = [describe_image(image) for image in copies]
    index = DuplicateIndex.build(range(30), descriptions.__getitem__)
    candidates = index.find_candidates(descriptions[0], exclude=0)
    assert len(candidates) == MOST_CANDIDATES
    assert 0 not in {candidate.key for candidate in candidates}
    assert (
        DuplicateIndex.from_bytes(index.to_bytes()).find_candidates(
            descriptions[0], exclude=0
        )
        == candidates
    )


def test_images_added_later_are_proposed_until_the_index_is_outgrown() -> None:
    index = DuplicateIndex.build(range(30, 34), description_of)
    assert not index.needs_rebuild
    index.add_images((key, description_of(key)) for key in range(40, 50))
    small = describe_image(scene(44).resize((200, 150)))
    assert index.find_candidates(small)[0].key == 44
    assert index.needs_rebuild
    assert DuplicateIndex().find_candidates(small) == []


def test_a_description_survives_storing_and_stays_small() -> None:
    description = description_of(7)
    data = description.to_bytes()
    assert len(data) < 50_000
    restored = ImageDescription.from_bytes(data)
    assert restored.to_bytes() == data
    assert restored.box == description.box


def test_a_description_of_another_version_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = description_of(7).to_bytes()
    monkeypatch.setattr("curation.images.domain.description.VERSION", 99)
    with pytest.raises(ValueError, match="version 1"):
        ImageDescription.from_bytes(data)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_mirrored_view_is_that_of_the_mirror_image(seed: int) -> None:
    image = scene(seed, (320, 240))
    mirrored = describe_image(image).registration_view(mirrored=True)
    expected = describe_image(ImageOps.mirror(image)).registration_view()
    assert mirrored.box == expected.box
    # Both pictures went through WebP.
    for first, second in (
        (mirrored.pixels, expected.pixels),
        (mirrored.grey, expected.grey),
    ):
        assert np.abs(first.astype(int) - second.astype(int)).mean() < 4
    first, second = (
        view.descriptors.astype(np.float64) for view in (mirrored, expected)
    )
    distances = np.linalg.norm(first[:, None] - second[None], axis=2).min(axis=1)
    assert np.median(distances) < 60
