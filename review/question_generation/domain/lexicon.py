"""Parts of speech of English words, and nouns formed from adjectives, by WordNet 3.1.

``tools.lexicon`` builds the word list. A word that it does not hold has no known part
of speech: a person decides.
"""

import gzip
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from subtext_protocol.fields import PartOfSpeech

_FILE = Path(__file__).parents[1] / "data/lexicon.tsv.gz"
_ARTICLE = re.compile(r"^(?:an?|the)\s+(?=\S)", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_GRAMMAR_WORDS = """
a about above after all an and any as at back before below both by down each
every few first for from in into its last like many more most much near next no
of off on one only or other out outside over own same several so some such that
the then this through to two three four five under up upon very what which with
"""
_GRAMMAR = frozenset(_GRAMMAR_WORDS.split())
"""Words of grammar that WordNet lists as adjectives in a rare sense, and numbers."""
_AFTER_HEAD = re.compile(r"\s(?:of|in|on|at|for|from|with|without|to|under)\s")
_SINGULARS = (("ies", "y"), ("men", "man"), ("es", ""), ("s", ""))
_PARTS: dict[str, PartOfSpeech] = {"n": "noun", "a": "adjective"}


class LexiconWord(NamedTuple):
    parts_of_speech: frozenset[PartOfSpeech]
    noun: str
    """The noun formed from an adjective, such as "fragility"; empty without one."""


@cache
def _words() -> dict[str, LexiconWord]:
    lines = gzip.decompress(_FILE.read_bytes()).decode().splitlines()
    rows = (line.split("\t") for line in lines)
    return {
        word: LexiconWord(frozenset(_PARTS[kind] for kind in kinds), noun)
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


def distinct_adjectives(text: str) -> list[str]:
    """Return the adjectives of a text once each, in their order (ImageMet, §4.1).

    A word that can be a noun, too, is kept: which of them it is in the text is not known.
    Words of grammar are left out, whatever the lexicon says of them.
    """
    words = (word.casefold() for word in _WORD.findall(text))
    return list(
        dict.fromkeys(
            word
            for word in words
            if word not in _GRAMMAR and "adjective" in _parts_of_speech(word)
        )
    )


def noun_from_adjective(phrase: str) -> str:
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
