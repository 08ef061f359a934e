"""Which questions say the same, whatever the order of their options."""

from collections.abc import Sequence

from annotation.records.domain.text_similarity import fold_for_comparison


def question_identity(
    question_format: str, stem: str, options: Sequence[str]
) -> tuple[str, ...]:
    """Return the same value for questions that ask the same and offer the same.

    Case, width, spaces, punctuation and the order of the options make no difference; the
    correct answer makes none either, because two keys of one question contradict each
    other. An empty tuple for a question without any text.
    """
    folded = [fold_for_comparison(text) or text.strip() for text in (stem, *options)]
    if not any(folded):
        return ()
    return (question_format, folded[0], *sorted(folded[1:]))
