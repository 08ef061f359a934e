"""Copies are found, relatives are not: candidates, confirmation, clusters."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageOps

from curation.domain.candidates import (
    SKETCH_RADIUS,
    HashedImage,
    candidates_between,
    candidates_within,
    window_distance,
)
from curation.domain.clustering import ConfirmedPair, KeepReason, Member, cluster
from curation.domain.confirming import (
    Difference,
    MatchResult,
    confirm,
)
from curation.domain.decoding import decode
from curation.domain.hashing import DRAFT_SIDE, distance, fingerprint
from curation.domain.image_features import ImageFeatures, prepare
from curation.services.image_storage import PREVIEW_SIDE
from tests.curation.domain.pictures import COPIES, encoded, reopened, scene, words

SEEDS = range(20, 32)
SIDES = (PREVIEW_SIDE, DRAFT_SIDE)


def prepared(image: Image.Image) -> ImageFeatures:
    return prepare(fingerprint(image))


@pytest.mark.parametrize("kind", COPIES)
def test_a_copy_is_a_candidate_and_confirmed(kind: str) -> None:
    missed = []
    for seed in SEEDS:
        original = scene(seed)
        copy = COPIES[kind](original)
        hashed = HashedImage.of([fingerprint(original), fingerprint(copy)])
        found = candidates_within(hashed)
        if not found or not confirm(prepared(original), prepared(copy)).is_copy:
            missed.append(seed)
    assert missed == []


def test_unlike_scenes_are_not_copies() -> None:
    ready = [prepared(scene(seed)) for seed in SEEDS]
    for index, one in enumerate(ready):
        for other in ready[index + 1 :]:
            assert not confirm(one, other).is_copy


def framed(inside: Image.Image) -> Image.Image:
    poster = Image.new("RGB", (480, 360), (90, 20, 20))
    ImageDraw.Draw(poster).rectangle((15, 15, 465, 345), outline="gold", width=8)
    poster.paste(inside.resize((300, 220)), (90, 70))
    return poster


def strip(first_seed: int, caption: str) -> Image.Image:
    """A comic of four panels; the last one and the captions change."""
    page = Image.new("RGB", (480, 480), "white")
    draw = ImageDraw.Draw(page)
    for panel in range(4):
        x, y = panel % 2 * 240, panel // 2 * 240
        seed = 900 if panel == 0 else first_seed + panel
        page.paste(scene(seed, (220, 180)), (x + 10, y + 10))
        draw.rectangle((x + 10, y + 10, x + 230, y + 230), outline="black", width=4)
        draw.text((x + 20, y + 200), f"{caption} {panel}", fill="black", font_size=20)
    return page


RELATIVES = {
    "word logos on one ground": (
        words("FREEDOM", ground="lightgrey"),
        words("PRISONS", ground="lightgrey"),
    ),
    "strips of one series": (strip(40, "He said so"), strip(60, "We know it")),
    "tweets on white": (
        words("Nobody:\nMe at three\nin the morning", letters=34),
        words("If you can read\nthis then you are\nfar too close", letters=34),
    ),
    "posters in one frame": (framed(scene(70)), framed(scene(71))),
}


@pytest.mark.parametrize("kind", RELATIVES)
def test_relatives_are_not_copies(kind: str) -> None:
    one, other = RELATIVES[kind]
    assert not confirm(prepared(one), prepared(other)).is_copy
    assert confirm(prepared(one), prepared(one)).is_copy


@pytest.mark.parametrize("kind", sorted(set(COPIES) - {"watermarked"}))
def test_copies_of_small_pictures_are_confirmed(kind: str) -> None:
    small = [scene(seed, (132, 104)) for seed in SEEDS]
    missed = [
        seed
        for seed, one in zip(SEEDS, small, strict=True)
        if not confirm(prepared(one), prepared(COPIES[kind](one))).is_copy
    ]
    assert len(missed) <= 1


def arrow(colour: str) -> Image.Image:
    image = Image.new("RGB", (300, 200), "white")
    ImageDraw.Draw(image).polygon(
        [
            (20, 100),
            (120, 20),
            (120, 70),
            (280, 70),
            (280, 130),
            (120, 130),
            (120, 180),
        ],
        fill=colour,
        outline="black",
        width=4,
    )
    return image


def bands(*colours: str) -> Image.Image:
    flag = Image.new("RGB", (300, 200))
    for place, colour in enumerate(colours):
        flag.paste(Image.new("RGB", (100, 200), colour), (place * 100, 0))
    return flag


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (arrow("#cc2200"), arrow("#0060c8")),
        (arrow("#00a060"), arrow("#a000a0")),
        (
            bands("#009a44", "#ffcd00", "#cd212a"),
            bands("#0055a4", "#ffffff", "#cd212a"),
        ),
        (arrow("#cc2200"), arrow("#101010")),
    ],
)
def test_the_same_drawing_in_other_colours_is_another_picture(
    one: Image.Image, other: Image.Image
) -> None:
    assert not confirm(prepared(one), prepared(other)).is_copy
    for kind in ("re-encoded", "grey", "darker", "palette"):
        assert confirm(prepared(one), prepared(COPIES[kind](one))).is_copy, kind


def test_a_brightened_flag_is_the_same_flag() -> None:
    flag = bands("#0055a4", "#ffffff", "#cd212a")
    star = ImageDraw.Draw(flag)
    star.regular_polygon((150, 100, 30), 5, fill="#cd212a")
    brighter = ImageEnhance.Brightness(flag).enhance(1.25)
    assert confirm(prepared(flag), prepared(brighter)).is_copy


def test_plain_pictures_confirm_nothing() -> None:
    white = prepared(Image.new("RGB", (200, 200), "white"))
    assert not confirm(white, white).is_copy


def test_what_differs_is_told() -> None:
    original = scene(33)
    same = confirm(prepared(original), prepared(original))
    assert same.similarity == 1
    assert same.differences == ()
    marked = confirm(prepared(original), prepared(COPIES["bannered"](original)))
    assert Difference.OVERLAID in marked.differences
    cropped = confirm(prepared(original), prepared(COPIES["cropped"](original)))
    assert Difference.REFRAMED in cropped.differences
    darker = confirm(prepared(original), prepared(COPIES["darker"](original)))
    assert Difference.RETONED in darker.differences


def test_mirrored_copies_are_found_and_named() -> None:
    original = scene(34)
    flipped = ImageOps.mirror(original)
    hashed = HashedImage.of([fingerprint(original), fingerprint(flipped)])
    (candidate,) = candidates_within(hashed)
    assert candidate.mirrored
    assert candidate.distance <= 2
    found = confirm(prepared(original), prepared(flipped), mirrored=True)
    assert found.is_copy
    assert Difference.MIRRORED in found.differences
    assert not confirm(prepared(original), prepared(flipped)).is_copy


def test_mirrored_copies_of_plain_drawings_are_candidates() -> None:
    """Of a symmetric drawing pHash's bits are tosses of a coin."""
    for number in range(3, 9):
        drawing = Image.new("RGB", (300, 300), "white")
        draw = ImageDraw.Draw(drawing)
        draw.regular_polygon((150, 150, 100), number, fill="navy")
        draw.ellipse((190, 40, 230, 80), fill="red")
        flipped = reopened(encoded(ImageOps.mirror(drawing), "JPEG", quality=60))
        found = candidates_within(HashedImage.of(map(fingerprint, (drawing, flipped))))
        assert any(one.mirrored for one in found), number


