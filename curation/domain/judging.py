"""The rules by which what an overlay shows makes two pictures copies."""

from curation.domain.colouring import Colours
from curation.domain.overlaying import (
    LEAST_AGREEMENT,
    LEAST_CORRELATION,
    LEAST_FINE,
    MOST_CONTRADICTED,
    Overlay,
)

REFRAMED = 1.5
"""Thumb pixels that a corner has moved in a copy that was cropped or framed."""

# Thumb pixels that a corner has moved in a copy that also carries a mark: 12 at most in
# copies that were cropped or framed, 48 where a ball was taken for the disc of a flag.
_MARKED_MOVED = 20
# Of the drawn places between the strips where banners are.
_LEAST_MIDDLE = 0.6
# Solid contradiction where nothing was cropped or framed.
_CONTRADICTED = 12
# Solid patches away from top and bottom that only one shows: 42 thumb pixels at most in
# copies but for two of 3,300, whose palette had lost a colour; 96 and more where a
# flag got a star, a bear a bow.
_INSERTED = 60


def agrees(found: Overlay) -> bool:
    """The rule for grey levels.

    Re-encoded, resized, cropped, retoned copies agree in at least 0.92 of the drawn
    places and 0.85 of the fine ones, less of these where noise is all that is fine;
    unlike pictures in one frame (comics, playing cards, warning signs) in at most 0.88.
    Copies with a mark agree less, but the mark is on one side only (0.8 % on the other
    for noise), no larger than 6 % of the picture, hardly anything contradicts, and the
    frame is much the same.
    Solid contradiction tells posters with another word (13 thumb pixels and more): in
    copies of the same frame there is hardly any, in cropped and framed ones up to 40.
    What is set into the middle of a picture is part of what it says, not a site's mark.
    """
    if found.middle < _LEAST_MIDDLE or found.correlation < LEAST_CORRELATION:
        return False
    if found.inserted > _INSERTED:
        return False
    reframed = found.moved > REFRAMED
    if found.contradicted > (MOST_CONTRADICTED if reframed else _CONTRADICTED):
        return False
    if found.agree >= 0.92 and found.fine >= 0.85 and found.correlation >= 0.9:
        return True
    if found.agree >= 0.985 and found.fine >= LEAST_FINE and found.contradicted == 0:
        return found.correlation >= 0.94
    return (
        found.agree >= LEAST_AGREEMENT
        and found.moved <= _MARKED_MOVED
        and found.fine >= 0.88
        and found.conflict <= 0.04
        and max(found.added, found.removed) <= 0.06
        and min(found.added, found.removed) <= 0.008
    )


def same_tones(found: Overlay, colours: Colours) -> bool:
    """Whether colours, and without them grey levels, are those of one picture.

    Copies have another colour in at most 0.13 of their places, the same arrow in red
    and in blue in 0.4. At most 2 % of the picture may be lighter or darker than one tone
    curve explains: flags of three bands pass all else. Where there is hardly a
    difference in colour it may be 10 %: what is brightened clips in one channel before
    the other. What lost its colours has kept its tones.
    """
    if colours.different is not None and colours.different > 0.15:
        return False
    if colours.bleached and not (0.8 < found.gain < 1.25 and abs(found.bias) < 15):
        return False
    same_colours = colours.different is not None and colours.different <= 0.02
    return found.recoloured <= (0.1 if same_colours else 0.02)
