"""Adjectives of primary nouns from WordNet (ImageMet, §3, "Attributes", and Appendix G).

"for the word 'tongue' meaning 'a manner of speaking', 'sharp tongue' is one of the hyponyms
[...] 'She has a glib tongue' [...] gives us the adjective 'glib'." "Iterating through
different synsets of the same word allows us to collect adjectives corresponding to
different meanings".
"""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

# Lines of data.noun of WordNet 3.1; the lake's pointers are shortened to one.
TONGUE = """\
  1 This software and database is being provided to you, the LICENSEE
07096390 10 n 01 tongue 1 002 @ 07085523 n 0000 ~ 07096538 n 0000 | a manner of speaking; "he spoke with a thick tongue"; "she has a glib tongue"
07096538 10 n 01 sharp_tongue 0 001 @ 07096390 n 0000 | a bitter or critical manner of speaking
13941420 25 n 02 tongue 0 knife 0 001 @ 13942718 n 0000 | any long thin projection that is transient; "tongues of flame licked at the walls"; "rifles exploded quick knives of fire into the dark"
"""
LAKE = """\
09351547 17 n 01 lake 0 001 ~ 09228553 n 0000 | a body of (usually fresh) water surrounded by land
09228553 17 n 02 artificial_lake 0 man-made_lake 0 001 @ 09351547 n 0000 | lake used to store water for community use
"""


def collect(tmp_path: Path, concepts: str, data: str | None) -> dict[str, Any]:
    """Run the command; return what it reports and the adjectives of each noun."""
    wordnet, file = tmp_path / "dict", tmp_path / "concepts.txt"
    wordnet.mkdir()
    file.write_text(concepts, "utf-8")
    if data is not None:
        (wordnet / "data.noun").write_text(data, "utf-8")
    told, out = io.StringIO(), tmp_path / "adjectives.jsonl"
    call_command(
        *["synthetic_adjectives", str(file), "--wordnet", str(wordnet)],
        *["--out", str(out), "--json"],
        stdout=told,
    )
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    words = {row["concept"]: row["adjectives"] for row in rows}
    return {**json.loads(told.getvalue()), "words": words}


def test_adjectives_come_from_hyponyms_and_examples(tmp_path: Path) -> None:
    found = collect(tmp_path, "tongue\nlake\nsword\n", TONGUE + LAKE)
    assert found["words"] == {
        "tongue": ["sharp", "thick", "glib"],
        "lake": ["artificial", "man-made"],
        "sword": [],
    }
    assert (found["concepts"], found["with_adjectives"]) == (3, 2)


@pytest.mark.parametrize(
    ("data", "message"),
    [(None, "Download the database files"), ("a word list\n", "no file of WordNet")],
)
def test_without_wordnet_the_message_says_what_to_do(
    tmp_path: Path, data: str | None, message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        collect(tmp_path, "tongue\n", data)