@pytest.mark.parametrize("quality", [35, 60, 90])
def test_a_draft_of_a_large_jpeg_has_the_verdicts_of_the_whole(quality: int) -> None:
    chance = np.random.default_rng(quality)
    original = scene(quality, (3600, 3300))
    grain = chance.normal(0, 12, (3300, 3600, 1))
    noisy = Image.fromarray(
        (np.asarray(original) + grain).clip(0, 255).astype(np.uint8)
    )
    data = encoded(noisy, "JPEG", quality=quality)
    whole = fingerprint(decode(data).image)
    drafts = [decode(data, draft_side=side).image for side in SIDES]
    assert [draft.size for draft in drafts] == [(1800, 1650), (450, 413)]
    seen = [whole, *map(fingerprint, drafts)]
    assert all(distance(whole.phash, one.phash) <= 2 for one in seen)
    others = [
        scene(quality + 1),
        *(change(original.resize((900, 825))) for change in COPIES.values()),
    ]
    prints = list(map(fingerprint, others))
    near = [
        {
            (one.right, one.mirrored)
            for one in candidates_between(
                HashedImage.of([print_]), HashedImage.of(prints)
            )
            if confirm(prepare(print_), prepare(prints[one.right])).is_copy
        }
        for print_ in seen
    ]
    assert near == [{(number, False) for number in range(1, len(others))}] * 3


