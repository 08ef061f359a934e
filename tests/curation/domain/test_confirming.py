"""What sets copies apart from their relatives: borders, banners, other words."""

import math
import random
from itertools import combinations, product

import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageFont, ImageOps

from curation.domain.confirming import Difference, Pair, confirm, confirm_all
from curation.domain.hashing import fingerprint
from curation.domain.image_features import ImageFeatures, prepare
from tests.curation.domain.pictures import encoded, reopened, scene

SIZE = (480, 360)


def prepared(image: Image.Image) -> ImageFeatures:
    return prepare(fingerprint(image))


def written(page: Image.Image, place: tuple[int, int], text: str, size: float) -> None:
    font = ImageFont.load_default(size=size)
    ImageDraw.Draw(page).text(place, text, fill="black", anchor="mm", font=font)


def matted(seed: int) -> Image.Image:
    """A drawing with white margins of its own, which look like a border."""
    page = Image.new("RGB", SIZE, "white")
    page.paste(scene(seed, (360, 240)), (60, 60))
    return page


@pytest.mark.parametrize("width", [14, 20])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_border_around_margins_is_no_other_picture(seed: int, width: int) -> None:
    one = matted(seed)
    found = confirm(prepared(one), prepared(ImageOps.expand(one, width, "black")))
    assert found.is_copy
    assert Difference.REFRAMED in found.differences
    other = ImageOps.expand(matted(seed + 2), width, "black")
    assert not confirm(prepared(one), prepared(other)).is_copy


def pale(seed: int) -> Image.Image:
    """Light greys alone, so that a banner is all that is dark."""
    chance = random.Random(seed)  # noqa: S311
    page = Image.new("RGB", SIZE, "#eeeeee")
    draw = ImageDraw.Draw(page)
    for _ in range(12):
        x, y = chance.randrange(20, 380), chance.randrange(50, 240)
        across, grey = chance.randrange(30, 90), chance.randrange(150, 200)
        draw.ellipse((x, y, x + across, y + across), fill=(grey, grey, grey))
    return page


def bannered(picture: Image.Image, *, top: bool) -> Image.Image:
    page = picture.copy()
    above = 0 if top else page.height - 32
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, above, page.width, above + 31), fill="black")
    font = ImageFont.load_default(size=19.2)
    text = "seen on a-site.example"
    draw.text((10, above + 16), text, fill="#333333", anchor="lm", font=font)
    return page


@pytest.mark.parametrize("top", [True, False])
@pytest.mark.parametrize("seed", [0, 1])
def test_a_dark_banner_over_a_pale_picture_is_left_out(seed: int, top: bool) -> None:
    one = pale(seed)
    found = confirm(prepared(one), prepared(bannered(one, top=top)))
    assert found.is_copy
    assert Difference.OVERLAID in found.differences
    other = bannered(pale(seed + 2), top=top)
    assert not confirm(prepared(one), prepared(other)).is_copy


def poster(seed: int, word: str) -> Image.Image:
    page = scene(seed, SIZE)
    ImageDraw.Draw(page).rectangle((140, 300, 340, 345), fill="white")
    written(page, (240, 322), word, 34)
    return page


@pytest.mark.parametrize("seed", [6, 7])
def test_one_poster_with_another_word_is_another_picture(seed: int) -> None:
    """All else agrees: solid contradiction in a hundredth of the picture tells."""
    posters = [poster(seed, word) for word in ("WAR", "PEACE", "LOVE", "HATE")]
    for one, other in combinations(map(prepared, posters), 2):
        assert not confirm(one, other).is_copy
    for page in posters:
        again = reopened(encoded(page, "JPEG", quality=40))
        assert confirm(prepared(page), prepared(again)).is_copy


def under_banners(symbol: tuple[int, int] | None) -> Image.Image:
    """A site's bars above and below; between them nothing, or one thing."""
    page = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(page)
    for top in (0, SIZE[1] - 36):
        draw.rectangle((0, top, SIZE[0], top + 35), fill="#222222")
        font = ImageFont.load_default(size=26)
        text = "everything that is seen on a-site.example"
        draw.text((SIZE[0] / 2, top + 18), text, fill="white", anchor="mm", font=font)
    if symbol is not None:
        draw.regular_polygon((*symbol, 28), 5, fill="#333333")
    return page


