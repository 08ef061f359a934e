"""How captions are scored, against the packages that papers score them with."""

from statistics import fmean

import pytest
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.rouge.rouge import my_lcs

from subtext_runner.captions.overlap_metrics import (
    CaptionPair,
    caption_tokens,
    cider_scores,
    rouge_l_scores,
)

CAPTIONS = [
    CaptionPair(
        "Caffeine is as addictive as a drug.", "Caffeine is as addictive as drugs"
    ),
    CaptionPair(
        "Coffee is as energizing as a syringe", "Caffeine is as addictive as drugs"
    ),
    CaptionPair("A life is as a road", "Life is as unpredictable as a rollercoaster"),
    CaptionPair("Time is money", "Time is as valuable as money"),
    CaptionPair("", "Hope is as fragile as a dream"),
    CaptionPair("The the the the the the the", "The sword is as sharp as justice"),
]


def test_cider_is_that_of_the_coco_captions_code() -> None:
    def spoken(texts: list[str]) -> dict[int, list[str]]:
        return {
            at: [" ".join(caption_tokens(text, "en"))] for at, text in enumerate(texts)
        }

    theirs, _ = Cider().compute_score(
        spoken([one.reference for one in CAPTIONS]),
        spoken([one.candidate for one in CAPTIONS]),
    )
    assert fmean(cider_scores(CAPTIONS, "en")) == pytest.approx(theirs / 10)


def test_rouge_l_rests_on_the_same_common_subsequences() -> None:
    for one in CAPTIONS:
        said, reference = (
            caption_tokens(one.candidate, "en"),
            caption_tokens(one.reference, "en"),
        )
        common = my_lcs(reference, said)
        theirs = 2 * common / (len(said) + len(reference))
        assert rouge_l_scores([one], "en") == pytest.approx([theirs])
