"""Are two pictures copies of each other? Pixels decide, not hashes.

The thumbs are laid over each other (windows of ``framing``, then ECC: Evangelidis and
Psarakis, "Parametric image alignment using enhanced correlation coefficient
maximization", PAMI 2008) and compared place by place with normalised
cross-correlation, which ignores brightness and contrast. Only places where something
is drawn count: two words on one ground, or two tweets on white, agree nearly
everywhere and yet show different things.

Thresholds of the overlay were first set on 200 II-Bench and 121 openclipart pictures
with 22 variants each; colours, and the rule for pictures of any size, on 360 pictures of
the half of openclipart that ``benchmarks.duplicates --tuning`` takes, with three
variants each. There candidate search and confirmation together find 98.7 % of the
variants (1,080). What is confirmed wrongly differs in one symbol, or in colours so weak
that a greyscale copy could have them. See ``_is_copy``.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from curation.domain.colouring import Colours, Tint, compare
from curation.domain.framing import BANNERS, PAIRINGS, Box, Framing, Thumb, frame
from curation.domain.hashing import Fingerprint
from curation.domain.overlaying import LEAST_CORRELATION, Overlay, overlay
from curation.domain.warping import Warp, refined, same, start

_SIDE = 16
_HYPOTHESES = 3
# Below this no alignment of a true copy begins.
_HOPELESS = 0.75


class Difference(StrEnum):
    """What a copy does not share with its original."""

    MIRRORED = "mirrored"
    REFRAMED = "reframed"
    OVERLAID = "overlaid"
    RETONED = "retoned"


class Confirmation(NamedTuple):
    """The outcome of comparing two thumbs.

    ``similarity`` is the share of drawn places that agree, 0 to 1. ``added`` and
    ``removed`` are the shares of the picture where only the other, or only the first,
    shows something.
    """

    is_copy: bool
    similarity: float
    added: float
    removed: float
    differences: tuple[Difference, ...]


UNLIKE = Confirmation(False, 0.0, 0.0, 0.0, ())


class Prepared(NamedTuple):
    """A thumb with what every comparison of it needs."""

    thumb: Thumb
    tint: Tint
    framing: Framing
    descriptors: npt.NDArray[np.float32]


def prepare(fingerprint: Fingerprint) -> Prepared:
    """Make a picture ready for comparing."""
    return _prepare(fingerprint.thumb, fingerprint.tint)


def mirror(prepared: Prepared) -> Prepared:
    """The same for the mirror image."""
    return _prepare(
        np.ascontiguousarray(prepared.thumb[:, ::-1]),
        np.ascontiguousarray(prepared.tint[:, ::-1]),
    )


def _prepare(thumb: Thumb, tint: Tint) -> Prepared:
    framing = frame(thumb)
    rows = [_descriptor(thumb, box) for box in framing]
    return Prepared(thumb, tint, framing, np.stack(rows))


def confirm(one: Prepared, other: Prepared, *, mirrored: bool = False) -> Confirmation:
    """Say whether two pictures are copies, how alike they are and what differs.

    With ``mirrored`` the other picture is flipped before it is compared.
    """
    if mirrored:
        other = mirror(other)
    best: Overlay | None = None
    for warp in _alignments(one, other):
        found = overlay(one.thumb, other.thumb, warp)
        if found is None:
            continue
        if _is_copy(found, compare(one.tint, other.tint, warp)):
            return _outcome(found, True, mirrored)
        if best is None or found.agree > best.agree:
            best = found
    return UNLIKE if best is None else _outcome(best, False, mirrored)


def _alignments(one: Prepared, other: Prepared) -> Iterator[Warp]:
    """Ways to lay one picture over the other, the likeliest first, none twice.

    Of each pairing of windows as it is, then as ECC improves it: the windows alone are
    often right, and ECC can be led astray.
    """
    started: list[tuple[Warp, int]] = []
    given: list[Warp] = []
    likeness = one.descriptors @ other.descriptors.T
    scores = np.array([likeness[pairing] for pairing in PAIRINGS])
    for index in np.argsort(-scores, kind="stable")[:_HYPOTHESES]:
        if scores[index] < _HOPELESS:
            break
        mine, theirs = PAIRINGS[index]
        first = start(one.framing[mine], other.framing[theirs])
        banner = mine if mine == theirs and mine in BANNERS else 0
        # Without borders, windows and what is fitted to them coincide.
        if any(before == banner and same(first, warp) for warp, before in started):
            continue
        started.append((first, banner))
        if not any(same(first, warp) for warp in given):
            given.append(first)
            yield first
        better = refined(one.thumb, other.thumb, first, banner)
        if better is not None and not any(same(better, warp) for warp in given):
            given.append(better)
            yield better


def _is_copy(found: Overlay, colours: Colours) -> bool:
    """The rule.

    Re-encoded, resized, cropped, retoned copies agree in at least 0.92 of the drawn
    places and 0.85 of the fine ones; unlike pictures in one frame (comics, playing
    cards, warning signs) in at most 0.88. Copies with a mark agree less, but the mark
    is on one side only (0.8 % on the other for noise), no larger than 6 % of the
    picture, and hardly anything contradicts. Solid contradiction of more than 40 thumb
    pixels tells the king of clubs from the king of spades (104); copies stay below in
    98 of 100 of the worst kind, crops by 3 %.
    """
    if found.correlation < LEAST_CORRELATION or found.contradicted > 40:
        return False
    if not _same_tones(found, colours):
        return False
    if found.agree >= 0.92 and found.fine >= 0.85 and found.correlation >= 0.9:
        return True
    return (
        found.agree >= 0.7
        and found.fine >= 0.88
        and found.conflict <= 0.04
        and max(found.added, found.removed) <= 0.06
        and min(found.added, found.removed) <= 0.008
    )


def _same_tones(found: Overlay, colours: Colours) -> bool:
    """Whether colours, and without them grey levels, are those of one picture.

    Copies have another colour in at most 0.13 of their places, the same arrow in red
    and in blue in 0.4. Hardly a difference in colour allows any change of tone: what is
    brightened clips in one channel before the other. Otherwise at most 2 % of the
    picture may be lighter or darker than one tone curve explains: flags of three bands
    pass all else. What lost its colours has kept its tones.
    """
    if colours.different is not None and colours.different > 0.15:
        return False
    if colours.bleached and not (0.8 < found.gain < 1.25 and abs(found.bias) < 15):
        return False
    same_colours = colours.different is not None and colours.different <= 0.02
    return same_colours or found.recoloured <= 0.02


def _outcome(found: Overlay, is_copy: bool, mirrored: bool) -> Confirmation:
    seen = {
        Difference.MIRRORED: mirrored,
        Difference.REFRAMED: found.moved > 1.5,
        Difference.OVERLAID: max(found.added, found.removed) > 0.01 or found.banner,
        Difference.RETONED: not 0.9 < found.gain < 1.11 or abs(found.bias) > 10,
    }
    return Confirmation(
        is_copy=is_copy,
        similarity=round(found.agree, 4),
        added=round(found.added, 4),
        removed=round(found.removed, 4),
        differences=tuple(name for name, differs in seen.items() if differs),
    )


def _descriptor(thumb: Thumb, box: Box) -> npt.NDArray[np.float32]:
    part = cv2.resize(box.cut(thumb), (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    values = part.reshape(-1).astype(np.float32)
    values -= values.mean()
    norm = float(np.linalg.norm(values))
    return values / norm if norm > 1 else np.zeros_like(values)
