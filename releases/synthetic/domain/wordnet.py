"""WordNet's database files, and the adjectives of a noun in them (ImageMet, Appendix G)."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from review.question_generation.domain.lexicon import distinct_adjectives

NOUNS = "data.noun"
_EXAMPLE = re.compile(r'"([^"]*)"')
_HYPONYM = "~"


class Pointer(NamedTuple):
    relation: str
    synset: str
    part_of_speech: str
    word: int
    """Number of the word that it starts from, from 1; 0 for the whole synset."""
    target_word: int


class Synset(NamedTuple):
    file: str
    """Number of the lexicographer's file, such as "07" for attributes."""
    words: list[str]
    pointers: list[Pointer]
    gloss: str
    """Definition, then examples in quotation marks."""


def read_synsets(path: Path) -> dict[str, Synset]:
    """Read a file "data.*" of WordNet's folder "dict"; keys are synset numbers.

    Raises OSError, and ValueError or IndexError for a file of another form.
    """
    synset_by_id = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith(" "):
            continue
        data, _, gloss = line.partition(" | ")
        parts = data.split()
        count = int(parts[3], 16)
        words = [word.split("(")[0] for word in parts[4 : 4 + 2 * count : 2]]
        rest = parts[5 + 2 * count :][: 4 * int(parts[4 + 2 * count])]
        pointers = [
            Pointer(relation, synset, part, int(ends[:2], 16), int(ends[2:], 16))
            for relation, synset, part, ends in zip(*[iter(rest)] * 4, strict=True)
        ]
        synset_by_id[parts[0]] = Synset(parts[1], words, pointers, gloss)
    return synset_by_id


class NounAdjectives:
    """Finds the adjectives that WordNet connects with a noun, over all its meanings."""

    def __init__(self, synsets: Mapping[str, Synset]) -> None:
        self._synsets = synsets
        self._meanings: dict[str, list[Synset]] = {}
        for synset in synsets.values():
            for word in synset.words:
                self._meanings.setdefault(word.casefold(), []).append(synset)

    def adjectives_before_noun(self, noun: str) -> list[str]:
        """Return the adjectives before ``noun`` in names of its kinds and in examples.

        For "tongue": "sharp tongue" is a kind of it, "she has a glib tongue" an example.
        """
        meanings = self._meanings.get(noun.casefold().replace(" ", "_"), [])
        return list(
            dict.fromkeys(
                adjective
                for synset in meanings
                for phrase in self._phrases(synset)
                for adjective in _adjectives_before(noun, phrase)
            )
        )

    def _phrases(self, synset: Synset) -> Iterator[str]:
        for pointer in synset.pointers:
            if pointer.relation == _HYPONYM:
                for word in self._synsets[pointer.synset].words:
                    yield word.replace("_", " ")
        yield from _EXAMPLE.findall(synset.gloss)


def _adjectives_before(noun: str, phrase: str) -> list[str]:
    """Return the adjectives that stand directly before the noun, one after the other."""
    all_adjectives: list[str] = []
    for match in re.finditer(rf"\b{re.escape(noun)}(?:e?s)?\b", phrase, re.IGNORECASE):
        before: list[str] = []
        for word in reversed(phrase[: match.start()].split()):
            adjectives = distinct_adjectives(word)
            if adjectives != [word.casefold().strip(",")]:
                break
            before = [*adjectives, *before]
        all_adjectives += before
    return all_adjectives
