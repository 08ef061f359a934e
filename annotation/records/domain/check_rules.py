"""What each live check looks for; a remark is one sentence about one path."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import mean
from string import ascii_uppercase

from annotation.records.domain.check_sentences import CHECK_SENTENCES
from annotation.records.domain.personal_data import find_personal_data
from annotation.records.domain.question_identity import question_identity
from annotation.records.domain.record import Record
from annotation.records.domain.text_similarity import (
    are_texts_similar,
    content_words,
    fold_for_comparison,
    share_of_chinese,
)
from subtext_protocol.document import Protocol
from subtext_protocol.fields import find_terms
from subtext_protocol.formats.base import QuestionContent
from subtext_protocol.formats.registry import find_format
from subtext_protocol.inline_images import inline_images_in, without_inline_images
from subtext_protocol.text import text_length

NEARLY_THE_SAME = 0.9
"""Similarity (0 to 1) from which two options are near-identical."""
MUCH_LONGER = 1.6
"""Ratio of key length to mean distractor length from which length reveals the key."""
MUCH_THE_SAME = 0.8
"""Similarity (0 to 1) from which two concepts are too similar."""
GIVEN_AWAY = 0.6
"""Share of the key's content words in the stem from which the stem reveals the key."""
KEYS_IN_VIEW = 8
"""Minimum number of a person's keys for comparing their positions."""
ONE_PLACE = 0.5
"""Share of a person's keys at one position from which the position can be guessed. It
must also be at least twice the share expected by chance."""
FAR_OVER_TARGET = 2.0
"""Ratio of a text's length to its target from which the text is too long."""

_READ_AS_EMPTY = frozenset(
    ["", "na", "n a", "nan", "nil", "none", "null", "undefined", "unknown", "无", "空"]
)
_ALL_OR_NONE = re.compile(
    r"\b(?:all|none|neither|both|any) (?:of )?(?:the )?(?:above|these|other)"
    r"|\b(?:all|none) of (?:them|the (?:options|answers|choices))"
    r"|以上(?:都|皆|均|全)|(?:都|皆|均|全)(?:不)?(?:是|对|正确|错)$"
)


Remark = tuple[str, Mapping[str, str]]
"""A field's path and one sentence in both languages."""
Check = Callable[[Protocol, Record], Iterator[Remark]]


def _say(path: str, sentence: str, **values: object) -> Remark:
    english, chinese = CHECK_SENTENCES[sentence]
    message = {"en": english.format_map(values), "zh": chinese.format_map(values)}
    return path, message


def option_letter(index: int) -> str:
    """Return the letter of an option: A, B, C …"""
    return chr(ord("A") + index)


def _questions(record: Record) -> Iterator[tuple[str, QuestionContent]]:
    for at, question in enumerate(record["questions"]):
        yield f"questions.{at}", question


def _written(record: Record) -> Iterator[tuple[str, str]]:
    """Yield every text that the annotator wrote, with its path."""
    for field, text in record["texts"].items():
        yield f"texts.{field}", text
    for field, slots in record["sentences"].items():
        for slot, text in slots.items():
            yield f"sentences.{field}.{slot}", text
    for path, question in _questions(record):
        if question["fixed"] is None:
            yield f"{path}.stem", question["stem"]
        for at, option in enumerate(question["options"]):
            yield f"{path}.options.{at}", option
        kind = find_format(question["format"])
        for where, text in kind.free_texts_in_key(question) if kind else ():
            yield f"{path}.{where}", text


def _right_option(question: QuestionContent) -> int | None:
    """Return the index of the key where it is exactly one option."""
    kind = find_format(question["format"])
    named = kind.correct_option_indices(question["answer"]) if kind else ()
    if len(named) != 1 or not 0 <= named[0] < len(question["options"]):
        return None
    return named[0]


def _key_and_others(question: QuestionContent) -> tuple[str, list[str]] | None:
    """Return the key and the distractors; None without both or a single key option."""
    options, answer = question["options"], _right_option(question)
    if answer is None or not options[answer]:
        return None
    distractors = [text for at, text in enumerate(options) if at != answer and text]
    return (options[answer], distractors) if distractors else None


def _same(left: str, right: str) -> bool:
    """Return whether two texts are equal up to case, width, spaces and punctuation."""
    return (fold_for_comparison(left) or left) == (fold_for_comparison(right) or right)


