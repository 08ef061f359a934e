"""Fingerprints agree with ImageHash and survive storage."""

import imagehash
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageOps

from curation.domain.hashing import (
    Fingerprint,
    distance,
    fingerprint,
    from_hex,
    mirrored_sketches,
    to_hex,
)
from tests.curation.domain.pictures import scene


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000), width=st.integers(1, 700), height=st.integers(1, 700)
)
def test_phash_is_imagehash(seed: int, width: int, height: int) -> None:
    image = scene(seed, (100, 100)).resize((width, height))
    assert fingerprint(image).hex == str(imagehash.phash(image))


@pytest.mark.parametrize(
    ("seed", "hashes"),
    [
        (
            1,
            "b91e3939c669b229 ec4b6c6c9338c378 2475e7189b801881 2475e7189b801881"
            " 2474a7389b881881 2474a7389b881881 6475e77a9b8a0881 24f5a6189b005903",
        ),
        (
            2,
            "dd6ba850574c472e 893efd151319127b 9e1a224841a4d0a4 9e1b224840a4d4a6"
            " 0e1a225941a4dca4 0e1b235900a4cca6 0e92022b510080c4 9e1b224800a4d4a6",
        ),
        (
            3,
            "e6d53c62936c944d b3847937c63bc119 f03e4a650fc1319a f4244d3d0bc39282"
            " f0364a650fc1908a f42445310bc39a80 f02e4a6507c1319a e0b21b240e45801a",
        ),
    ],
)
def test_hashes_are_those_that_databases_keep(seed: int, hashes: str) -> None:
    """Version 6 as version 0.1.0 stored it: another number needs another version."""
    computed = fingerprint(scene(seed)).hashes
    assert " ".join(to_hex(one) for one in computed) == hashes


@pytest.mark.parametrize("colour", ["white", "black", "grey", "red"])
def test_phash_of_a_plain_picture_is_imagehash(colour: str) -> None:
    image = Image.new("RGB", (64, 64), colour)
    assert fingerprint(image).hex == str(imagehash.phash(image))


def test_the_mirrored_hash_is_that_of_the_mirror_image() -> None:
    for seed in range(20):
        image = scene(seed)
        mirrored = fingerprint(ImageOps.mirror(image)).phash
        assert distance(fingerprint(image).mirrored, mirrored) <= 2


def test_hex_and_packing_round_trip() -> None:
    print_ = fingerprint(scene(7))
    assert from_hex(to_hex(print_.phash)) == print_.phash
    packed = print_.pack()
    again = Fingerprint.unpack(packed)
    assert again[:3] == print_[:3]
    assert np.array_equal(again.thumb, print_.thumb)
    assert np.array_equal(again.tint, print_.tint)
    assert again.pack() == packed


def test_a_packed_fingerprint_is_small() -> None:
    for seed in range(5):
        assert len(fingerprint(scene(seed, (1200, 900))).pack()) < 6_000


def test_other_bytes_are_no_fingerprint() -> None:
    with pytest.raises(ValueError, match="3 bytes"):
        Fingerprint.unpack(b"abc")
    assert not Fingerprint.is_current(bytes(16_452))
    assert Fingerprint.is_current(fingerprint(scene(7)).pack())


def test_mirrored_sketches_are_those_of_the_mirror_image() -> None:
    for seed in range(10):
        image = scene(seed)
        whole = np.array([fingerprint(image).sketches[0]], np.uint64)
        mirrored = fingerprint(ImageOps.mirror(image)).sketches[0]
        assert distance(int(mirrored_sketches(whole)[0]), mirrored) <= 2
        assert np.array_equal(mirrored_sketches(mirrored_sketches(whole)), whole)


def test_plain_windows_have_no_sketch() -> None:
    assert set(fingerprint(Image.new("RGB", (90, 90), "white")).sketches) == {0}
