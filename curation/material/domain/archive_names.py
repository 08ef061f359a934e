"""Encoding of the file names in an archive that does not say which one it has.

A zip archive from a Chinese Windows has names in GBK without saying so, an older tar
archive has whatever its machine used. All such names of one archive have one encoding:
UTF-8 if that gives letters of living alphabets, else the one that gives the most
frequent characters of its language. What is not UTF-8 is a guess, and people can name
another encoding.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from curation.material.domain.frequent_characters import HANGUL, HANZI

UTF_8 = "utf-8"
CP437 = "cp437"
"""The encoding of zip archives by their specification."""
_STANDARDS: Mapping[str, tuple[str, range]] = {
    "gb18030": ("gb2312", range(0xB0, 0xD8)),
    "big5": ("big5", range(0xA4, 0xC7)),
    "shift_jis": ("shift_jis", range(0x88, 0x98)),
    "euc_kr": ("euc_kr", range(0xB0, 0xC9)),
    "euc_jp": ("euc_jp", range(0xB0, 0xD0)),
}
"""East Asian encodings, each with its oldest standard and the lead bytes of the
characters that this standard lists first, because they are the frequent ones."""
_CODECS = {"big5": "cp950", "shift_jis": "cp932", "euc_kr": "cp949"}
"""Supersets of the standards, as Windows writes them."""
_ALPHABETS = (CP437, "cp850", "cp1252", "cp866", "cp1251")
"""Encodings of single bytes."""
_LIVING_ALPHABETS = (
    *(
        range(0xC0, 0x180),
        range(0x386, 0x3CF),
        range(0x410, 0x450),
        range(0x401, 0x402),
    ),
    *(
        range(0x451, 0x452),
        range(0x531, 0x588),
        range(0x5D0, 0x5EB),
        range(0x620, 0x6D6),
    ),
)
"""Latin of Europe, Greek, Russian, Armenian, Hebrew and Arabic."""
ENCODINGS = (UTF_8, *_STANDARDS, *_ALPHABETS)
"""Encodings that can be chosen."""
_SAME = {"gbk": "gb18030", "gb2312": "gb18030", "utf8": UTF_8, "sjis": "shift_jis"}
_GUESSED = ENCODINGS[1:]
SAMPLES = 5
_MOST_JUDGED = 2_000
"""Names that are judged; more cannot change the result."""
_CLOSE = 0.3
"""Difference of two scores below which the choice between UTF-8 and another is a guess."""
_WORD = re.compile(r"[^\W\d_]+")
_COMBINING = re.compile("[\u0300-\u036f]")


class NameReading(NamedTuple):
    """How the names of an archive are read, for people to confirm."""

    archive: str
    encoding: str
    guessed: bool
    names: Sequence[str]
    """Up to five names that depend on the encoding; none if no name does."""
    choices: Mapping[str, Sequence[str]]
    """The same names by each encoding in which they have a meaning."""

    def data(self) -> dict[str, object]:
        """Return the reading as JSON."""
        return {
            "archive": self.archive,
            "encoding": self.encoding,
            "guessed": self.guessed,
            "names": list(self.names),
            "choices": [
                {"encoding": encoding, "names": list(names)}
                for encoding, names in self.choices.items()
            ],
        }


@dataclass(frozen=True)
class NameDecoder:
    """Decodes the names of an archive that do not declare their encoding."""

    encoding: str
    guessed: bool
    raw_names: Sequence[bytes]
    """Names that are not ASCII, each once."""

    @classmethod
    def for_archive(cls, names: Collection[bytes], encoding: str = "") -> "NameDecoder":
        """Return the decoder of an archive's names; a person may give its ``encoding``."""
        distinct = list(dict.fromkeys(name for name in names if not name.isascii()))
        if encoding:
            return cls(encoding, guessed=False, raw_names=distinct)
        return cls(*_detect(distinct[:_MOST_JUDGED]), raw_names=distinct)

    def decode(self, name: bytes) -> str:
        """Return a name; bytes without a meaning become lone surrogates."""
        return name.decode(_codec(self.encoding), "surrogateescape")

    def describe_reading(self, archive: str) -> NameReading:
        """Return how names are read, with five of them."""
        # No database stores NUL.
        sample = [name.replace(b"\0", b"?") for name in self.raw_names[:SAMPLES]]
        names = [name.decode(_codec(self.encoding), "replace") for name in sample]
        archive = archive.encode("utf-8", "replace").decode()
        choices = {
            encoding: texts
            for encoding in ENCODINGS
            if (texts := _decoded(sample, encoding)) is not None
        }
        return NameReading(archive, self.encoding, self.guessed, names, choices)


