"""Distractors of the attribute come from a literal caption of the image (ImageMet §4.1).

"First, we generate a verbose literal caption for the image and extract all adjectives from
it. Next, we compute the cosine similarity between each extracted adjective and the
ground-truth attribute. We then filter out adjectives that are either too dissimilar (cosine
similarity < 0.2) or too similar (> 0.8) [...] we select the top-4 most similar".
"""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from review.question_generation.domain.lexicon import distinct_adjectives
from review.question_generation.domain.literal_captions import (
    caption_request,
    literal_prompt,
    words_of_answer,
)
from review.question_generation.domain.rule import drafted_question
from subtext_protocol.shipped import shipped_protocol

PROTOCOL = shipped_protocol("imagemet")
CAPTION = (
    "A long, transparent syringe with a sharp needle lies on a wooden table, filled with "
    "dark coffee. Next to it stand some roasted brown beans and a small white cup, and the "
    "bright light makes the cup's glossy rim shine."
)
ADJECTIVES = [
    "long",
    "transparent",
    "sharp",
    "wooden",
    "dark",
    "roasted",
    "brown",
    "small",
    "white",
    "bright",
    "glossy",
]


def test_all_adjectives_of_a_literal_caption_are_extracted() -> None:
    words = distinct_adjectives(CAPTION)
    assert [word for word in words if word in ADJECTIVES] == ADJECTIVES
    nouns_and_grammar = {
        "syringe",
        "table",
        "coffee",
        "beans",
        "a",
        "with",
        "next",
        "it",
    }
    assert nouns_and_grammar.isdisjoint(words)
    assert distinct_adjectives("Dark, darker and dark again: DARK.")[0] == "dark"
    assert distinct_adjectives("dark dark") == ["dark"]


def test_a_request_shows_the_image_and_asks_for_a_literal_caption() -> None:
    prompt = literal_prompt(PROTOCOL)
    assert "literally shows" in prompt
    request = caption_request(
        item=7, image=b"image", media_type="image/png", prompt=prompt, model="gpt-4o"
    )
    [message] = request["body"]["messages"]
    image, text = message["content"]
    assert image["image_url"]["url"] == "data:image/png;base64,aW1hZ2U="
    assert text["text"] == prompt
    # The answer of the server names the request.
    answer = {
        "custom_id": request["custom_id"],
        "response": {"body": {"choices": [{"message": {"content": CAPTION}}]}},
    }
    number, words = words_of_answer(answer)
    assert number == 7
    assert set(ADJECTIVES) <= set(words)
    assert words_of_answer({"item": 7, "caption": CAPTION}) == (number, words)


def test_the_four_most_similar_within_the_range_are_the_distractors() -> None:
    slots = {"primary": "Caffeine", "attribute": "addictive", "secondary": "drugs"}
    measured = (0.1, 0.3, 0.5, 0.2, 0.6, 0.9, 0.4, 0.15, 0.19, 0.7, 0.25)
    near = dict(zip(ADJECTIVES, measured, strict=True))

    def similarities(key: str, words: Any) -> list[float]:
        assert key == "addictive"
        return [near.get(word, 0.0) for word in words]

    [attribute] = [one for one in PROTOCOL.questions.fixed if one.id == "attribute"]
    draft = drafted_question(
        PROTOCOL,
        attribute,
        {"caption": slots},
        distinct_adjectives(CAPTION),
        seed="1",
        similarities=similarities,
    )
    assert set(draft["options"]) == {"addictive", "bright", "dark", "sharp", "brown"}


@pytest.mark.django_db
def test_a_line_that_is_no_caption_is_named(tmp_path: Path, imagemet: Any) -> None:
    file = tmp_path / "captions.jsonl"
    file.write_text(json.dumps({"item": 1, "text": "A cup."}))
    with pytest.raises(CommandError, match="line 1 is not"):
        call_command("questions_make", "bench", "--captions", str(file))