def _alike_options(
    record: Record, sentence: str, is_similar: Callable[[str, str], bool]
) -> Iterator[Remark]:
    """Yield each option that is alike to an earlier one of its question."""
    for path, question in _questions(record):
        # More options have no letter, and a protocol allows none.
        lettered = enumerate(question["options"][: len(ascii_uppercase)])
        filled = [(at, text) for at, text in lettered if text]
        for number, (right, second) in enumerate(filled):
            for left, first in filled[:number]:
                if is_similar(first, second):
                    letters = {
                        "one": option_letter(left),
                        "other": option_letter(right),
                    }
                    yield _say(f"{path}.options.{right}", sentence, **letters)
                    break


def _repeated_question(_: Protocol, record: Record) -> Iterator[Remark]:
    first_by_identity: dict[tuple[str, ...], int] = {}
    for at, (path, question) in enumerate(_questions(record)):
        identity = question_identity(
            question["format"], question["stem"], question["options"]
        )
        first = first_by_identity.setdefault((*identity, question["fixed"] or ""), at)
        if identity and first != at:
            numbers = {"one": first + 1, "other": at + 1}
            yield _say(f"{path}.stem", REPEATED_QUESTION, **numbers)


def _duplicate_options(_: Protocol, record: Record) -> Iterator[Remark]:
    return _alike_options(record, "duplicate_options", _same)


def _near_duplicate_options(_: Protocol, record: Record) -> Iterator[Remark]:
    return _alike_options(record, "near_duplicate_options", _nearly_the_same)


def _nearly_the_same(left: str, right: str) -> bool:
    if _same(left, right) or inline_images_in(left) != inline_images_in(right):
        return False
    return are_texts_similar(left, right, least=NEARLY_THE_SAME) or _same_words(
        left, right
    )


def _same_words(left: str, right: str) -> bool:
    words = sorted(fold_for_comparison(left).split())
    return len(words) > 2 and words == sorted(fold_for_comparison(right).split())


def _options(record: Record) -> Iterator[tuple[str, str]]:
    for path, question in _questions(record):
        for at, option in enumerate(question["options"]):
            if option:
                yield f"{path}.options.{at}", option


def _all_or_none(_: Protocol, record: Record) -> Iterator[Remark]:
    for path, option in _options(record):
        if _ALL_OR_NONE.search(fold_for_comparison(option)):
            yield _say(path, "all_or_none_of_the_above", text=option)


def _reads_as_empty(_: Protocol, record: Record) -> Iterator[Remark]:
    for path, option in _options(record):
        if fold_for_comparison(option) in _READ_AS_EMPTY:
            yield _say(path, "reads_as_empty", text=option)


def _long_key(protocol: Protocol, record: Record) -> Iterator[Remark]:
    unit = protocol.questions.option.unit
    for path, question in _questions(record):
        pair = _key_and_others(question)
        if pair is None or len(pair[1]) < len(question["options"]) - 1:
            continue
        key = text_length(pair[0], unit)
        lengths = [text_length(text, unit) for text in pair[1]]
        if key > max(lengths) and key >= MUCH_LONGER * mean(lengths) and key > 4:
            yield _say(f"{path}.options.{_right_option(question)}", "long_key")


def correct_option_positions(record: Record) -> list[int]:
    """Return the key positions of the record's questions with one correct option."""
    places = [_right_option(question) for _, question in _questions(record)]
    return [place for place in places if place is not None]


def key_position(record: Record, earlier: Sequence[int]) -> Iterator[Remark]:
    """Say which keys stand where most of the author's ``earlier`` ones stood."""
    everything = Counter([*earlier, *correct_option_positions(record)])
    total = everything.total()
    if total < KEYS_IN_VIEW:
        return
    for path, question in _questions(record):
        place = _right_option(question)
        if place is None:
            continue
        share = everything[place] / total
        if share >= ONE_PLACE and share >= 2 / len(question["options"]):
            yield _say(
                f"{path}.options.{place}",
                KEY_POSITION,
                letter=option_letter(place),
                count=everything[place],
                total=total,
            )


def crowded_terms(
    protocol: Protocol, record: Record, used: Mapping[str, Mapping[str, int]]
) -> Iterator[Remark]:
    """Say which terms too many questions use; ``used`` counts other items by field."""
    for field in protocol.texts:
        if field.terms is None:
            continue
        counts = used.get(field.id, {})
        for term in find_terms(record["texts"].get(field.id, "")):
            count = counts.get(fold_for_comparison(term), 0)
            # The question being checked counts as well.
            if count + 1 >= field.terms.warn:
                values = {"count": count, "term": term, "most": field.terms.most}
                yield _say(f"texts.{field.id}", CROWDED_TERM, **values)


