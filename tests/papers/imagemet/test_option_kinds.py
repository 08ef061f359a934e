"""Options of ImageMet's component questions are of one kind (ImageMet §4.1).

"For the Primary or Secondary components, the model is given three options: the correct
answer and two distractors, which are the remaining metaphor components (converted to
noun form). [...] For Attribute, we provide five adjective options."
"""

import pytest

from review.question_generation.domain.lexicon import (
    noun_from_adjective,
    parts_of_speech,
)
from review.question_generation.domain.rule import (
    drafted_question,
    options_of_another_kind,
)
from subtext_protocol.shipped import shipped_protocol

PROTOCOL = shipped_protocol("imagemet")
PRIMARY, SECONDARY, ATTRIBUTE = PROTOCOL.questions.fixed

# Similes that the paper prints: Figures 8 and 10.
SIMILES = [
    ("The lake", "reflective", "a mirror"),
    ("The sword", "sharp", "justice"),
    ("Time", "valuable", "money"),
    ("Hope", "fragile", "a dream"),
    ("Caffeine", "addictive", "drugs"),
]


def parts(simile: tuple[str, str, str]) -> dict[str, dict[str, str]]:
    slots = zip(("primary", "attribute", "secondary"), simile, strict=True)
    return {"caption": dict(slots)}


@pytest.mark.parametrize("simile", SIMILES)
def test_concepts_are_asked_with_three_nouns(simile: tuple[str, str, str]) -> None:
    for fixed in (PRIMARY, SECONDARY):
        draft = drafted_question(
            PROTOCOL, fixed, parts(simile), [], seed="1", similarities=None
        )
        assert len(draft["options"]) == 3
        assert all("noun" in parts_of_speech(text) for text in draft["options"])
        # No article and no capital tells which concept opens the sentence.
        assert all(text == text.lower() for text in draft["options"])
        assert not any(text.startswith(("a ", "the ")) for text in draft["options"])
        assert list(options_of_another_kind(PROTOCOL, fixed, draft["options"])) == []


def test_the_noun_of_an_adjective_is_the_papers() -> None:
    # Figure 8: 'The attribute (B) is "fragility."' for "Hope is as fragile as a dream."
    assert noun_from_adjective("fragile") == "fragility"


def test_an_unknown_noun_form_is_left_to_a_person() -> None:
    simile = ("Habit", "hard to break", "a chain")
    draft = drafted_question(
        PROTOCOL, PRIMARY, parts(simile), [], seed="1", similarities=None
    )
    assert sorted(draft["options"]) == ["", "chain", "habit"]


def test_the_attribute_is_asked_with_adjectives() -> None:
    words = ["brown", "cup", "steaming", "dark", "quickly", "bitter", "syringe-like"]
    draft = drafted_question(
        PROTOCOL,
        ATTRIBUTE,
        parts(SIMILES[-1]),
        words,
        seed="1",
        similarities=lambda _, left: [0.5] * len(left),
    )
    assert "cup" not in draft["options"]
    assert len(draft["options"]) == 5
    assert "" not in draft["options"]
    assert draft["options"][draft["answer"]] == "addictive"


def test_an_adjective_among_nouns_is_named() -> None:
    found = options_of_another_kind(PROTOCOL, PRIMARY, ["drugs", "addictive", "life"])
    assert list(found) == [(1, "noun")]
    found = options_of_another_kind(PROTOCOL, ATTRIBUTE, ["addictive", "dark", "cup"])
    assert list(found) == [(2, "adjective")]
