"""Pictures that look alike and are not copies: what a series has in common stays, what
it says or shows changes."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType

from PIL import Image, ImageDraw, ImageFont

_SENTENCE = (
    "nobody told me that being grown up mostly means googling how to do "
    "stuff and then being tired while the same people ask why you never "
    "call back since they lost the number you gave them at that party where "
    "everyone left before the cake arrived"
)
_WORDS = tuple(_SENTENCE.split())
_GROUNDS = ("lightgrey", "#dfe7ee", "#20242a", "white", "#f4e3c1")

Series = Callable[[Sequence[Image.Image], Random, int], list[Image.Image]]


def _word(chance: Random) -> str:
    """Seven letters, as good as certainly not drawn before."""
    return "".join(
        chance.choice("BCDFGHKLMNPRSTVW" if place % 2 == 0 else "AEIOUY")
        for place in range(7)
    )


def _letters(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size)


def _ink(ground: str) -> str:
    return "white" if ground == "#20242a" else "black"


def _filled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The picture within ``size``, on white."""
    page = Image.new("RGB", size, "white")
    image = image.copy()
    image.thumbnail(size, Image.Resampling.LANCZOS)
    page.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
    return page


def word_logos(
    images: Sequence[Image.Image], chance: Random, count: int
) -> list[Image.Image]:
    """One word each, in one type, on one ground."""
    ground, size = chance.choice(_GROUNDS), chance.randint(44, 72)
    pages = []
    for _ in range(count):
        page = Image.new("RGB", (480, 360), ground)
        draw = ImageDraw.Draw(page)
        draw.text((240, 180), _word(chance), _ink(ground), _letters(size), "mm")
        pages.append(page)
    return pages


def tweets(
    images: Sequence[Image.Image], chance: Random, count: int
) -> list[Image.Image]:
    """One account's posts on white: the same head and foot, other words."""
    avatar = _filled(chance.choice(images), (70, 70))
    name = _word(chance).title()
    pages = []
    for _ in range(count):
        page = Image.new("RGB", (600, 340), "white")
        draw = ImageDraw.Draw(page)
        page.paste(avatar, (24, 24))
        draw.text((110, 30), name, "black", _letters(28))
        draw.text((110, 66), f"@{name.lower()}", "#667", _letters(22))
        lines = (
            " ".join(chance.choices(_WORDS, k=chance.randint(4, 6)))
            for _ in range(chance.randint(2, 4))
        )
        draw.multiline_text((24, 116), "\n".join(lines), "black", _letters(30))
        draw.line((24, 300, 576, 300), "#dde", 2)
        draw.text((24, 306), "9:41 · 3 Nov", "#667", _letters(20))
        pages.append(page)
    return pages


def strips(
    images: Sequence[Image.Image], chance: Random, count: int
) -> list[Image.Image]:
    """A comic of four panels: the same first one, others after it."""
    first = _filled(chance.choice(images), (220, 180))
    title = f"{_word(chance)} {_word(chance)}".title()
    pages = []
    for _ in range(count):
        page = Image.new("RGB", (480, 520), "white")
        draw = ImageDraw.Draw(page)
        draw.text((240, 20), title, "black", _letters(26), "mm")
        for panel in range(4):
            left, top = panel % 2 * 240, panel // 2 * 240 + 40
            inside = first if panel == 0 else chance.choice(images)
            page.paste(_filled(inside, (220, 180)), (left + 10, top + 10))
            draw.rectangle((left + 8, top + 8, left + 232, top + 232), None, "black", 4)
            words = " ".join(chance.choices(_WORDS, k=3))
            draw.text((left + 20, top + 200), words, "black", _letters(19))
        pages.append(page)
    return pages


def posters(
    images: Sequence[Image.Image], chance: Random, count: int
) -> list[Image.Image]:
    """Another picture and title in the same frame."""
    ground, frame = chance.choice(("black", "#5a1414", "#123")), "gold"
    foot = " ".join(chance.sample(_WORDS, 6))
    pages = []
    for image in chance.sample(images, count):
        page = Image.new("RGB", (520, 480), ground)
        draw = ImageDraw.Draw(page)
        draw.rectangle((16, 16, 504, 464), None, frame, 6)
        page.paste(_filled(image, (400, 280)), (60, 50))
        draw.text((260, 380), _word(chance), "white", _letters(44), "mm")
        draw.text((260, 430), foot, "white", _letters(18), "mm")
        pages.append(page)
    return pages


def recoloured_twins(
    images: Sequence[Image.Image], chance: Random, count: int
) -> list[Image.Image]:
    """One drawing in different hues: a red and a blue arrow."""
    hue, saturation, value = _colourful(images, chance).convert("HSV").split()
    start = chance.randrange(256)
    return [
        Image.merge(
            "HSV",
            (
                hue.point(
                    [
                        (level + start + turn * 256 // count) % 256
                        for level in range(256)
                    ]
                ),
                saturation,
                value,
            ),
        ).convert("RGB")
        for turn in range(count)
    ]


def _colourful(images: Sequence[Image.Image], chance: Random) -> Image.Image:
    """Draw a picture of which a tenth is colourful, or the last of 20 drawn."""
    for _ in range(20):
        image = chance.choice(images)
        saturations = image.convert("HSV").getchannel("S").histogram()
        if sum(saturations[100:]) > sum(saturations) / 10:
            break
    return image


def caption_twins(
    images: Sequence[Image.Image], chance: Random, count: int
) -> list[Image.Image]:
    """A meme's template with different captions above and below."""
    template = _filled(chance.choice(images), (400, 400))
    pages = []
    for _ in range(count):
        page = template.copy()
        draw = ImageDraw.Draw(page)
        for top in (36, 364):
            words = " ".join(chance.choices(_WORDS, k=3)).upper()
            draw.text(
                (200, top),
                words,
                "white",
                _letters(34),
                "mm",
                stroke_width=3,
                stroke_fill="black",
            )
        pages.append(page)
    return pages


def changed_details(
    images: Sequence[Image.Image], chance: Random, count: int
) -> list[Image.Image]:
    """One drawing with another object in its middle: a face with another mouth."""
    ground = _filled(chance.choice(images), (400, 400))
    side = chance.randint(70, 130)
    place = chance.randint(100, 300 - side), chance.randint(100, 300 - side)
    pages = []
    for detail in chance.sample(images, count):
        page = ground.copy()
        page.paste(_filled(detail, (side, side)), place)
        pages.append(page)
    return pages


SERIES: Mapping[str, Series] = MappingProxyType(
    {
        "word logos on one ground": word_logos,
        "tweets on white": tweets,
        "strips of one series": strips,
        "posters in one frame": posters,
        "recoloured twins": recoloured_twins,
        "captions in one template": caption_twins,
        "changed details": changed_details,
    }
)
