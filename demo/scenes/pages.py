"""Text-heavy posters and screenshots: what the text-area filter takes out."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from demo.draw import text_font

Box = tuple[int, int, int, int]


class Page(NamedTuple):
    """A drawn page and the boxes (left, top, right, bottom) of its lines' ink."""

    image: Image.Image
    lines: tuple[Box, ...]

    def text_area(self) -> float:
        """The union of the line boxes as a share of the picture, 0 to 1."""
        mask = Image.new("L", self.image.size)
        pen = ImageDraw.Draw(mask)
        for left, top, right, bottom in self.lines:
            pen.rectangle((left, top, right - 1, bottom - 1), fill=1)
        return mask.histogram()[1] / (mask.width * mask.height)


class _Sheet:
    """A page being set, line by line from the top."""

    def __init__(self, size: tuple[int, int], ground: str, ink: str) -> None:
        self.image = Image.new("RGB", size, ground)
        self.pen = ImageDraw.Draw(self.image)
        self.ink = ink
        self.lines: list[Box] = []

    def put(self, x: int, y: int, words: str, size: int, ink: str | None = None) -> int:
        """Write one line with the top of its ink at y; answers its ink's bottom."""
        font = text_font(size)
        left, top, right, bottom = (round(v) for v in font.getbbox(words))
        self.pen.text((x - left, y - top), words, ink or self.ink, font)
        self.lines.append((x, y, x + right - left, y + bottom - top))
        return y + bottom - top

    def fit(
        self, y: int, words: str, width: int, margin: int, ink: str | None = None
    ) -> int:
        """Write one line as large as `width` allows."""
        size = int(100 * width / text_font(100).getlength(words))
        return self.put(margin, y, words, size, ink)

    def wrap(self, x: int, y: int, width: int, words: str, size: int, gap: int) -> int:
        """Write a paragraph; answers its ink's bottom."""
        bottom = y
        for line in _wrapped(words, size, width):
            bottom = self.put(x, y, line, size)
            y = bottom + gap
        return bottom

    def page(self, bottom: int) -> Page:
        """The page, cut off at `bottom`."""
        size = self.image.width, min(bottom, self.image.height)
        return Page(self.image.crop((0, 0, *size)), tuple(self.lines))


def _wrapped(words: str, size: int, width: int) -> Iterator[str]:
    """The lines of `words`, broken at `width` pixels."""
    font, line = text_font(size), ""
    for token in words.split():
        longer = f"{line} {token}".strip()
        if font.getlength(longer) > width:
            yield line
            line = token
        else:
            line = longer
    yield line


def _bill(
    size: tuple[int, int], ground: str, inks: Sequence[str], lines: Sequence[str]
) -> Page:
    """A poster whose every line fills the width."""
    sheet = _Sheet(size, ground, inks[0])
    margin, y = size[0] // 22, size[0] // 22
    for index, words in enumerate(lines):
        y = (
            sheet.fit(y, words, size[0] - 2 * margin, margin, inks[index % len(inks)])
            + 16
        )
    return sheet.page(y + margin - 16)


def concert_bill() -> Page:
    return _bill(
        (760, 1100),
        "#f6c445",
        ("#1d1a16", "#b3261e"),
        (
            "HARVEST MOON",
            "NIGHTS OF MUSIC",
            "12 bands on 3 stages",
            "FRIDAY 18 SEPTEMBER",
            "Old Mill Meadow, gates at 4 pm",
            "THE TIN LANTERNS",
            "Rosa & the Ferrymen",
            "SLOW WEATHER",
            "Paper Boats Orchestra",
            "tickets at the bakery and the door",
        ),
    )


def council_notice() -> Page:
    sheet = _Sheet((820, 1100), "#fdfdfb", "#20242b")
    sheet.pen.rectangle((0, 0, 819, 14), fill="#20242b")
    y = sheet.fit(44, "PUBLIC NOTICE", 730, 45) + 34
    y = sheet.wrap(
        45,
        y,
        730,
        "Residents are informed that the water main in Chapel Street will be renewed between "
        "the second and the twentieth of March. During the works the street is closed to cars "
        "from seven in the morning until six in the evening. Buses stop at the market place. "
        "Bins must be put out at the corner of Mill Lane before six. Water will be turned off "
        "for at most three hours on two mornings; cards in your letter box will say which. "
        "Please keep a bucket ready and run the tap afterwards until it is clear.",
        40,
        14,
    )
    return sheet.page(y + 44)


def news_screenshot() -> Page:
    sheet = _Sheet((1000, 900), "#ffffff", "#17191c")
    sheet.pen.rectangle((0, 0, 1000, 62), fill="#12355b")
    sheet.put(34, 20, "THE DAILY HARBOUR", 30, "#ffffff")
    y = sheet.fit(88, "Ferry timetable to change again in autumn", 932, 34) + 26
    y = sheet.wrap(
        34,
        y,
        932,
        "The harbour office announced on Tuesday that the evening ferry will leave a quarter of an "
        "hour later from October onwards. Commuters had complained for months that the train "
        "from the city arrives two minutes after the boat has gone. A spokesman said that the new "
        "time had been tried on nine days in June without trouble, and that the crew had agreed to "
        "it. Shopkeepers on the island hope for more visitors; the school asks for an earlier "
        "boat in the morning as well.",
        36,
        13,
    )
    return sheet.page(y + 30)