@pytest.mark.parametrize("place", [(240, 180), (120, 150)])
def test_equal_banners_make_no_copies_of_what_is_between(
    place: tuple[int, int],
) -> None:
    """Most of what is drawn agrees, but none of it is the picture."""
    empty, shown = under_banners(None), under_banners(place)
    assert not confirm(prepared(empty), prepared(shown)).is_copy
    again = reopened(encoded(shown, "JPEG", quality=60))
    assert confirm(prepared(shown), prepared(again)).is_copy


def disc(size: tuple[int, int]) -> Image.Image:
    """A red disc, or what a page of another shape makes of it."""
    page = Image.new("RGB", size, "white")
    across, down = size[0] * 0.3, size[1] * 0.3
    middle, centre = size[0] / 2, size[1] / 2
    ImageDraw.Draw(page).ellipse(
        (middle - across, centre - down, middle + across, centre + down), "#cc1020"
    )
    return page


def test_what_is_alike_only_when_squeezed_to_squares_is_no_copy() -> None:
    flag, ball = disc((600, 400)), disc((400, 520))
    assert confirm(prepared(flag), prepared(flag.resize((300, 200)))).is_copy
    # Some are stretched to fill a screen of another shape.
    assert confirm(prepared(flag), prepared(flag.resize((600, 460)))).is_copy
    assert not confirm(prepared(flag), prepared(ball)).is_copy
    # Cropping changes the shape too, but stretches nothing.
    whole = scene(3)
    cropped = whole.crop((0, 0, round(whole.width * 0.95), whole.height))
    assert confirm(prepared(whole), prepared(cropped)).is_copy


def ball(size: tuple[int, int], box: tuple[int, int, int, int]) -> Image.Image:
    """A red disc with an outline and a gloss."""
    page = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(page)
    draw.ellipse(box, "#ff2020", "black", 9)
    left, top, right, bottom = box
    gloss = (left + 48, top + 45, right - 52, bottom - 55)
    draw.arc(gloss, 170, 280, "#ff9090", 30)
    return page


def test_a_mark_explains_no_other_frame() -> None:
    flag = Image.new("RGB", (1063, 709), "white")
    ImageDraw.Draw(flag).ellipse((311, 134, 751, 574), "#cc1020")
    other = ball((794, 1123), (122, 205, 672, 755))
    assert not confirm(prepared(flag), prepared(other)).is_copy
    # Nor is a gloss in the same frame a mark: it is a ball there, no disc.
    ball_there = ball(flag.size, (311, 134, 751, 574))
    assert not confirm(prepared(flag), prepared(ball_there)).is_copy


@pytest.mark.parametrize(
    ("place", "is_mark"),
    [((30, 20), True), ((450, 340), True), ((30, 180), False), ((450, 180), False)],
)
def test_what_is_set_in_beside_the_middle_belongs_to_the_picture(
    place: tuple[int, int], is_mark: bool
) -> None:
    """An emblem in the corner is a site's; a bear with a bow is another bear."""
    one = matted(3)
    other = one.copy()
    x, y = place
    ImageDraw.Draw(other).ellipse((x - 16, y - 16, x + 16, y + 16), "#202020")
    assert confirm(prepared(one), prepared(other)).is_copy == is_mark


def captioned(sign: str, words: str) -> Image.Image:
    """A sign with a line of words below, on white."""
    page = Image.new("RGB", (300, 342), "white")
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, 300, 300), "#ff9900")
    if sign == "cross":
        for ends in ((80, 80, 220, 220), (220, 80, 80, 220)):
            draw.line(ends, fill="black", width=30)
    else:
        draw.ellipse((90, 90, 210, 210), outline="black", width=25)
    written(page, (150, 322), words, 30)
    return page


