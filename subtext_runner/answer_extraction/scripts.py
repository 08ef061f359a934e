"""Characters of other scripts that stand for those that the patterns know."""

import re

_TO_SIMPLIFIED = str.maketrans(
    "選為爲項應該這確錯誤對題覺認會當無與關沒個後終結論顯傾過於據圖並較準貼還們從來總綜給擇適難則僅兩現實說請識斷評處條單輸餘達體畫麼嗎檢讓變間謂態緒調氣運屬採諷擬誇張徵義種際於優勝強講雖儘獨離誤辦夠傳線見樣學樓棟級師語發",
    "选为为项应该这确错误对题觉认会当无与关没个后终结论显倾过于据图并较准贴还们从来总综给择适难则仅两现实说请识断评处条单输余达体画么吗检让变间谓态绪调气运属采讽拟夸张征义种际于优胜强讲虽尽独离误办够传线见样学楼栋级师语发",
)
_LOOK_ALIKE = re.compile(r"(?<![\u0370-\u04ff])[АВСЕНІΑΒΕΗΙ](?![\u0370-\u04ff])")
_TO_LATIN = str.maketrans("АВСЕНІΑΒΕΗΙ", "ABCEHIABEHI")
_SQUARED = {
    first + at: ord("A") + at for first in (0x1F150, 0x1F170) for at in range(26)
}
"""🅐 and 🅰, which are not equivalent to letters in Unicode."""


def fold_scripts(text: str) -> str:
    """Return the text in simplified Chinese, its letters in Latin script."""
    text = text.translate(_TO_SIMPLIFIED).translate(_SQUARED)
    return _LOOK_ALIKE.sub(lambda match: match[0].translate(_TO_LATIN), text)