def chat_screenshot() -> Page:
    sheet = _Sheet((640, 1300), "#e5ddd5", "#15181b")
    y = 22
    for index, words in enumerate(
        (
            "Did you feed the cat before you left this morning?",
            "Yes, and then she told me with her eyes that I had not, so I fed her again.",
            "She told me the same thing at noon and I believed her as well.",
            "So this animal has had three breakfasts and it is not even two o'clock yet.",
            "Four. The neighbour just sent me a picture of her on his kitchen table.",
            "We do not own a cat. We rent a room to a small and very gifted actress.",
            "Tell the actress that dinner is at seven and that she has to share it with us.",
        )
    ):
        lines = list(_wrapped(words, 43, 572))
        left = 10 if index % 2 == 0 else 30
        height = len(lines) * 49 + 13
        fill = "#ffffff" if index % 2 == 0 else "#d9fdd3"
        sheet.pen.rounded_rectangle((left, y, left + 600, y + height), 18, fill)
        for row, line in enumerate(lines):
            sheet.put(left + 18, y + 12 + row * 49, line, 43)
        y += height + 10
    return sheet.page(y + 6)


def terminal_screenshot() -> Page:
    sheet = _Sheet((1060, 700), "#10151c", "#9fe8a8")
    y = 20
    for index, words in enumerate(
        (
            "$ backup --all --to /mnt/archive --verify --keep 30",
            "reading index of 48,211 files in 3,902 folders, please wait",
            "photos/2019/summer: 1,204 files copied, 0 skipped, 0 errors",
            "photos/2020/garden: 2,377 files copied, 12 skipped, 0 errors",
            "letters/drafts/unsent: 87 files copied, 1 skipped, 2 errors",
            "warning: unsent/dear-martha.txt is open in another window",
            "warning: unsent/dear-martha-2.txt is open in another window",
            "music/piano/exercises: 640 files copied, 0 skipped, 0 errors",
            "verifying checksums of 48,198 files against the last archive",
            "done in 00:14:22, next run scheduled for Sunday at 03:00",
            "$ mail --to me --subject 'backup finished' < report.txt",
            "message accepted for delivery, have a good night, operator",
        )
    ):
        ink = "#ffd479" if "warning" in words else None
        y = sheet.fit(y, words, 1010, 24, ink) + (14 if index < 11 else 0)
    return sheet.page(y + 22)


def recipe_card() -> Page:
    sheet = _Sheet((900, 1000), "#fff4e3", "#5a2a1a")
    y = sheet.fit(36, "Grandmother's Plum Cake", 830, 35, "#a3262a") + 34
    y = sheet.wrap(
        35,
        y,
        830,
        "Take two pounds of ripe plums, halve them and put them aside with a spoon of sugar. "
        "Beat three eggs with a cup of butter until your arm is tired, then beat a little more. "
        "Add two cups of flour, a pinch of salt and the peel of one lemon. Spread the dough on a "
        "warm tray, set the plums on it in rows like soldiers, and bake for forty minutes. Eat it "
        "in the garden on the same day, for tomorrow there will be none.",
        44,
        15,
    )
    return sheet.page(y + 36)


def motto_poster() -> Page:
    return _bill(
        (800, 1100),
        "#14342b",
        ("#f3e9d2", "#88d498"),
        (
            "RULES OF THE",
            "COMMON KITCHEN",
            "Wash what you used.",
            "DRY WHAT YOU WASHED.",
            "Put back what you dried.",
            "LABEL WHAT YOU KEEP.",
            "Eat only what is yours.",
            "ASK BEFORE YOU BORROW.",
            "Open a window after frying.",
            "LAST ONE OUT: LIGHTS.",
        ),
    )


def lecture_slide() -> Page:
    sheet = _Sheet((1080, 720), "#1f3a93", "#ffffff")
    y = sheet.fit(40, "Seven habits of a careful gardener", 1000, 40, "#ffe08a") + 36
    for words in (
        "1. Look at the soil before you look at the catalogue",
        "2. Water seldom but deeply, early in the morning",
        "3. Write down what you planted where, and when",
        "4. Leave the leaves under the hedge for hedgehogs",
        "5. Sharpen the knife first, prune the tree second",
        "6. Share seeds with neighbours every single spring",
        "7. Sit down once a day and do nothing about it at all",
    ):
        y = sheet.put(40, y, words, 46) + 17
    return sheet.page(y + 18)


SCENES = (
    concert_bill,
    council_notice,
    news_screenshot,
    chat_screenshot,
    terminal_screenshot,
    recipe_card,
    motto_poster,
    lecture_slide,
)
