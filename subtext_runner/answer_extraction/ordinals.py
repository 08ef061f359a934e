"""Patterns of options that are counted: the third option, option 3, 第三项."""

import re

ENGLISH_ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
ENGLISH_NUMBERS = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
CHINESE_NUMBERS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十")

_ORDINAL = rf"({'|'.join(ENGLISH_ORDINALS)}|last)"
ENGLISH_ORDINAL = re.compile(
    rf"\b(?:the\s+)?{_ORDINAL}\s+option\b|\bthe\s+{_ORDINAL}\s+(?:choice|alternative)\b"
    rf"|(?<=answer is )the\s+{_ORDINAL}\s+one\b",
    re.IGNORECASE,
)
ENGLISH_NUMBER = re.compile(
    rf"\boption\s+(?:number\s+(?:is\s+)?)?(\d{{1,3}}|{'|'.join(ENGLISH_NUMBERS)})\b(?!\s+of)",
    re.IGNORECASE,
)
CHINESE_ORDINAL = re.compile(
    rf"(?:第\s*({'|'.join(CHINESE_NUMBERS)}|\d{{1,3}})\s*(?:个选项|个答案|选项|项|个(?=$|[。,!]))"
    rf"|选项\s*({'|'.join(CHINESE_NUMBERS)}|\d{{1,3}}))"
)
LAST_CHINESE = re.compile(r"最后一(?:个选项|个答案|选项|项)")