def _more_than_usual(protocol: Protocol, record: Record) -> Iterator[Remark]:
    usual = protocol.questions.usual
    if usual is not None:
        for at in range(usual, len(record["questions"])):
            yield _say(f"questions.{at}.stem", "more_than_usual", usual=usual)


def _stem_gives_key(_: Protocol, record: Record) -> Iterator[Remark]:
    for path, question in _questions(record):
        pair = _key_and_others(question)
        if pair is None:
            continue
        stem = content_words(question["stem"])
        key = content_words(pair[0])
        # A word that the distractors share does not reveal the key.
        telling = (key & stem) - frozenset().union(*map(content_words, pair[1]))
        if len(telling) >= 2 and len(telling) >= GIVEN_AWAY * len(key):
            words = ", ".join(sorted(telling))
            yield _say(f"{path}.stem", "stem_gives_key", words=words)


def _explanation_lacks_key(protocol: Protocol, record: Record) -> Iterator[Remark]:
    explained = content_words(" ".join(record["texts"].values()))
    if not explained or not protocol.texts:
        return
    for path, question in _questions(record):
        pair = _key_and_others(question)
        if pair is None:
            continue
        key = content_words(pair[0])
        if len(key) >= 2 and not key & explained:
            answer = f"{path}.options.{_right_option(question)}"
            yield _say(answer, "explanation_lacks_key")


def _personal_data(_: Protocol, record: Record) -> Iterator[Remark]:
    for path, text in _written(record):
        excerpt = find_personal_data(text)
        if excerpt:
            yield _say(path, "personal_data", text=excerpt)


def _wrong_language(protocol: Protocol, record: Record) -> Iterator[Remark]:
    for path, text in _written(record):
        share = share_of_chinese(without_inline_images(text))
        if share is None:
            continue
        wrong = share > 0.3 if protocol.language == "en" else share < 0.5
        if wrong:
            yield _say(path, f"wrong_language_{protocol.language}")


def _similar_concepts(protocol: Protocol, record: Record) -> Iterator[Remark]:
    for field in protocol.sentences:
        slots = record["sentences"].get(field.id, {})
        filled = [(slot, slots[slot]) for slot in field.unlike if slots.get(slot)]
        for (_, first), (slot, second) in combinations(filled, 2):
            shared = content_words(first) & content_words(second)
            if shared or are_texts_similar(first, second, least=MUCH_THE_SAME):
                path = f"sentences.{field.id}.{slot}"
                yield _say(path, "similar_concepts", one=first, other=second)


def _too_long(protocol: Protocol, record: Record) -> Iterator[Remark]:
    rules = protocol.questions
    for field in protocol.texts:
        text = record["texts"].get(field.id, "")
        yield from _far_over(f"texts.{field.id}", text, field.unit, field.target)
    for path, question in _questions(record):
        stem = question["stem"] if question["fixed"] is None else ""
        yield from _far_over(f"{path}.stem", stem, rules.stem.unit, rules.stem.target)
        for at, option in enumerate(question["options"]):
            where = f"{path}.options.{at}"
            yield from _far_over(where, option, rules.option.unit, rules.option.target)


def _far_over(path: str, text: str, unit: str, target: int | None) -> Iterator[Remark]:
    count = text_length(text, "words" if unit == "words" else "characters")
    if target is not None and count > FAR_OVER_TARGET * target:
        yield _say(path, f"too_long_{unit}", count=count, target=target)


REPEATED_QUESTION = "repeated_question"
"""Check of identical questions of an item; the only one that blocks by default."""
CHECKS: Mapping[str, Check] = {
    REPEATED_QUESTION: _repeated_question,
    "duplicate_options": _duplicate_options,
    "near_duplicate_options": _near_duplicate_options,
    "all_or_none_of_the_above": _all_or_none,
    "reads_as_empty": _reads_as_empty,
    "long_key": _long_key,
    "stem_gives_key": _stem_gives_key,
    "explanation_lacks_key": _explanation_lacks_key,
    "personal_data": _personal_data,
    "wrong_language": _wrong_language,
    "similar_concepts": _similar_concepts,
    "too_long": _too_long,
    "more_than_usual": _more_than_usual,
}
KEY_POSITION = "key_position"
"""Check across a person's questions; needs their earlier key positions."""
CROWDED_TERM = "crowded_term"
"""Check across the project; needs the terms that other items use."""
