"""Parts of speech of English words, and nouns formed from adjectives, by WordNet 3.1.

``tools/lexicon.py`` builds the word list. A word that it does not hold has no known part
of speech: a person decides.
"""

import gzip
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from projects.domain.protocol.fields import PartOfSpeech

_FILE = Path(__file__).parents[1] / "data/lexicon.tsv.gz"
_ARTICLE = re.compile(r"^(?:an?|the)\s+(?=\S)", re.IGNORECASE)
_AFTER_HEAD = re.compile(r"\s(?:of|in|on|at|for|from|with|without|to|under)\s")
_SINGULARS = (("ies", "y"), ("men", "man"), ("es", ""), ("s", ""))
_PARTS: dict[str, PartOfSpeech] = {"n": "noun", "a": "adjective"}


class Word(NamedTuple):
    parts_of_speech: frozenset[PartOfSpeech]
    noun: str
    """The noun formed from an adjective, such as "fragility"; empty without one."""


@cache
def _words() -> dict[str, Word]:
    lines = gzip.decompress(_FILE.read_bytes()).decode().splitlines()
    rows = (line.split("\t") for line in lines)
    return {
        word: Word(frozenset(_PARTS[kind] for kind in kinds), noun)
        for word, kinds, noun in rows
    }


def parts_of_speech(phrase: str) -> frozenset[PartOfSpeech]:
    """Return what a phrase's head can be; an empty set if the lexicon lacks it."""
    head = _AFTER_HEAD.split(" ".join(phrase.split()))[0].split()[-1:]
    return _parts_of_speech(head[0].casefold()) if head else frozenset()


def _parts_of_speech(word: str) -> frozenset[PartOfSpeech]:
    if word in _words():
        return _words()[word].parts_of_speech
    for ending, singular in _SINGULARS:
        known = _words().get(word.removesuffix(ending) + singular)
        if word.endswith(ending) and known and "noun" in known.parts_of_speech:
            return frozenset({"noun"})
    return frozenset()


def noun_of(phrase: str) -> str:
    """Return the noun formed from an adjective; empty if a person has to write it."""
    word = phrase.strip().casefold()
    entry = _words().get(word)
    if entry is None or "adjective" not in entry.parts_of_speech:
        return ""
    if entry.noun or word.endswith(("ing", "ed")):
        return entry.noun
    return re.sub(r"y$", "i", word) + "ness"


def bare_phrase(phrase: str) -> str:
    """Return a phrase without its article and without the capital of a sentence.

    "The lake" begins a sentence and "a mirror" ends one: beside each other they show
    which of them is the primary concept.
    """
    bare = _ARTICLE.sub("", " ".join(phrase.split()))
    first, space, rest = bare.partition(" ")
    common = bool(_parts_of_speech(first.casefold()))
    return (first.casefold() if first.istitle() and common else first) + space + rest