def test_new_pictures_are_compared_with_old_ones() -> None:
    old = [fingerprint(scene(seed)) for seed in SEEDS]
    new = [fingerprint(scene(100)), fingerprint(COPIES["smaller"](scene(SEEDS[3])))]
    found = candidates_between(HashedImage.of(new), HashedImage.of(old))
    assert (1, 3) in {(pair.left, pair.right) for pair in found}
    assert list(found) == sorted(found)
    assert candidates_between(HashedImage.of([]), HashedImage.of(old)) == []


def pair(left: int, right: int, added: float = 0, removed: float = 0) -> ConfirmedPair:
    return ConfirmedPair(left, right, 4, MatchResult(True, 0.95, added, removed, ()))


def test_the_largest_member_is_kept_then_the_earliest() -> None:
    members = [Member(1, 100, 100, 1), Member(2, 300, 200, 2), Member(3, 200, 300, 3)]
    (found,) = cluster(members, [pair(1, 2), pair(2, 3), pair(1, 3)])
    assert found.kept == 2
    assert {copy.key for copy in found.excluded} == {1, 3}


def test_nobody_is_excluded_without_being_confirmed_against_the_kept_one() -> None:
    members = [Member(1, 900, 900, 1), Member(2, 500, 500, 2), Member(3, 100, 100, 3)]
    (found,) = cluster(members, [pair(1, 2), pair(2, 3)])
    assert found.kept == 1
    assert [copy.key for copy in found.excluded] == [2]


def test_a_clean_copy_is_preferred_to_a_watermarked_one() -> None:
    members = [Member(1, 400, 300, 1), Member(2, 440, 330, 2)]
    (found,) = cluster(members, [pair(1, 2, added=0.03)])
    assert found.kept == 1
    tiny = [Member(1, 100, 80, 1), Member(2, 440, 330, 2)]
    (found,) = cluster(tiny, [pair(1, 2, added=0.03)])
    assert found.kept == 2


def test_locked_members_are_kept_or_only_listed() -> None:
    members = [
        Member(1, 100, 100, 1, locked=True),
        Member(2, 900, 900, 2),
        Member(3, 90, 90, 3, locked=True),
    ]
    (found,) = cluster(members, [pair(1, 2), pair(1, 3), pair(2, 3)])
    assert found.kept == 1
    assert [copy.key for copy in found.excluded] == [2]
    assert [copy.key for copy in found.locked] == [3]


def test_clusters_do_not_depend_on_the_order_of_the_pairs() -> None:
    members = [Member(key, 100 + key, 100, key) for key in range(8)]
    pairs = [pair(0, 1), pair(1, 2), pair(3, 4), pair(4, 5), pair(3, 5), pair(6, 7)]
    assert cluster(members, pairs) == cluster(members[::-1], pairs[::-1])


@pytest.mark.parametrize(
    ("kept", "copy", "added", "because"),
    [
        (Member(1, 800, 600, 1), Member(2, 400, 300, 2), 0.0, KeepReason.LARGER),
        (Member(1, 400, 300, 1), Member(2, 400, 300, 2), 0.0, KeepReason.EARLIER),
        (Member(1, 400, 300, 1), Member(2, 500, 300, 2), 0.03, KeepReason.CLEAN),
        (
            Member(1, 40, 30, 1, locked=True),
            Member(2, 400, 300, 2),
            0.0,
            KeepReason.WORKED_ON,
        ),
        (
            Member(1, 40, 30, 1, locked=True, chosen=True),
            Member(2, 400, 300, 2),
            0.0,
            KeepReason.CHOSEN,
        ),
    ],
)
def test_it_is_told_why_one_is_kept(
    kept: Member, copy: Member, added: float, because: KeepReason
) -> None:
    (found,) = cluster([copy, kept], [pair(1, 2, added=added)])
    assert found.kept == 1
    assert [one.because for one in found.excluded] == [because]


def test_the_distance_of_windows_is_that_of_the_nearest() -> None:
    one = fingerprint(scene(1))
    assert window_distance(one, one) == 0
    assert window_distance(one, fingerprint(scene(2))) > SKETCH_RADIUS
    plain = fingerprint(Image.new("RGB", (200, 200), "white"))
    assert window_distance(one, plain) == 64