def encoding_named(text: str) -> str | None:
    """Return the encoding that a person names, None if it is not offered."""
    name = text.strip().lower().replace(" ", "_")
    name = _SAME.get(name, name)
    spellings = {same.replace("-", "_"): same for same in ENCODINGS}
    return spellings.get(name.replace("-", "_"))


def _codec(encoding: str) -> str:
    return _CODECS.get(encoding, encoding)


def _decoded(names: Sequence[bytes], encoding: str) -> list[str] | None:
    try:
        return [name.decode(_codec(encoding)) for name in names]
    except UnicodeDecodeError:
        return None


def _detect(names: Sequence[bytes]) -> tuple[str, bool]:
    """Return the likeliest encoding of names, and whether it is a guess."""
    if not names:
        return UTF_8, False
    scores = {
        encoding: _mean(_plausibilities(texts, encoding))
        for encoding in _GUESSED
        if (texts := _decoded(names, encoding)) is not None
    }
    best = max(scores, key=scores.__getitem__, default=CP437)
    highest = scores.get(best, 0.0)
    as_utf_8 = _decoded(names, UTF_8)
    if as_utf_8 is not None:
        score = _mean(_plausibilities(as_utf_8, UTF_8))
        if score >= highest:
            return UTF_8, highest > score - _CLOSE
    return (best, True) if highest else (CP437, True)


def _mean(values: Iterator[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 1.0


def _plausibilities(texts: Sequence[str], encoding: str) -> Iterator[float]:
    """Yield for each character that is not ASCII how likely it is in a name (0 to 1)."""
    for text in texts:
        rest = _COMBINING.sub("", text)
        yield from (0.0 for sign in rest if _is_unlikely_sign(sign, encoding))
        for word in _WORD.findall(rest):
            for at, letter in enumerate(word):
                if not letter.isascii():
                    likely = _plausibility(letter, word, encoding)
                    is_inside = 0 < at < len(word) - 1
                    is_infix = is_inside and (word[at - 1] + word[at + 1]).isascii()
                    # No Chinese character stands inside a word of Latin letters.
                    yield likely * 0.3 if is_infix and ord(letter) >= 0x800 else likely


def _is_unlikely_sign(sign: str, encoding: str) -> bool:
    """Return whether a character is no letter and not used in names.

    An encoding of single bytes has boxes and other signs in place of letters of another.
    """
    if sign.isascii() or sign.isalpha():
        return False
    if encoding in _ALPHABETS or "\uff61" <= sign <= "\uff65":
        return True
    return unicodedata.category(sign) in ("Co", "Cn", "Cc")


def _plausibility(letter: str, word: str, encoding: str) -> float:
    code = ord(letter)
    if code < 0x800:
        return _fit(letter, word) * (0.9 if encoding == UTF_8 else 0.6)
    if encoding == UTF_8:
        return 1.0
    if encoding not in _STANDARDS:
        return 0.0
    if 0x3040 <= code < 0x3100:
        return 1.0 if encoding in ("shift_jis", "euc_jp") else 0.3
    if 0xAC00 <= code < 0xD7A4:
        return 1.0 if letter in HANGUL else 0.3
    if encoding == "euc_kr" or 0xFF61 <= code < 0xFFA0:
        return 0.1
    standard, first_level = _STANDARDS[encoding]
    try:
        lead = letter.encode(standard)[0]
    except UnicodeEncodeError:
        return 0.0
    if lead not in first_level:
        return 0.2
    return (1.0 if encoding in ("gb18030", "big5") else 0.8) if letter in HANZI else 0.5


def _fit(letter: str, word: str) -> float:
    """Return how well a letter of an alphabet fits the rest of its word (0 to 1).

    Accented Latin letters stand among plain ones; letters of other alphabets do not.
    Capital letters begin a word, or are among others.
    """
    code = ord(letter)
    plain = sum(part.isascii() for part in word)
    is_latin = unicodedata.name(letter, "").startswith("LATIN ")
    if not any(code in alphabet for alphabet in _LIVING_ALPHABETS):
        return 0.1
    if letter.isupper() and not word.isupper() and not word.startswith(letter):
        return 0.5
    fits = plain * 2 >= len(word) - plain if is_latin else not plain
    return 1.0 if fits else 0.6
