"""Texts and fonts of the drawn images."""

import random
from functools import cache
from pathlib import Path

from PIL import ImageFont

ENGLISH = [
    "the",
    "world",
    "is",
    "full",
    "of",
    "quiet",
    "doors",
    "and",
    "every",
    "morning",
    "somebody",
    "opens",
    "one",
    "while",
    "others",
    "sleep",
    "we",
    "pay",
    "for",
    "comfort",
    "with",
    "attention",
    "nobody",
    "reads",
    "the",
    "small",
    "print",
    "before",
    "signing",
    "power",
    "speaks",
    "loudly",
    "when",
    "it",
    "has",
    "little",
    "left",
    "to",
    "say",
    "children",
    "know",
    "more",
    "about",
    "time",
    "than",
    "clocks",
    "do",
    "progress",
    "moved",
    "the",
    "mountain",
    "but",
    "not",
    "the",
    "people",
    "who",
    "lived",
    "below",
    "Save",
    "Energy",
    "Open",
    "Today",
    "NEW",
    "Special",
    "Offer",
    "50%",
    "Free",
    "Coffee",
    "Summer",
    "2024",
    "Please",
    "Wait",
    "Exit",
    "Only",
    "Danger",
    "Fresh",
    "Bread",
    "Since",
    "1987",
]
CHINESE = (
    "沉默也是一种语言",
    "时间改变一切",
    "请勿喧哗",
    "城市的灯光掩盖了星星",
    "他们只看见自己想看的",
    "节约用水",
    "谁在听谁在说",
    "欢迎光临",
    "知识就是力量",
    "远方的路没有尽头",
    "面具之下还有一张脸",
    "小心地滑",
    "生活不止眼前",
    "新年快乐",
    "父母的肩膀",
    "禁止停车",
)

_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
_LATIN = (
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSerif.ttf",
    "DejaVuSerif-Bold.ttf",
    "DejaVuSansMono.ttf",
    "LiberationSans-Regular.ttf",
    "LiberationSerif-Bold.ttf",
)
_CHINESE = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJK-Bold.ttc",
    "NotoSerifCJK-Regular.ttc",
    "NotoSerifCJK-Bold.ttc",
)


@cache
def font_files(*, chinese: bool) -> tuple[Path, ...]:
    """The fonts of this machine that can draw the language; may be none."""
    file_names = _CHINESE if chinese else _LATIN
    paths_by_name = {
        path.name: path
        for folder in _FOLDERS
        for path in folder.rglob("*.tt[fc]")
        if path.name in file_names
    }
    return tuple(paths_by_name[name] for name in file_names if name in paths_by_name)


def font(chance: random.Random, size: int, *, chinese: bool) -> ImageFont.FreeTypeFont:
    """A font of ``size`` pixels; Pillow's own where the machine has none.

    Raises LookupError when Chinese is asked for and no font can draw it.
    """
    files = font_files(chinese=chinese)
    if files:
        return ImageFont.truetype(chance.choice(files), size)
    if chinese:
        raise LookupError("no font here draws Chinese: install fonts-noto-cjk")
    own = ImageFont.load_default(size)
    if not isinstance(own, ImageFont.FreeTypeFont):
        raise LookupError("Pillow was built without FreeType and no font was found")
    return own


def line(chance: random.Random, *, chinese: bool, longest: int = 5) -> str:
    """One line of at most ``longest`` words, or of one Chinese sentence."""
    if chinese:
        return chance.choice(CHINESE)
    text = " ".join(chance.choices(ENGLISH, k=chance.randint(1, longest)))
    return text.upper() if chance.random() < 0.25 else text
