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

# Thumb pixels that a corner has moved: in 13 of 64,139 pairs of copies it is more. Moved
# and stretched far enough, one oval is any other.
_MOST_MOVED = 20
# Of the drawn places between the strips where banners are; more of them where the other
# was moved further than a crop or a banner does: a map in a frame, and an empty frame.
_LEAST_MIDDLE = 0.85
_FAR_MOVED, _MIDDLE_OF_FAR_MOVED = 12, 0.92
# Solid contradiction where nothing was cropped or framed.
_CONTRADICTED = 12
# Of the drawn places, where more is asked than usual.
_NEARLY_ALL = 0.95
# Solid contradiction, and conflict, after which that much is asked wherever it lies: two
# kinds of memory modules, each with its name.
_SOME, _SOME_CONFLICT = 5, 0.04
# Drawn places: of a small figure on an empty page little but its outline can differ.
_FEW_DRAWN = 1000
# Correlation of copies whose contrast was changed by more than this, or that have other
# tones than one curve explains. Two frames alike make unlike contents correlate.
_OF_CHANGED_CONTRAST = {1.5: 0.96, 2.0: 0.98}
_OF_OTHER_TONES = 0.95
# Solid patches away from top and bottom that only one shows: 42 thumb pixels at most in
# copies but for two of 3,300, whose palette had lost a colour; 96 and more where a
# flag got a star, a bear a bow.
_INSERTED = 60
# Thumb pixels where one is much lighter or darker and which are contradicted, too: more
# in 12 of 32,190 pairs of copies, and in smiles with the mouth open and shut.
_REPAINTED = 20
# Of fine detail, where less or more than this is drawn. Of a speck little else can
# differ, and it tells a board of green squares from one of hatched ones.
_LITTLE, _MUCH, _FINE_THERE = 1500, 12_000, 0.88
# Of the picture, where colours and drawings differ slightly.
_SLIGHTLY_RECOLOURED = 0.003


def is_near_duplicate(found: Overlay) -> bool:
    """The rule for grey levels.

    Re-encoded, resized, cropped, retoned copies agree in at least 0.92 of the drawn
    places and 0.85 of the fine ones, less of these where noise is all that is fine;
    unlike pictures in one frame (comics, playing cards, warning signs) in at most 0.88.
    Where one frame holds any solid contradiction, or hardly anything is drawn, more must
    agree: a tree with other branches, a gear and a disc differ in few places.
    Copies with a mark agree less, but the mark is on one side only (0.8 % on the other
    for noise), no larger than 6 % of the picture, and hardly anything contradicts.
    Solid contradiction tells posters with another word (13 thumb pixels and more): in
    copies of the same frame there is hardly any, in cropped and framed ones up to 40.
    What is set into the middle of a picture is part of what it says, not a site's mark.
    """
    if found.middle < _LEAST_MIDDLE or found.correlation < LEAST_CORRELATION:
        return False
    if found.inserted > _INSERTED:
        return False
    if found.contradicted and found.repainted > _REPAINTED:
        return False
    if found.moved > _FAR_MOVED and found.middle < _MIDDLE_OF_FAR_MOVED:
        return False
    if not _LITTLE <= found.drawn <= _MUCH and found.fine < _FINE_THERE:
        return False
    reframed = found.moved > REFRAMED
    if found.contradicted > (MOST_CONTRADICTED if reframed else _CONTRADICTED):
        return False
    some = found.contradicted > _SOME and found.conflict > _SOME_CONFLICT
    doubtful = found.drawn < _FEW_DRAWN or some or (found.contradicted and not reframed)
    if found.moved > _MOST_MOVED or (doubtful and found.agree < _NEARLY_ALL):
        return False
    change = max(found.gain, 1 / found.gain)
    if any(
        change > changed and found.correlation < least
        for changed, least in _OF_CHANGED_CONTRAST.items()
    ):
        return False
    if found.agree >= 0.92 and found.fine >= 0.85:
        return True
    if found.agree >= 0.985 and found.fine >= LEAST_FINE and found.contradicted == 0:
        return found.correlation >= 0.94
    return (
        found.agree >= LEAST_AGREEMENT
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
    the other, and yet correlates; a cow and a horse in one sign do less. What lost its
    colours has kept its tones. Where colours differ in a few places and drawings do, too,
    hardly a tone may: a tree with other branches has a little of each.
    """
    if colours.different is not None and colours.different > 0.15:
        return False
    if colours.bleached and not (0.8 < found.gain < 1.25 and abs(found.bias) < 15):
        return False
    slightly = colours.different is not None and colours.different > 0.03
    if slightly and found.agree < 0.96:
        return found.recoloured <= _SLIGHTLY_RECOLOURED
    same_colours = colours.different is not None and colours.different <= 0.02
    clipped = same_colours and found.correlation >= _OF_OTHER_TONES
    return found.recoloured <= (0.1 if clipped else 0.02)