@pytest.mark.parametrize("sign", ["cross", "ring"])
@pytest.mark.parametrize(
    ("words", "others"),
    [
        ("Xn - Nocif", "Xi - Irritant"),
        ("so it goes", "never ever"),
        ("Mondays again", "Coffee for two"),
    ],
)
def test_another_caption_makes_another_picture(
    sign: str, words: str, others: str
) -> None:
    """A site's banner has a ground of its own; a caption is what the picture says."""
    one = prepared(captioned(sign, words))
    assert not confirm(one, prepared(captioned(sign, others))).is_copy
    same = reopened(encoded(captioned(sign, words), "JPEG", quality=60))
    assert confirm(one, prepared(same)).is_copy
    covered = captioned(sign, "")
    ImageDraw.Draw(covered).rectangle((0, 312, 300, 342), "#333333")
    found = confirm(one, prepared(covered))
    assert found.is_copy
    assert Difference.OVERLAID in found.differences


@pytest.mark.parametrize("side", [70, 160])
def test_a_speck_in_the_middle_is_not_known_again_enlarged(side: int) -> None:
    """Of something small on a large ground too little is seen."""
    pages = []
    for shown in (side, 200):
        page = Image.new("RGB", (400, 400), "white")
        drawn = scene(3, (200, 200)).resize((shown, shown))
        page.paste(drawn, (200 - shown // 2, 200 - shown // 2))
        pages.append(prepared(page))
    assert confirm(*pages).is_copy == (side == 160)


def on_an_empty_page(teeth: int) -> Image.Image:
    """A small disc, or a gear of its size."""
    page = Image.new("RGB", (800, 800), "white")
    draw = ImageDraw.Draw(page)
    outline = []
    for turn in range(720):
        angle = math.radians(turn / 2)
        radius = 60 + (7 * math.sin(teeth * angle) if teeth else 0)
        outline.append((400 + radius * math.cos(angle), 400 + radius * math.sin(angle)))
    draw.polygon(outline, fill="#a0a0a0")
    if teeth:
        draw.ellipse((395, 395, 405, 405), fill="#404040")
    return page


def test_of_a_small_figure_on_an_empty_page_the_outline_tells() -> None:
    """A gear and a disc differ in few places, but few places are drawn."""
    disc_there, gear = on_an_empty_page(0), on_an_empty_page(8)
    assert not confirm(prepared(disc_there), prepared(gear)).is_copy
    for page in (disc_there, gear):
        again = reopened(encoded(page.resize((300, 300)), "JPEG", quality=60))
        assert confirm(prepared(page), prepared(again)).is_copy


def sign(*, head: int, leg: int, foot: int) -> Image.Image:
    """A red triangle, and in it an animal: from where its parts begin."""
    page = Image.new("RGB", (800, 1000), "white")
    draw = ImageDraw.Draw(page)
    draw.polygon([(400, 100), (650, 540), (150, 540)], fill="#cc1020")
    draw.polygon([(400, 190), (572, 492), (228, 492)], fill="white")
    draw.rectangle((330, 390, 460, 440), fill="black")
    draw.rectangle((head, 370, head + 34, 400), fill="black")
    for left in (leg, leg + 104):
        draw.rectangle((left, 430, left + 14, foot), fill="black")
    return page


def test_signs_of_two_animals_are_no_copies() -> None:
    """The frame, and where in it something is drawn, are the same."""
    cow = sign(head=310, leg=336, foot=470)
    horse = sign(head=410, leg=356, foot=480)
    assert not confirm(prepared(cow), prepared(horse)).is_copy
    again = ImageEnhance.Brightness(cow).enhance(1.2)
    assert confirm(prepared(cow), prepared(again)).is_copy


def smiling(seed: int, gap: int) -> Image.Image:
    """A face before a scene, its mouth open by so much."""
    page = scene(seed, SIZE)
    draw = ImageDraw.Draw(page)
    draw.ellipse((140, 80, 340, 280), fill="#c9b040")
    for x in (200, 280):
        draw.ellipse((x - 8, 130, x + 8, 150), fill="black")
    across = [(180 + 12 * step, math.sin(math.pi * step / 10)) for step in range(11)]
    lips = [[(x, 200 + deep * curve) for x, curve in across] for deep in (30, 30 + gap)]
    if gap:
        draw.polygon(lips[0] + lips[1][::-1], fill="white", outline="black", width=3)
    else:
        draw.line(lips[0], fill="black", width=4)
    return page


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("bordered", [True, False])
def test_a_mouth_that_opens_makes_another_picture(seed: int, bordered: bool) -> None:
    """Also where a border or a crop leaves room for some contradiction."""

    def reframed(page: Image.Image) -> Image.Image:
        if bordered:
            return ImageOps.expand(page, 16, "black")
        return page.crop((10, 8, 470, 352))

    shut = prepared(smiling(seed, 0))
    assert not confirm(shut, prepared(reframed(smiling(seed, 30)))).is_copy
    assert confirm(shut, prepared(reframed(smiling(seed, 0)))).is_copy


def board(apart: int) -> Image.Image:
    """A chess board at its start; its dark fields are green, or lines so far apart."""
    page = Image.new("RGB", (800, 800), "white")
    draw = ImageDraw.Draw(page)
    field = Image.new("RGB", (100, 100), "white" if apart else "#80ff80")
    for start in range(-100, 100, apart) if apart else ():
        line = (start, 100, start + 100, 0)
        ImageDraw.Draw(field).line(line, fill="black", width=2)
    for row, column in product(range(8), repeat=2):
        if (row + column) % 2:
            page.paste(field, (100 * column, 100 * row))
    for row, column in product((0, 1, 6, 7), range(8)):
        x, y, ink = 100 * column + 50, 100 * row + 50, "black" if row < 2 else "white"
        draw.ellipse((x - 30, y - 10, x + 30, y + 44), ink, "black", 3)
        roof = [(x - 25 + 9 * ((column + row) % 3), y), (x, y - 44), (x + 25, y)]
        draw.polygon(roof, ink, "black", 3)
    return page


@pytest.mark.parametrize("apart", [16, 17])
def test_green_fields_are_no_hatched_ones(apart: int) -> None:
    """Small, hatching is a grey like green; they differ in the finest detail alone."""
    green, hatched = prepared(board(0)), prepared(board(apart))
    assert not confirm(green, hatched).is_copy
    again = reopened(encoded(board(apart), "JPEG", quality=60))
    assert confirm(hatched, prepared(again)).is_copy


@pytest.mark.parametrize("seed", [8, 9, 15, 42, 44, 49, 59])
def test_either_of_two_may_be_laid_over_the_other(seed: int) -> None:
    """What was brightened until it clipped agrees better when moved than beneath."""
    one = scene(seed, SIZE)
    other = ImageEnhance.Brightness(one).enhance(1.35)
    there = confirm(prepared(one), prepared(other))
    back = confirm(prepared(other), prepared(one))
    assert there.is_copy
    assert back.is_copy
    assert Difference.RETONED in there.differences
    assert Difference.RETONED in back.differences


def test_many_pairs_have_the_outcomes_that_each_of_them_has() -> None:
    """Whatever they are compared beside, mirrored or not, in any order."""
    pictures = [scene(seed, SIZE) for seed in (8, 9, 15)]
    pictures += [
        ImageEnhance.Brightness(pictures[0]).enhance(1.35),
        ImageOps.mirror(pictures[1]),
        ImageOps.expand(pictures[2], 14, "black"),
        Image.new("RGB", SIZE, "white"),
    ]
    ready = [prepared(picture) for picture in pictures]
    pairs = [
        Pair(one, other, mirrored)
        for one in ready
        for other in ready
        for mirrored in (False, True)
    ]
    random.Random(1).shuffle(pairs)  # noqa: S311
    pairs *= 2
    alone = [confirm(one, other, mirrored=flip) for one, other, flip in pairs]
    assert confirm_all(pairs) == alone
    # Itself but for the plain page, and each of the three copies seen from both.
    assert sum(outcome.is_copy for outcome in alone) == 2 * (6 + 2 * 3)
    assert confirm_all([]) == []
