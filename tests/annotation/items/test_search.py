"""The words and labels of a record in the form in which they are looked through."""

from annotation.records.domain.search import (
    fold_for_search,
    label_token,
    searchable_label_tokens,
    searchable_question_text,
    searchable_record_text,
)

RECORD = {
    "labels": {"emotion": ["negative"], "rhetoric": ["metaphor", "contrast"]},
    "texts": {"explanation": "The Clock is MELTING"},
    "sentences": {"comparison": {"target": "Zeit", "source": "Straße"}},
    "questions": [{"stem": "What 时间?", "options": ["Time", "Space"], "answer": 0}],
}


def test_everything_that_was_written_is_in_it() -> None:
    text = searchable_record_text(RECORD)
    for words in ("clock is melting", "zeit", "strasse", "what 时间", "space"):
        assert words in text
    assert "negative" not in text
    assert searchable_record_text({}) == ""


def test_what_is_sought_is_folded_alike() -> None:
    assert fold_for_search(["STRASSE"]) in searchable_record_text(RECORD)
    assert fold_for_search(["Time"]) in searchable_question_text(
        "When?", ["TIME", "Space"]
    )


def test_no_label_is_found_in_another() -> None:
    labels = searchable_label_tokens(RECORD)
    assert label_token("rhetoric", "contrast") in labels
    assert label_token("rhetoric", "contra") not in labels
    assert label_token("motion", "negative") not in labels
    assert label_token("emotion", "positive") not in labels
